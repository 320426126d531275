import type { Queryable } from '../../../platform/database/queryable.ts';
import { listMessagesOfUnanswered, type ReadMessage } from './unanswered-store.ts';

/** What a customer asked and the assistant had no answer to. */
export type Unanswered = { chatId: string; channelId: string; question: string; at: Date };

const MISSING = ['not_known', 'no_knowledge'];

/** What customers of these channels asked and the assistant did not know, the newest first. */
export async function listUnanswered(
  db: Queryable,
  { since, ...input }: { accountId: string; channelIds: string[]; since: Date },
): Promise<Unanswered[]> {
  const messages = await listMessagesOfUnanswered.all(db, { ...input, since });
  const found = splitDialogs(messages).flatMap(findUnanswered);
  return found.filter(({ at }) => at > since).sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** Rows of one dialog stand together. */
function splitDialogs(messages: readonly ReadMessage[]): ReadMessage[][] {
  const dialogs: ReadMessage[][] = [];
  for (const message of messages) {
    const dialog = dialogs.at(-1);
    const [first] = dialog ?? [];
    if (dialog && first?.chatId === message.chatId && first.channelId === message.channelId) dialog.push(message);
    else dialogs.push([message]);
  }
  return dialogs;
}

/** Pure: of one dialog, in its order. */
export function findUnanswered(messages: readonly ReadMessage[]): Unanswered[] {
  const found: Unanswered[] = [];
  let run: ReadMessage[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.author === 'system') continue;
    if (message.author === 'customer') {
      run.push(message);
      if (message.silence === 'not_known') found.push(...toUnanswered(message, [wordsOf(message)]));
      continue;
    }
    if (isMissing(message) && !isPicked(message, messages.slice(at + 1))) {
      const { openQuestions } = message;
      const asked = openQuestions.length > 0 ? openQuestions : [run.map(wordsOf).filter(Boolean).join('\n')];
      found.push(...toUnanswered(run.at(-1) ?? message, asked));
    }
    run = [];
  }
  return found;
}

const isMissing = ({ author, decision, reason }: ReadMessage): boolean =>
  author === 'assistant' && (decision === 'hand-over' || decision === 'clarify') && MISSING.includes(reason ?? '');

/** Of the questions that were offered instead one was meant. */
function isPicked({ decision }: ReadMessage, later: readonly ReadMessage[]): boolean {
  const next = later.find(({ author }) => author === 'assistant' || author === 'operator');
  return decision === 'clarify' && next?.decision === 'answer' && next.hasSources;
}

const wordsOf = ({ canceled, text }: ReadMessage): string => (canceled ? '' : text.trim());

function toUnanswered({ chatId, channelId, createdAt: at }: ReadMessage, questions: readonly string[]): Unanswered[] {
  const asked = questions.filter((question) => /\p{L}{2}/u.test(question));
  return asked.map((question) => ({ chatId, channelId, question, at }));
}
