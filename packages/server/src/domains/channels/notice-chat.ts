import { createHmac } from 'node:crypto';
import { noticeFields } from '@otvet/contract';
import { isSameSecret } from '../../platform/secrets/is-same-secret.ts';
import type { ChannelDeps } from './deps.ts';
import { tryOpen } from './live-channel.ts';
import { listChannels, type StoredChannel } from './store.ts';

/** A word is good for one to two of these, and until the place of the notices changes: nothing has to be kept of it. */
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

/** The channel of the account whose word this is, and what it is told: news go to the chat from now on. */
export async function findByNoticeWord(
  deps: ChannelDeps,
  { accountId, word, chatId }: { accountId: string; word: string; chatId: string },
): Promise<{ stored: StoredChannel; update: Record<string, unknown> } | undefined> {
  if (!isNoticeWord(word)) return undefined;
  const at = windowOf(deps);
  const isOf = (channel: StoredChannel) =>
    [at, at - 1].some((window) => isSameSecret(word, makeWord(deps, channel, window)));
  const { isOn, address } = noticeFields.chat;
  // Whose word came before: the same event once more.
  const isLinked = ({ settings }: StoredChannel) => settings[isOn] === true && settings[address] === chatId;
  const channels = await listChannels.all(deps.pool, { accountId });
  const stored = channels.find(isOf) ?? channels.find(isLinked);
  return stored && { stored, update: { [isOn]: true, [address]: chatId } };
}

/** Whether a text has the form of such a word; whose it is the account's channels tell. */
export const isNoticeWord = (text: string): boolean => WORD.test(text);

const windowOf = ({ sharedClock }: Pick<ChannelDeps, 'sharedClock'>) =>
  Math.floor(sharedClock.now().getTime() / WINDOW_MS);

/** Where the notices go now is part of it: who says it first is linked, and the word is no other chat's. */
function makeWord(
  { keyring }: Pick<ChannelDeps, 'keyring'>,
  { accountId, id, settings }: StoredChannel,
  window: number,
): string {
  const [key] = keyring.derive('notice-chat');
  if (key === undefined) throw new Error('There is no key to make words with');
  const { isOn, address } = noticeFields.chat;
  const place = `${accountId} ${id} ${window} ${settings[isOn] === true} ${settings[address] ?? ''}`;
  const mark = createHmac('sha256', key.bytes).update(place).digest('hex');
  return PREFIX + mark.slice(0, LENGTH);
}
