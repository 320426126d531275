import type { Locale } from '@otvet/contract';
import { NOT_KNOWN } from '../dialogs/index.ts';
import type { FoundPassage, Retrieval } from '../knowledge/index.ts';
import { hasAskedBack } from './answer-choice.ts';
import { shareWord, weightyStems } from './context/shared-words.ts';
import { type DraftDecision, offerChoices, personChoice, type TurnScene, toChoice, toSource } from './decision.ts';
import { detectScript, type Script } from './talk/detect-language.ts';

/**
 * What stands out of the noise. Over the questions of the evaluation data that were refused, from this confidence on and
 * with pairs of this score and so near the first: 59 of 100 that a pair answers get an offer, with that pair in it in 67
 * of 100; of those that no pair answers, 24 of 100 get one.
 */
const OFFER_FROM = 0.2;
const OFFER_SCORE_FROM = 2;
const OFFER_WITHIN = 2;
const MAX_OFFERED = 3;
const SCRIPTS: Record<Locale, Script> = { ru: 'cyrillic', en: 'latin' };

type Offered = { retrieval: Retrieval; knowledgeBaseId: string; question?: string };

/** Before a person is called: up to three questions that the base answers, and the call itself. Undefined: nothing is near. */
export function offerQuestions(
  scene: TurnScene,
  { retrieval, knowledgeBaseId, question = scene.reading.text }: Offered,
): DraftDecision | undefined {
  const { confidence, passages } = retrieval;
  // A second question back in a row would make the customer go round in circles.
  if (scene.turn.waitingSince !== null || hasAskedBack(scene.reading)) return undefined;
  if (confidence < OFFER_FROM) return undefined;
  const given = new Set(scene.reading.history.flatMap(({ sources }) => sources.map(({ passageId }) => passageId)));
  const near = passages.filter(
    ({ id, kind, title, score, isNearest = false }) =>
      kind === 'qa' &&
      title !== '' &&
      !given.has(id) &&
      score >= OFFER_SCORE_FROM &&
      (isNearest || isNear(question, title)),
  );
  const own = near.filter(({ title }) => isReadBy(scene, title));
  const offered = keepNearest(own.length > 0 ? own : near);
  if (offered.length === 0) return undefined;
  const choices = [...offered.map((passage) => toChoice(toSource(passage, knowledgeBaseId))), personChoice(scene)];
  return offerChoices(scene, { key: 'assistant.offer', choices, confidence, reason: NOT_KNOWN });
}

/** Shares a word of weight with what is asked, where that has any; words of two languages cannot be compared. */
const isNear = (question: string, title: string): boolean =>
  weightyStems(question).length === 0 || detectScript(question) !== detectScript(title) || shareWord(question, title);

/** A title in letters of the customer's language; names of goods and numbers are in any. */
export function isReadBy({ locale }: TurnScene, title: string): boolean {
  return (detectScript(title) ?? SCRIPTS[locale]) === SCRIPTS[locale];
}

/** Those near the first of what may be offered; where that is in the customer's language, a pair in another one does not outweigh it. */
function keepNearest(candidates: FoundPassage[]): FoundPassage[] {
  const best = candidates[0]?.score ?? 0;
  return candidates.filter(({ score }) => score >= best - OFFER_WITHIN).slice(0, MAX_OFFERED);
}
