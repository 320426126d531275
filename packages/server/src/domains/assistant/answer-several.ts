import { serverTexts } from '../../platform/texts/texts.ts';
import {
  type FoundPassage,
  type Retrieval,
  statesPrice,
  stemImportance,
  stemWord,
  wantsPrice,
} from '../knowledge/index.ts';
import { findKnowledge, type Retrieve } from './context/find-knowledge.ts';
import { coverCards } from './context/mask-cards.ts';
import { joinsName } from './context/questions/joins-name.ts';
import { namesNoThing } from './context/questions/names-no-thing.ts';
import { splitQuestions } from './context/questions/split-questions.ts';
import { splitThings } from './context/questions/split-things.ts';
import type { TurnReading } from './context/read-turn.ts';
import { sayAnswer } from './context/say-answer.ts';
import { wordsToSay } from './context/say-passage.ts';
import { withoutPriceWords } from './context/words/without-price-words.ts';
import {
  answer,
  type DraftDecision,
  handOver,
  photosOf,
  searchedAdvert,
  type TurnScene,
  toSource,
} from './decision.ts';
import { findGiven } from './extract.ts';
import { offerQuestions } from './offer-questions.ts';
import { asksAboutOwnOrder } from './talk/asks-about-own-order.ts';
import { statesDuration, withoutHowLong } from './talk/asks-how-long.ts';
import { saysWhen } from './talk/says-when.ts';
import { wordsOf } from './talk/words.ts';

const MAX_ANSWERS = 3;
const MAX_EQUALS = 2;
/** «а чистка дивана?» can be asked by itself, «а за город?» cannot. */
const MIN_OWN_SUBJECTS = 2;
const REASON = 'not_known';

type Base = { retrieve: Retrieve; knowledgeBaseId: string };
/** `name`: what the customer is told that it is about, where that is not the question. */
type Found = {
  question: string;
  name?: string | undefined;
  retrieval: Retrieval;
  best: FoundPassage | undefined;
  /** What says as much as the best one. */
  equals: FoundPassage[];
};
/** `open`: the questions that nothing answered. */
type Several = { draft: DraftDecision; steps: string[]; open: string[] };

/**
 * A turn that asks several things: the sure answers in order, each word for word and once, then what became of the rest: near
 * questions are offered for it, or a person is called, and the customer hears for which. Undefined where nothing is sure.
 */
export async function answerSeveral(scene: TurnScene, base: Base): Promise<Several | undefined> {
  const questions = splitQuestions(scene.reading.text);
  const found = questions.length > 0 ? await findAll(scene, base, questions) : await findThings(scene, base);
  const sure = new Map(
    found.flatMap(({ best, equals }) => (best === undefined ? [] : [[keyOf(best), [best, ...equals]] as const])),
  );
  const given = [...sure.values()].slice(0, MAX_ANSWERS).flat();
  const answers = [...new Map(given.map((passage) => [keyOf(passage), passage])).values()];
  if (answers.length === 0) return undefined;
  const open = found.filter(
    ({ question, best }) =>
      !answers.some((given) => (best !== undefined && keyOf(given) === keyOf(best)) || says(given, question)),
  );
  const searched = found.filter(({ best, retrieval }) => best !== undefined && retrieval.isStated !== true);
  const confidence = searched.length === 0 ? null : Math.min(...searched.map(({ retrieval }) => retrieval.confidence));
  const draft = join(scene, { answers, open, confidence, knowledgeBaseId: base.knowledgeBaseId });
  const steps = found.map(
    ({ question, retrieval: { decision, confidence } }) =>
      `retrieval: ${decision.kind}, confidence ${confidence.toFixed(2)}, of ${question}`,
  );
  return { draft, steps, open: open.map(({ question }) => question) };
}

const alone = { earlier: [], quotes: [], history: [] };

/** Two rows of one price list are two answers. */
const keyOf = (passage: FoundPassage): string => `${passage.id} ${wordsToSay(passage)}`;

/** Each of several questions, and each thing where one of them asks of two: «сколько стоит полировка и чистка? а где вы?». */
async function findAll(scene: TurnScene, base: Base, questions: string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const one of await findEach(scene, base, questions)) {
    const things = namesNoThing(one.question)
      ? []
      : await findThings({ ...scene, reading: { ...scene.reading, text: one.question } }, base);
    found.push(...(things.length > 0 ? things : [one]));
  }
  return found;
}

