import { listChoices } from '@otvet/contract';
import { serverTexts } from '../../platform/texts/texts.ts';
import { NOT_KNOWN } from '../dialogs/index.ts';
import type { Retrieval } from '../knowledge/index.ts';
import { doubtAnswer } from './context/doubt-answer.ts';
import {
  answer,
  clarify,
  type DraftDecision,
  type HandOverReason,
  handOver,
  type TurnScene,
  toSource,
} from './decision.ts';
import { offerQuestions } from './offer-questions.ts';
import { asksAboutOwnOrder } from './talk/asks-about-own-order.ts';

/** `question`: what was searched for. */
type Extracted = { question: string; retrieval: Retrieval; knowledgeBaseId: string; refusal: HandOverReason };

/** The answer without a model: the best pair's words as they stand, a question back, questions that it can answer, or a person. */
export function extract(scene: TurnScene, { question, retrieval, knowledgeBaseId, refusal }: Extracted): DraftDecision {
  const { passages, confidence, decision } = retrieval;
  const find = (id: string) => passages.find((passage) => passage.id === id);
  if (decision.kind === 'answer') {
    const best = find(decision.id);
    if (best && doubtAnswer({ question, passage: best }) === undefined)
      return answer(best.text, { sources: [toSource(best, knowledgeBaseId)], confidence });
  }
  // Only a person can look it up: a question of the base would not help.
  if (asksAboutOwnOrder(question)) return handOver(scene, { reason: refusal, confidence });
  // A second question back in a row would make the customer go round in circles.
  if (decision.kind === 'clarify' && scene.reading.lastReply?.decision !== 'clarify') {
    const candidates = decision.ids.flatMap((id) => find(id) ?? []);
    if (candidates.length > 1) {
      const sources = candidates.map((passage) => toSource(passage, knowledgeBaseId));
      return clarify(
        serverTexts(scene.locale, 'assistant.clarify', { choices: listChoices(candidates.map(({ title }) => title)) }),
        {
          sources,
          confidence,
        },
      );
    }
  }
  const offer = refusal === NOT_KNOWN ? offerQuestions(scene, { retrieval, knowledgeBaseId }) : undefined;
  return offer ?? handOver(scene, { reason: refusal, confidence });
}
