import type { Locale } from '@otvet/contract';
import { NOT_KNOWN, type OfferedChoice } from '../dialogs/index.ts';
import type { FoundPassage, Retrieval } from '../knowledge/index.ts';
import { hasAskedBack } from './answer-choice.ts';
import { asksNarrower, namesItsKind } from './context/doubts/asks-narrower.ts';
import { type Doubt, doubtAnswer } from './context/doubts/doubt-answer.ts';
import { findEquals, tellTwoPrices } from './context/find-equals.ts';
import { findBest } from './context/questions/ask-which.ts';
import { quoteRows } from './context/rows/quote-rows.ts';
import { findByFigure } from './context/rows/row-by-figure.ts';
import { rowsThatFit } from './context/rows/rows-that-fit.ts';
import { sayAnswer } from './context/say-answer.ts';
import { hasStem } from './context/words/alike-words.ts';
import { stemsOf, weightyStems } from './context/words/shared-words.ts';
import {
  answer,
  type DraftDecision,
  type HandOverReason,
  handOver,
  offerChoices,
  personChoice,
  photosOf,
  type TurnScene,
  toChoices,
  toSource,
} from './decision.ts';
import { isReadBy, offerQuestions } from './offer-questions.ts';
import { asksAboutOwnOrder } from './talk/asks-about-own-order.ts';

/** `question`: what was searched for. */
type Extracted = { question: string; retrieval: Retrieval; knowledgeBaseId: string; refusal: HandOverReason };

/** More than these are asked back about. */
const MAX_EQUALS = 3;
/** What stands this near the first may know what is asked better. */
const OTHERS = 3;
/** A pair in the customer's own language that says as much has this share of the first one's score. */
const OWN_SHARE = 0.6;

type Asked = Pick<Extracted, 'question' | 'retrieval'> & { about: string | undefined; locale: Locale };

/** The passages whose words may be given as they stand; none where they contradict each other. */
export function findGiven(asked: Asked): FoundPassage[] {
  const sure = findSure(asked);
  return tellTwoPrices(sure) ? [] : sure;
}

/** The best one, and those that say as much of what is asked, in other words. */
function findSure(asked: Asked): FoundPassage[] {
  const { question, retrieval, about } = asked;
  const { passages } = retrieval;
  const nearest = findBest(retrieval);
  if (nearest === undefined) return [];
  // Its owner said what is meant.
  if (retrieval.isRepeated === true) return [nearest];
  const fitting = rowsThatFit(question, nearest, passages);
  const first = quoteRows(question, fitting.first, retrieval);
  const best = withItsKind(question, findInOwnLanguage(first, asked) ?? first);
  const near = passages.filter(({ id }) => id !== best.id).slice(0, OTHERS);
  if (!isSure(best, { question, about, others: near, found: passages })) return [];
  const equals = findEquals(question, best, passages).filter(
    (equal) => !fitting.isOther(equal) && isSure(equal, { question, about, others: [] }),
  );
  const siblings = fitting.more.filter(({ id }) => equals.every((equal) => equal.id !== id));
  return [best, ...siblings, ...equals];
}

/** The price of one kind, with the question that names it, to who asks of all. */
const withItsKind = (question: string, passage: FoundPassage): FoundPassage =>
  asksNarrower(question, passage) && !namesItsKind(passage)
    ? { ...passage, text: `${passage.title}\n${passage.text}` }
    : passage;

/** Beside a pair in another language: the nearest one in the customer's that has all that is asked. */
function findInOwnLanguage(
  first: FoundPassage,
  { question, retrieval, about, locale }: Asked,
): FoundPassage | undefined {
  if (first.kind !== 'qa' || isReadBy({ locale }, first.text)) return undefined;
  const asked = weightyStems(question);
  if (asked.length === 0) return undefined;
  return retrieval.passages.find((passage) => {
    const { kind, title, text, score } = passage;
    if (kind !== 'qa' || score < first.score * OWN_SHARE || !isReadBy({ locale }, text)) return false;
    const stems = stemsOf(`${title} ${text}`);
    return asked.every((stem) => hasStem(stems, stem)) && isSure(passage, { question, about, others: [] });
  });
}

type Judged = { question: string; about: string | undefined; others: FoundPassage[]; found?: FoundPassage[] };

const isSure = (best: FoundPassage, judged: Judged): boolean => findDoubt(best, judged) === undefined;