/**
 * A question that stands on the one before it is searched for together with that one; one that asks what the thing of that costs is
 * answered by what that found, or by nothing.
 */
async function findEach(scene: TurnScene, { retrieve, knowledgeBaseId }: Base, questions: string[]): Promise<Found[]> {
  const { accountId, reading, turn } = scene;
  const about = searchedAdvert(scene);
  const found: Found[] = [];
  for (const [place, question] of questions.entries()) {
    const before = found.at(-1);
    if (before !== undefined && namesNoThing(question) && !lacksPrice(before)) {
      found.push({ ...before, question });
      continue;
    }
    const earlier = [...reading.earlier, ...questions.slice(0, place)];
    const own = { ...reading, text: question, earlier };
    const find = (read: TurnReading) => findKnowledge(retrieve, { accountId, knowledgeBaseId, reading: read, about });
    const { query, retrieval, isFollowUp } = await find(own);
    const [best, ...more] = findGiven({ question: query, retrieval, about: turn.context?.title, locale: scene.locale });
    const equals = more.slice(0, MAX_EQUALS);
    const isBare = isFollowUp || asksAnew(question);
    const isRepeated = best !== undefined && isBare && found.some((each) => each.best?.id === best.id);
    const isOwn =
      best === undefined ? subjectsOf(question).length < MIN_OWN_SUBJECTS : !isRepeated || says(best, question);
    if (isOwn) {
      found.push({ question, retrieval, best, equals });
      continue;
    }
    // What the words of the question before it found again, or spoilt, tells nothing of what is asked now.
    const anew = await find({ ...own, ...alone });
    const [sure] = findGiven({
      question: anew.query,
      retrieval: anew.retrieval,
      about: turn.context?.title,
      locale: scene.locale,
    });
    const isSaid = sure !== undefined && says(sure, question);
    const searched = isSaid || isRepeated ? anew.retrieval : retrieval;
    found.push({ question, retrieval: searched, best: isSaid ? sure : undefined, equals: [] });
  }
  return found;
}

const lacksPrice = ({ best }: Found): boolean => best !== undefined && !statesPrice(wordsToSay(best));

/**
 * «есть рассрочка и парковка?» is two questions where each of them has an answer of its own, or where what the whole is nearest
 * to answers but one. What one passage says of both stays one question.
 */
async function findThings(scene: TurnScene, base: Base): Promise<Found[]> {
  const things = splitThings(scene.reading.text);
  if (things === undefined) return [];
  const { accountId, reading, turn } = scene;
  const place = { accountId, knowledgeBaseId: base.knowledgeBaseId, reading, about: searchedAdvert(scene) };
  const { query, retrieval } = await findKnowledge(base.retrieve, place);
  if (joinsName(reading.text, retrieval.passages)) return [];
  const [whole] = findGiven({ question: query, retrieval, about: turn.context?.title, locale: scene.locale });
  if (whole !== undefined && saysAll(whole, reading.text)) return [];
  const { quotes, history, earlier } = alone;
  const apart = { ...scene, reading: { ...reading, quotes, history, earlier } };
  const each = await Promise.all(
    things.questions.map(async (question, at) => {
      const carried = await findCarried(apart, base, things.carried[at]);
      return carried.length > 0 ? carried : await findEach(apart, base, [question]);
    }),
  );
  const found = each.flat().map((one, at) => ({ ...one, name: things.names[at] }));
  const known = found.flatMap(({ best }) => best ?? []);
  if (new Set(known.map(keyOf)).size === found.length) return found;
  const [nearest] = retrieval.passages;
  const near = whole ?? (known.some(({ id }) => id === nearest?.id) ? nearest : undefined);
  const isTold = things.isByComma && found[0]?.best === undefined;
  const isHalf = things.isAsked && !isTold && near !== undefined && known.length > 0;
  return isHalf && found.some(({ best, question }) => best === undefined && !says(near, question)) ? found : [];
}

/** «сборка шкафа и стола»: what the base says of the second thing with the first word of the first one, if it says that. */
async function findCarried(scene: TurnScene, base: Base, question: string | undefined): Promise<Found[]> {
  const found = question === undefined ? [] : await findEach(scene, base, [question]);
  return found.filter(({ best, question: asked }) => best !== undefined && says(best, asked));
}

