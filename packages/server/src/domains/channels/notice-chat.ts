import { createHmac } from 'node:crypto';
import { channelUpdate, chatIdPattern, initialChannelSettings, noticeFields } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { isSameSecret } from '../../platform/secrets/is-same-secret.ts';
import { recordUpdate } from './audit-update.ts';
import type { ChannelDeps } from './deps.ts';
import { tryOpen } from './live-channel.ts';
import { linkNotices } from './notice-store.ts';
import { listChannels, type StoredChannel } from './store.ts';

/** A word is good for one to two of these, once, and until the notices are switched off or go elsewhere. */
const WINDOW_MS = 15 * 60_000;
const PREFIX = 'notices-';
const WORD = /^notices-[0-9a-f]{16}$/;
const LENGTH = 16;

type Key = { accountId: string; id: string };

/** Where news of a channel may go: a chat in which somebody says the word to the account's own bot. */
export type NoticeChat = { carrier: string; link: string | null; message: string; until: Date };

/** What to write, and to whom; null where no channel of the account carries notices. */
export async function findNoticeChat(deps: ChannelDeps, { accountId, id }: Key): Promise<NoticeChat | null> {
  const stored = await listChannels.all(deps.pool, { accountId });
  const about = stored.find((one) => one.id === id);
  if (about === undefined) return null;
  const working = stored.filter(({ inactiveReason }) => inactiveReason === null);
  // The channel itself comes first: its notices go through it.
  const ordered = [...working.filter((one) => one.id === id), ...working.filter((one) => one.id !== id)];
  for (const candidate of ordered) {
    const live = tryOpen(deps, candidate);
    if (!live?.descriptor.carriesNotices || !live.connector.startWith) continue;
    const at = windowOf(deps);
    const until = new Date((at + 2) * WINDOW_MS);
    const carrier = candidate.accountName || candidate.name;
    return { carrier, ...live.connector.startWith(makeWord(deps, about, at), live.self), until };
  }
  return null;
}

export type Said = { accountId: string; word: string; chatId: string };
/** What is kept together with the link, or not at all. */
export type Settle = (tx: PoolClient) => Promise<void>;

/**
 * News of the channel whose word this is go to the chat from now on, and the chat of before is told so; the channel, or
 * undefined for a word that is none or no longer good.
 */
export async function linkNoticeChat(deps: ChannelDeps, said: Said, settle: Settle): Promise<Key | undefined> {
  // A chat that a business has by way of somebody's account is no place for notices.
  if (!isNoticeWord(said.word) || !chatIdPattern.test(said.chatId)) return undefined;
  return await withTransaction(deps.pool, async (tx) => {
    const linked = await takeWord(deps, said, tx);
    if (linked) await settle(tx);
    return linked;
  });
}

async function takeWord(
  deps: ChannelDeps,
  { accountId, word, chatId }: Said,
  tx: PoolClient,
): Promise<Key | undefined> {
  const channels = await listChannels.all(tx, { accountId });
  const at = windowOf(deps);
  const isOf = (channel: StoredChannel) =>
    [at, at - 1].some((window) => isSameSecret(word, makeWord(deps, channel, window)));
  const stored = channels.find(isOf);
  if (stored) return await link(deps, { stored, chatId }, tx);
  // Whose word came before says it once more.
  return channels.find((channel) => chatOf(channel) === chatId);
}

async function link(
  deps: ChannelDeps,
  { stored, chatId }: { stored: StoredChannel; chatId: string },
  tx: PoolClient,
): Promise<Key> {
  const { accountId, id, type, noticeRound: round } = stored;
  const { isOn, address } = noticeFields.chat;
  const settings = channelUpdate.parse({ [isOn]: true, [address]: chatId });
  const linked = await linkNotices.run(tx, { accountId, id, settings, round, now: deps.clock.now() });
  // Another event used the word meanwhile, or the owner changed the place: this one is read again.
  if (linked === 0) throw new AppError('request.conflict');
  await recordUpdate(deps, { channel: stored, update: settings, tx });
  const formerChatId = chatOf(stored);
  if (formerChatId !== undefined && formerChatId !== chatId)
    await deps.events.publish(tx, 'channel.notices-moved', {
      accountId,
      channelId: id,
      channelType: type,
      formerChatId,
      round,
    });
  return { accountId, id };
}

/** Where the notices of a channel go, if to a chat at all. */
function chatOf(channel: StoredChannel): string | undefined {
  const settings = { ...initialChannelSettings, ...channel.settings };
  const { isOn, address } = noticeFields.chat;
  return settings[isOn] && settings[address] !== '' ? settings[address] : undefined;
}

/** Whether a text has the form of such a word; whose it is the account's channels tell. */
export const isNoticeWord = (text: string): boolean => WORD.test(text);

const windowOf = ({ sharedClock }: Pick<ChannelDeps, 'sharedClock'>) =>
  Math.floor(sharedClock.now().getTime() / WINDOW_MS);

/** The round is part of it: who says it first is linked, and no change of the place makes it good again. */
function makeWord(
  { keyring }: Pick<ChannelDeps, 'keyring'>,
  { accountId, id, noticeRound }: StoredChannel,
  window: number,
): string {
  const [key] = keyring.derive('notice-chat');
  if (key === undefined) throw new Error('There is no key to make words with');
  const mark = createHmac('sha256', key.bytes).update(`${accountId} ${id} ${window} ${noticeRound}`).digest('hex');
  return PREFIX + mark.slice(0, LENGTH);
}
