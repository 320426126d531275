import { serverTexts } from '../../platform/texts/texts.ts';
import { type FoundPassage, type Retrieval, stemImportance, stemWord } from '../knowledge/index.ts';
import { findKnowledge, type Retrieve } from './context/find-knowledge.ts';
import type { TurnReading } from './context/read-turn.ts';
import { splitQuestions } from './context/split-questions.ts';
import {
  answer,
  type DraftDecision,
  handOver,
  photosOf,
  searchedAdvert,
  type TurnScene,
  toSource,
} from './decision.ts';
import { findCertain, wordsToSay } from './extract.ts';
import { offerQuestions } from './offer-questions.ts';
import { asksAboutOwnOrder } from './talk/asks-about-own-order.ts';
import { wordsOf } from './talk/words.ts';

const MAX_ANSWERS = 3;
const REASON = 'not_known';

type Base = { retrieve: Retrieve; knowledgeBaseId: string };
type Found = { question: string; retrieval: Retrieval; best: FoundPassage | undefined };
/** `open`: the questions that nothing answered. */
type Several = { draft: DraftDecision; steps: string[]; open: string[] };

/**
 * A turn that asks several things: the sure answers in order, each word for word and once, then what became of the rest: near
 * questions are offered for it, or a person is called, and the customer hears for which. Undefined where nothing is sure.
 */
export async function answerSeveral(scene: TurnScene, base: Base): Promise<Several | undefined> {
  const found = await findEach(scene, base);
  const sure = new Map(found.flatMap(({ best }) => (best === undefined ? [] : [[best.id, best] as const])));
  const answers = [...sure.values()].slice(0, MAX_ANSWERS);
  if (answers.length === 0) return undefined;
  const open = found.filter(
    ({ question, best }) => !answers.some((given) => given.id === best?.id || says(given, question)),
  );
  const confidence = Math.min(
    ...found.flatMap(({ best, retrieval }) => (best === undefined ? [] : [retrieval.confidence])),
  );
  const draft = join(scene, { answers, open, confidence, knowledgeBaseId: base.knowledgeBaseId });
  const steps = found.map(
    ({ retrieval }) => `retrieval: ${retrieval.decision.kind}, confidence ${retrieval.confidence.toFixed(2)}`,
  );
  return { draft, steps, open: open.map(({ question }) => question) };
}

const alone = { earlier: [], quotes: [], history: [] };

/** A question that stands on the one before it is searched for together with that one. */
async function findEach(scene: TurnScene, { retrieve, knowledgeBaseId }: Base): Promise<Found[]> {
  const { accountId, reading, turn } = scene;
  const questions = splitQuestions(reading.text);
  const about = searchedAdvert(scene);
  const found: Found[] = [];
  for (const [place, question] of questions.entries()) {
    const earlier = [...reading.earlier, ...questions.slice(0, place)];
    const own = { ...reading, text: question, earlier };
    const find = (read: TurnReading) => findKnowledge(retrieve, { accountId, knowledgeBaseId, reading: read, about });
    const { query, retrieval, isFollowUp } = await find(own);
    const best = findCertain({ question: query, retrieval, about: turn.context?.title });
    const isBare = isFollowUp || asksAnew(question);
    const isRepeated = best !== undefined && isBare && found.some((each) => each.best?.id === best.id);
    if (!isRepeated || says(best, question)) found.push({ question, retrieval, best });
    // The words of the question before it found its answer again: that tells nothing of what is asked now.
    else found.push({ question, retrieval: (await find({ ...own, ...alone })).retrieval, best: undefined });
  }
  return found;
}

/** Nothing is asked that the passage does not speak of: «а точно бесплатно?» behind the answer that says so. */
function says(passage: FoundPassage, question: string): boolean {
  const ways = [passage.title, ...(passage.phrasings ?? [])].join(' ');
  const said = new Set(wordsOf(`${ways} ${wordsToSay(passage)}`).map(stemWord));
  return !asksAnew(question) && subjectsOf(question).every((stem) => said.has(stem));
}

const subjectsOf = (question: string): string[] =>
  wordsOf(question)
    .map(stemWord)
    .filter((stem) => stemImportance(stem) === 1);

const QUESTION_WORD =
  /(?<!\p{L})(?:сколько|скольки|когда|где|куда|откуда|почему|зачем|when|where|why|how|who)(?!\p{L})/iu;

/** «до скольки?» and «и когда?» ask for more, without a word of weight that could stand in an answer. */
const asksAnew = (question: string): boolean => subjectsOf(question).length === 0 && QUESTION_WORD.test(question);

type Parts = { answers: FoundPassage[]; open: Found[]; confidence: number; knowledgeBaseId: string };

function join(scene: TurnScene, { answers, open, confidence, knowledgeBaseId }: Parts): DraftDecision {
  const text = answers.map(wordsToSay).join('\n\n');
  const sources = answers.map((passage) => toSource(passage, knowledgeBaseId));
  const photos = photosOf(answers);
  const [first, ...more] = open;
  if (first === undefined) return answer(text, { sources, confidence, ...photos });
  const canOffer = more.length === 0 && first.best === undefined && !asksAboutOwnOrder(first.question);
  const offer = canOffer ? offerQuestions(scene, { retrieval: first.retrieval, knowledgeBaseId }) : undefined;
  if (offer !== undefined) return { ...offer, text: `${text}\n\n${offer.text}`, sources, ...photos };
  const call = handOver(scene, { reason: REASON });
  // A person comes anyway.
  if (call.kind === 'silent') return answer(text, { sources, confidence, ...photos });
  const questions = open.map(({ question }) => `«${question}»`).join(', ');
  const own = scene.settings.handOverText.trim();
  const words =
    own === ''
      ? serverTexts(scene.locale, 'assistant.passed_on', { questions })
      : `${serverTexts(scene.locale, 'assistant.also_asked', { questions })}\n${own}`;
  return { ...call, text: `${text}\n\n${words}`, silence: null, sources, confidence, ...photos };
}