/** Nothing is asked that the passage does not speak of: «а точно бесплатно?» behind the answer that says so. */
function says(passage: FoundPassage, question: string): boolean {
  const ways = [passage.title, ...(passage.phrasings ?? [])].join(' ');
  const words = wordsToSay(passage);
  const said = new Set(wordsOf(`${ways} ${words}`).map(stemWord));
  const isSaid = (asked: string) => subjectsOf(asked).every((stem) => said.has(stem));
  const ofTime = withoutHowLong(question);
  if (ofTime !== undefined) return statesDuration(words) && isSaid(ofTime);
  if (wantsPrice(question) && statesPrice(words)) return isSaid(withoutPriceWords(question));
  if (WHEN.test(question) && !saysWhen(words)) return false;
  return !asksAnew(question) && isSaid(question);
}

/** «сборка и доставка сколько стоят»: a pair about one of them names the other in passing («собираем в день доставки»). */
function saysAll(passage: FoundPassage, question: string): boolean {
  if (!says(passage, question)) return false;
  if (passage.kind !== 'qa' || !wantsPrice(question)) return true;
  const asked = wordsOf([passage.title, ...(passage.phrasings ?? [])].join(' ')).map(stemWord);
  return subjectsOf(withoutPriceWords(question)).every((stem) => asked.includes(stem));
}

const subjectsOf = (question: string): string[] =>
  wordsOf(question)
    .map(stemWord)
    .filter((stem) => stemImportance(stem) === 1);

/** Without «какой» and «есть», which ask of the thing beside them. */
const QUESTION_WORD =
  /(?<!\p{L})(?:сколько|скольки|когда|где|куда|откуда|почему|зачем|when|where|why|how|who)(?!\p{L})/iu;

/** Not of a named day, as `find-stated`: «в субботу есть занятия?» is answered by a yes. */
const WHEN = /(?<!\p{L})(?:когда|во сколько|по каким дням|when|what time)(?!\p{L})/iu;

/** «до скольки?» and «и когда?» ask for more, without a word of weight that could stand in an answer. */
const asksAnew = (question: string): boolean => subjectsOf(question).length === 0 && QUESTION_WORD.test(question);

type Parts = { answers: FoundPassage[]; open: Found[]; confidence: number | null; knowledgeBaseId: string };

function join(scene: TurnScene, { answers, open, confidence, knowledgeBaseId }: Parts): DraftDecision {
  const text = answers.map(sayAnswer).join('\n\n');
  const passages = [...new Map(answers.map((passage) => [passage.id, passage])).values()];
  const sources = passages.map((passage) => toSource(passage, knowledgeBaseId));
  const photos = photosOf(answers);
  const [first, ...more] = open;
  if (first === undefined) return answer(text, { sources, confidence, ...photos });
  const canOffer = more.length === 0 && first.best === undefined && !asksAboutOwnOrder(first.question);
  const { retrieval, question } = first;
  const offer = canOffer
    ? offerQuestions(scene, { retrieval, knowledgeBaseId, question, open: name(scene, open), answered: answers })
    : undefined;
  if (offer !== undefined) return { ...offer, text: `${text}\n\n${offer.text}`, sources, ...photos };
  const call = handOver(scene, { reason: REASON });
  // A person comes anyway.
  if (call.kind === 'silent') return answer(text, { sources, confidence, ...photos });
  const words = `${text}\n\n${sayPassed(scene, open)}`;
  return { ...call, text: words, silence: null, sources, confidence, ...photos };
}

/** What became of the questions that nothing answered, or that are more than one message says. */
function sayPassed(scene: TurnScene, open: Found[]): string {
  const questions = name(scene, open);
  const own = scene.settings.handOverText.trim();
  if (own !== '') return `${serverTexts(scene.locale, 'assistant.also_asked', { questions })}\n${own}`;
  const isUnknown = open.every(({ best }) => best === undefined);
  return serverTexts(scene.locale, isUnknown ? 'assistant.open_passed' : 'assistant.passed_on', { questions });
}

const joint = /^(?:(?:и|а|а также|and|and also)(?!\p{L}),?\s+)+/iu;
const quoted = { ru: ['«', '»'], en: ['“', '”'] } as const;

/** The customer's own words, without what ties them to the ones before. */
function name({ locale }: TurnScene, open: Found[]): string {
  const [begin, end] = quoted[locale];
  const names = open.map(
    ({ question, name: said = question }) =>
      `${begin}${coverCards(said)
        .replace(joint, '')
        .replace(/(?<![\s?!.,])[\s?!.,]+$/u, '')}${end}`,
  );
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