/** Asked in one of its other phrasings a pair is judged with those words beside its question. */
function findDoubt(best: FoundPassage, { question, about, others, found = [] }: Judged): Doubt | undefined {
  const { title, phrasings = [] } = best;
  const ways = [[title], ...phrasings.map((phrasing) => [phrasing, title])];
  const doubts = ways.map((asked) =>
    doubtAnswer({ question, passage: { ...best, title: asked.join(' ') }, about, others, found, ways: asked }),
  );
  return doubts.includes(undefined) ? undefined : doubts[0];
}

/** Why the words of the nearest passage are not given although the search is sure of them; undefined where they are. */
export function whyNotGiven({ question, retrieval, about }: Omit<Asked, 'locale'>): Doubt | undefined {
  const nearest = findBest(retrieval);
  if (nearest === undefined) return undefined;
  const { first } = rowsThatFit(question, nearest, retrieval.passages);
  const best = withItsKind(question, quoteRows(question, first, retrieval));
  const others = retrieval.passages.filter(({ id }) => id !== best.id).slice(0, OTHERS);
  return findDoubt(best, { question, about, others, found: retrieval.passages });
}

/** The answer without a model: the best pair's words as they stand, a question back, questions that it can answer, or a person. */
export function extract(scene: TurnScene, { question, retrieval, knowledgeBaseId, refusal }: Extracted): DraftDecision {
  const { passages, confidence, decision } = retrieval;
  const find = (id: string) => passages.find((passage) => passage.id === id);
  const given = findSure({ question, retrieval, about: scene.turn.context?.title, locale: scene.locale });
  if (tellTwoPrices(given)) return handOver(scene, { reason: refusal, confidence });
  const kinds = given.length > MAX_EQUALS && !hasAskedBack(scene.reading) ? toChoices(given, knowledgeBaseId) : [];
  if (kinds.length > 1) {
    const choices = [...kinds.slice(0, MAX_EQUALS), ...callOf(scene)];
    return offerChoices(scene, { key: 'assistant.clarify', choices, confidence, reason: null });
  }
  if (given.length > 0) {
    const said = given.slice(0, MAX_EQUALS);
    const sources = said.map((passage) => toSource(passage, knowledgeBaseId));
    const shown = retrieval.isStated === true ? null : confidence;
    return answer(said.map(sayAnswer).join('\n\n'), { sources, confidence: shown, ...photosOf(said) });
  }
  // Only a person can look it up: a question of the base would not help.
  if (asksAboutOwnOrder(question)) return handOver(scene, { reason: refusal, confidence });
  const offer = refusal === NOT_KNOWN ? offerQuestions(scene, { retrieval, knowledgeBaseId, question }) : undefined;
  const row = offer === undefined ? undefined : findOffered(offer, { question, passages });
  if (row !== undefined)
    return answer(sayAnswer(row), { sources: [toSource(row, knowledgeBaseId)], confidence, ...photosOf([row]) });
  // A second question back in a row would make the customer go round in circles.
  if (decision.kind === 'clarify' && !hasAskedBack(scene.reading)) {
    const candidates = decision.ids.flatMap((id) => find(id) ?? []);
    const own = candidates.filter(({ title }) => isReadBy(scene, title));
    // Where only the language makes two of them, the customer reads one: that is offered, and nothing in the other language.
    if (candidates.length > 1 && (own.length !== 1 || offer === undefined)) {
      const asked = toChoices(own.length > 1 ? own : candidates, knowledgeBaseId);
      const choices = [...asked, ...callOf(scene)];
      return offerChoices(scene, { key: 'assistant.clarify', choices, confidence, reason: null });
    }
  }
  return offer ?? handOver(scene, { reason: refusal, confidence });
}

/** The one row of an offered name that has the figure that is asked for, and all words of the question. */
function findOffered(
  { choices }: DraftDecision,
  { question, passages }: { question: string; passages: FoundPassage[] },
): FoundPassage | undefined {
  const [row, ...more] = choices.flatMap(({ text: name, source }) => {
    const passage = passages.find(({ id }) => id === source?.passageId);
    return (passage && findByFigure(question, { passage, name, found: passages })) ?? [];
  });
  return more.length === 0 ? row : undefined;
}

/** Who waits for a person already needs no call. */
const callOf = (scene: TurnScene): OfferedChoice[] => (scene.turn.waitingSince === null ? [personChoice(scene)] : []);
