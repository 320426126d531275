import type { TriedAnswer } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { createDeadline } from '../../platform/time/deadline.ts';
import type { AnswerDeps } from './answer-dialog.ts';

/** Somebody waits for it at a screen. */
const TRY_DEADLINE_MS = 75_000;

export type TryQuestion = { accountId: string; channelId: string; text: string };

type TryDeps = Pick<AnswerDeps, 'sharedClock' | 'channels' | 'decideTurn' | 'accountLocale'>;

/** What the assistant would say to a customer who comes to the channel with this text. Nothing is stored, sent or counted. */
export async function tryQuestion(
  deps: TryDeps,
  { accountId, channelId, text }: TryQuestion,
  stopping: AbortSignal,
): Promise<TriedAnswer> {
  const channel = await deps.channels.find(accountId, channelId);
  if (!channel) throw new AppError('channels.not_found');
  const now = deps.sharedClock.now();
  const question = { seq: 1, author: 'customer' as const, text, attachmentTypes: [], replyText: null };
  const turn = {
    ...{ accountId, dialogId: '', channelId, chatId: '', epoch: 0, turnSeq: 1, dueAt: now, attempt: 1, isGroup: false },
    ...{ language: null, handedOverAt: null, waitingSince: null, allowance: 'ok' as const, history: [] },
    turn: [{ ...question, createdAt: now, decision: null, sources: [] }],
  };
  const deadline = createDeadline({ clock: deps.sharedClock, ms: TRY_DEADLINE_MS, signal: stopping });
  try {
    const accountLocale = await deps.accountLocale(accountId);
    const { settings } = channel;
    const decided = await deps.decideTurn({ turn, settings, accountId, accountLocale, signal: deadline.signal });
    const { kind, reason, confidence, sources } = decided;
    return { decision: kind, reason, text: decided.text, confidence, sources };
  } finally {
    deadline.release();
  }
}
