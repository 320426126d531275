import type { Message } from '@otvet/contract';
import { limits } from '@otvet/contract/values';

/** What an operator teaches from a dialog: the pair behind an answer, or a new one. `question`: what the customer asked. */
export type Teaching = { pairId: string | null; question: string };

/** What the customer asked before each answer of the assistant, and in each message that it left unanswered, by message id. */
export function questionsOf(messages: readonly Message[]): ReadonlyMap<string, string> {
  const questions = new Map<string, string>();
  let asked: string[] = [];
  let isRun = false;
  for (const message of messages) {
    if (message.author === 'system') continue;
    if (message.author === 'customer') {
      asked = isRun ? asked : [];
      const text = message.isCanceled ? '' : message.text.trim();
      if (text !== '') asked.push(text);
      if (message.silence !== null) questions.set(message.id, cut(text));
    } else if (message.author === 'assistant')
      questions.set(message.id, cut((openQuestions(message) ?? asked).join('\n')));
    isRun = message.author === 'customer';
  }
  return questions;
}

/** What an answer to several questions left open is what is to be taught. */
const openQuestions = ({ decision, debug }: Message) => (decision === 'answer' ? undefined : debug?.openQuestions);

const cut = (text: string) => text.slice(0, limits.questionText).toWellFormed();

const missing = ['not_known', 'no_knowledge'];

/** Whether the customer asked something in words that the base had no answer to, as far as the message tells. */
export function lacksAnswer({ decision, reason, silence }: Message, question: string): boolean {
  if (!/\p{L}/u.test(question)) return false;
  if (decision === 'hand-over' || decision === 'clarify') return missing.includes(reason ?? '');
  return silence === 'not_known';
}
