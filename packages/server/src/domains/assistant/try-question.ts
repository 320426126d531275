import {
  type ChannelSettings,
  describeChannel,
  initialChannelSettings,
  isOfferedChannelType,
  type TriedAnswer,
} from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { createDeadline } from '../../platform/time/deadline.ts';
import type { Allowance } from '../accounts/index.ts';
import type { AnswerDeps } from './answer-dialog.ts';

/** Somebody waits for it at a screen. */
const TRY_DEADLINE_MS = 75_000;

/** In a channel as it is set, from this base instead of its own where one is given; without a channel as a new one would. */
export type TryQuestion = {
  accountId: string;
  channelId?: string | undefined;
  knowledgeBaseId?: string | undefined;
  text: string;
};

export type TryDeps = Pick<AnswerDeps, 'sharedClock' | 'channels' | 'decideTurn' | 'accountLocale' | 'requireBase'> & {
  allowanceOf: (accountId: string) => Promise<Allowance>;
  signFile: (file: { accountId: string; fileId: string }) => string;
};

/**
 * What the assistant would say to a customer who comes to the channel with this text: without the model where the account's
 * answers are used up. Nothing is stored, sent or counted.
 */
export async function tryQuestion(deps: TryDeps, asked: TryQuestion, stopping: AbortSignal): Promise<TriedAnswer> {
  const { accountId, channelId = '', text } = asked;
  const place = await findPlace(deps, asked);
  const now = deps.sharedClock.now();
  const question = { seq: 1, author: 'customer' as const, text, attachmentTypes: [], replyText: null };
  const turn = {
    ...{ accountId, dialogId: '', channelId, chatId: '', epoch: 0, turnSeq: 1, dueAt: now, attempt: 1, isGroup: false },
    ...{ language: null, handedOverAt: null, waitingSince: null, customerAt: now, isOfferOver: false, history: [] },
    context: null,
    allowance: await deps.allowanceOf(accountId),
    turn: [{ ...question, createdAt: now, decision: null, reason: null, sources: [], choices: [] }],
  };
  const deadline = createDeadline({ clock: deps.sharedClock, ms: TRY_DEADLINE_MS, signal: stopping });
  try {
    const accountLocale = await deps.accountLocale(accountId);
    const decided = await deps.decideTurn({ turn, ...place, accountId, accountLocale, signal: deadline.signal });
    const { kind, reason, confidence, sources, text: words } = decided;
    const photos = (decided.photos ?? []).map(({ id, name }) => {
      return { id, name, url: deps.signFile({ accountId, fileId: id }) };
    });
    const openQuestions = sources.length === 0 ? [] : (decided.debug?.openQuestions ?? []);
    return { decision: kind, reason, text: words, confidence, sources, photos, openQuestions };
  } finally {
    deadline.release();
  }
}

type Place = { settings: ChannelSettings; showsGreeting: boolean };

async function findPlace(
  { channels, requireBase }: TryDeps,
  { accountId, channelId, knowledgeBaseId }: TryQuestion,
): Promise<Place> {
  const base = knowledgeBaseId === undefined ? {} : { knowledgeBaseId };
  if (knowledgeBaseId !== undefined) await requireBase(accountId, knowledgeBaseId);
  if (channelId === undefined)
    return { settings: { ...initialChannelSettings, name: '', ...base }, showsGreeting: false };
  const channel = await channels.find(accountId, channelId);
  if (!channel) throw new AppError('channels.not_found');
  const { type, settings } = channel;
  const showsGreeting = isOfferedChannelType(type) && describeChannel(type).showsGreeting;
  return { settings: { ...settings, ...base }, showsGreeting };
}
