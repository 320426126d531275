import { sayRow } from '@otvet/contract/values';
import { NOT_KNOWN } from '../dialogs/index.ts';
import type { FoundPassage, Retrieval } from '../knowledge/index.ts';
import { hasAskedBack } from './answer-choice.ts';
import { doubtAnswer } from './context/doubt-answer.ts';
import {
  answer,
  type DraftDecision,
  type HandOverReason,
  handOver,
  offerChoices,
  personChoice,
  photosOf,
  type TurnScene,
  toChoice,
  toSource,
} from './decision.ts';
import { isReadBy, offerQuestions } from './offer-questions.ts';
import { asksAboutOwnOrder } from './talk/asks-about-own-order.ts';
import { wordsOf } from './talk/words.ts';

/** `question`: what was searched for. */
type Extracted = { question: string; retrieval: Retrieval; knowledgeBaseId: string; refusal: HandOverReason };

/** The pair whose words may be given as they stand. */
export function findCertain({
  question,
  retrieval,
  about,
}: Pick<Extracted, 'question' | 'retrieval'> & { about: string | undefined }): FoundPassage | undefined {
  const { passages, decision } = retrieval;
  const best = decision.kind === 'answer' ? passages.find(({ id }) => id === decision.id) : undefined;
  return best !== undefined && isSure(best, { question, about }) ? best : undefined;
}

/** Asked in one of its other phrasings a pair is judged with those words beside its question. */
function isSure(best: FoundPassage, { question, about }: { question: string; about: string | undefined }): boolean {
  const { title, phrasings = [] } = best;
  const asked = wordsOf(question).join(' ');
  if (phrasings.some((phrasing) => wordsOf(phrasing).join(' ') === asked)) return true;
  const titles = [title, ...phrasings.map((phrasing) => `${phrasing} ${title}`)];
  return titles.some((one) => doubtAnswer({ question, passage: { ...best, title: one }, about }) === undefined);
}

/** A pair's answer as it stands; of a file or page the words that answer, a row of a table as one would say it. */
export const wordsToSay = ({ kind, text, quote }: FoundPassage): string =>
  kind === 'qa' ? text : sayRow(quote ?? text);

/** The answer without a model: the best pair's words as they stand, a question back, questions that it can answer, or a person. */
export function extract(scene: TurnScene, { question, retrieval, knowledgeBaseId, refusal }: Extracted): DraftDecision {
  const { passages, confidence, decision } = retrieval;
  const find = (id: string) => passages.find((passage) => passage.id === id);
  const best = findCertain({ question, retrieval, about: scene.turn.context?.title });
  if (best !== undefined) {
    const sources = [toSource(best, knowledgeBaseId)];
    return answer(wordsToSay(best), { sources, confidence, ...photosOf([best]) });
  }
  // Only a person can look it up: a question of the base would not help.
  if (asksAboutOwnOrder(question)) return handOver(scene, { reason: refusal, confidence });
  const offer = refusal === NOT_KNOWN ? offerQuestions(scene, { retrieval, knowledgeBaseId, question }) : undefined;
  // A second question back in a row would make the customer go round in circles.
  if (decision.kind === 'clarify' && !hasAskedBack(scene.reading)) {
    const candidates = decision.ids.flatMap((id) => find(id) ?? []);
    const own = candidates.filter(({ title }) => isReadBy(scene, title));
    // Where only the language makes two of them, the customer reads one: that is offered, and nothing in the other language.
    if (candidates.length > 1 && (own.length !== 1 || offer === undefined)) {
      const asked = candidates.map((passage) => toChoice(toSource(passage, knowledgeBaseId)));
      // Who waits for a person already needs no call.
      const choices = scene.turn.waitingSince === null ? [...asked, personChoice(scene)] : asked;
      return offerChoices(scene, { key: 'assistant.clarify', choices, confidence, reason: null });
    }
  }
  return offer ?? handOver(scene, { reason: refusal, confidence });
}
