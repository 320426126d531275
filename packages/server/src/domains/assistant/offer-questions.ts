import type { Locale } from '@otvet/contract';
import { NOT_KNOWN } from '../dialogs/index.ts';
import { type FoundPassage, type Retrieval, stemWord } from '../knowledge/index.ts';
import { hasAskedBack } from './answer-choice.ts';
import { isCommon } from './context/doubts/misses-subject.ts';
import { readHoursAsked } from './context/reworded/asks-hours.ts';
import { nameOfOnlyRow } from './context/rows/list-rows.ts';
import { rowsToOffer } from './context/rows/rows-to-offer.ts';
import { sayRows, topicOf, wordsToSay } from './context/say-passage.ts';
import { isNamed, weightyWords } from './context/words/named-words.ts';
import { areOfHoursOrPhone } from './context/words/shared-words.ts';
import { withoutPriceWords } from './context/words/without-price-words.ts';
import { type DraftDecision, offerChoices, personChoice, type TurnScene, toChoices } from './decision.ts';
import { detectScript, type Script } from './talk/detect-language.ts';
import { wordsOf } from './talk/words.ts';

/**
 * What stands out of the noise. Over the questions of the evaluation data that were refused, from this confidence on and
 * with pairs of this score and so near the first: 59 of 100 that a pair answers get an offer, with that pair in it in 67
 * of 100; of those that no pair answers, 24 of 100 get one.
 */
const OFFER_FROM = 0.2;
const OFFER_SCORE_FROM = 2;
const OFFER_WITHIN = 2;
const MAX_OFFERED = 3;
/** Sizes and prices of a list have any figure. */
const DIGITS = /^\p{N}+$/u;
/** The dictionary has «работа» for it, and a title about «режим работы» tells nothing of it. */
const JOB = /^(?:ваканси|трудоустр|должност|карьер|vacanc|jobs?$|career|employ)/u;
const SCRIPTS: Record<Locale, Script> = { ru: 'cyrillic', en: 'latin' };

/** `open`: of several questions the one that is offered for, in words; `answered`: what the same message says already. */
type Offered = {
  retrieval: Retrieval;
  knowledgeBaseId: string;
  question?: string;
  open?: string;
  answered?: readonly FoundPassage[];
};

/** Before a person is called: up to three questions or topics that the base answers, and the call itself. Undefined: nothing is near. */
export function offerQuestions(
  scene: TurnScene,
  { retrieval, knowledgeBaseId, question = scene.reading.text, open, answered = [] }: Offered,
): DraftDecision | undefined {
  const { confidence, passages } = retrieval;
  // A second question back in a row would make the customer go round in circles.
  if (scene.turn.waitingSince !== null || hasAskedBack(scene.reading)) return undefined;
  if (confidence < OFFER_FROM) return undefined;
  const given = new Set(scene.reading.history.flatMap(({ sources }) => sources.map(({ passageId }) => passageId)));
  for (const { id } of answered) given.add(id);
  const said = [...scene.reading.history.map(({ text }) => text), ...answered.map(wordsToSay)].join('\n');
  /** Of a table that was given one row, the others were not. */
  const isGiven = (passage: FoundPassage, whole: FoundPassage) =>
    given.has(passage.id) && (passage.text === whole.text || said.includes(sayRows(passage.text)));
  const missed = wordsMissed(question, passages[0]);
  const offered = passages.flatMap((whole) => rowsToOffer(question, whole).filter((one) => !isGiven(one, whole)));
  const near = offered.filter((passage) => passage.score >= OFFER_SCORE_FROM && isNear(question, passage, missed));
  const own = near.filter((passage) => isReadBy(scene, topicOf(passage) ?? ''));
  const choices = toChoices(keepNearest(question, own.length > 0 ? own : near), knowledgeBaseId);
  if (choices.length === 0) return undefined;
  return offerChoices(scene, {
    ...(open === undefined ? { key: 'assistant.offer' } : { key: 'assistant.open_offer', questions: open }),
    ...{ choices: [...choices, personChoice(scene)], confidence, reason: NOT_KNOWN },
  });
}

function isNear(question: string, passage: FoundPassage, missed: string[]): boolean {
  const topic = topicOf(passage);
  if (topic === undefined) return false;
  if (passage.kind === 'qa') return passage.isNearest === true || isNearTitle(question, topic);
  return isNearPiece(question, { topic, text: passage.text, missed });
}

type Piece = { topic: string; text: string; missed: string[] };

/** A piece of a file has many words: its topic has one of weight that is asked for, or it has all of them, or one that the best passage lacks. */
function isNearPiece(question: string, { topic, text, missed }: Piece): boolean {
  const asked = wordsToTell(question);
  if (asked.length === 0) return false;
  const [named, said] = [wordsOf(topic), wordsOf(`${topic} ${text}`)];
  return (
    asked.some((word) => isNamed(word, named)) ||
    asked.every((word) => isNamed(word, said)) ||
    missed.some((word) => isNamed(word, said))
  );
}

/** Shares a word of weight with what is asked, where that has any; words of two languages cannot be compared. */
function isNearTitle(question: string, title: string): boolean {
  // «Во сколько вы открываетесь?» is no nearer to «сколько стоит диван» for that word.
  const thing = withoutPriceWords(question);
  const asked = weightyWords(weightyWords(thing).length > 0 ? thing : question);
  if (asked.length === 0 || detectScript(question) !== detectScript(title)) return true;
  const words = wordsOf(title);
  const isOfHours = readHoursAsked(title) !== undefined;
  return asked.some(
    (word) => !(isOfHours && JOB.test(word)) && (isNamed(word, words) || isOfHoursOrPhone(word, words)),
  );
}

const isOfHoursOrPhone = (word: string, words: readonly string[]): boolean =>
  words.some((other) => areOfHoursOrPhone(stemWord(word), stemWord(other)));

/** A title in letters of the customer's language; names of goods and numbers are in any. */
export function isReadBy({ locale }: Pick<TurnScene, 'locale'>, title: string): boolean {
  return (detectScript(title) ?? SCRIPTS[locale]) === SCRIPTS[locale];
}

/**
 * Those near the first of what may be offered, and what has a word that is asked for and none before it has: a price list does not
 * hide the pair about paying. Where the first is in the customer's language, a pair in another one does not outweigh it.
 */
function keepNearest(question: string, candidates: FoundPassage[]): FoundPassage[] {
  const best = candidates[0]?.score ?? 0;
  const asked = new Set(wordsToTell(question));
  const kept = candidates.filter((passage) => {
    const isRow = passage.kind !== 'qa' && nameOfOnlyRow(passage.text) !== undefined;
    const words = wordsOf(`${topicOf(passage) ?? ''} ${isRow ? '' : passage.text}`);
    const named = [...asked].filter((word) => isNamed(word, words));
    for (const word of named) asked.delete(word);
    return passage.score >= best - OFFER_WITHIN || named.length > 0;
  });
  return kept.slice(0, MAX_OFFERED);
}

/** «график работы склада»: what the best passage does not know of it. */
function wordsMissed(question: string, best: FoundPassage | undefined): string[] {
  const known = wordsOf(`${best?.title ?? ''} ${best?.text ?? ''}`);
  return wordsToTell(question).filter((word) => !DIGITS.test(word) && !isNamed(word, known));
}

/** The words of weight that could not be said of any business. */
const wordsToTell = (question: string): string[] =>
  weightyWords(
    wordsOf(question)
      .filter((word) => !isCommon(word))
      .join(' '),
  );
