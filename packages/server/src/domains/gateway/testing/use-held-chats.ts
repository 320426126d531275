import type { Message } from '@otvet/contract';
import { afterAll, beforeAll } from 'vitest';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  type CoreOptions,
  meetCustomer,
  startCore,
  type TelegramChannel,
} from '../../../testing/start-core.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import type { ClaimedDelivery } from '../../dialogs/index.ts';

const HOLD_SECONDS = 60;
/** One refused chat may be at its own limit: the second one shows that the bot is. */
const REFUSED_CHATS = 2;

/** The channel is that of the chat that was started last. */
type Parts = { core: Core; channel: TelegramChannel };

const originOf = ({ channel }: Parts) => ({ accountId: channel.accountId, channelId: channel.channelId });
const placeOf = (parts: Parts, chatId: number) => ({ ...originOf(parts), chatId: String(chatId) });

/** Calls a person where somebody asks "unknown"; thanks get a courtesy. */
const decideTurn: NonNullable<CoreOptions['decideTurn']> = async ({ turn }) => {
  const text = turn.turn.map((message) => message.text).join(' | ');
  if (text === 'unknown') return answerWith('A person comes', { kind: 'hand-over', reason: 'not_known' });
  if (text === 'thanks') return answerWith('You are welcome', { reason: 'small_talk' });
  return answerWith(`re: ${text}`);
};

/** Chats of channels that the platform asked to pause: what is committed there waits. For the tests of one `describe`. */
export function useHeldChats(kind: 'server' | 'embedded') {
  const clock = createTestClock();
  const parts = {} as Parts;
  let nextChat = 900;
  let updateId = 1;
  beforeAll(async () => {
    parts.core = await startCore({ kind, clock, decideTurn });
  });
  afterAll(() => parts.core.close());

  const place = (chatId: number) => placeOf(parts, chatId);
  const origin = () => originOf(parts);
  const settle = async () => {
    await parts.core.idle();
    await parts.core.sweep();
    await parts.core.idle();
  };
  const acceptEvent = async (event: { eventId: string; payload: unknown }) => {
    await parts.core.gateway.acceptEvents({ ...origin(), events: [event] });
    await settle();
  };

  /** Gives the id of the message on the platform. */
  async function ask(chatId: number, text: string): Promise<number> {
    updateId += 1;
    await acceptEvent(buildUpdate({ updateId, chatId, messageId: updateId, text }));
    return updateId;
  }

  return {
    clock,
    place,
    origin,
    settle,
    ask,
    parts,
    ...readChats(parts),
    /** A customer of a channel of its own that the platform asked to pause. */
    async startHeldChat(): Promise<number> {
      parts.channel = await buildTelegramChannel(
        parts.core,
        await buildAccount(parts.core, { plan: 'starter', messagesLimit: 100 }),
      );
      // The hold is younger than the channel, whose news may be worked on still.
      clock.advance(1000);
      nextChat += 1 + REFUSED_CHATS;
      const chatId = nextChat;
      const others = Array.from({ length: REFUSED_CHATS }, (_, index) => chatId + 1 + index);
      for (const id of [chatId, ...others]) meetCustomer(parts.core, parts.channel.bot, id);
      const fault = { method: 'sendMessage', token: parts.channel.bot.token, retryAfter: HOLD_SECONDS };
      parts.core.telegram.faults.add({ ...fault, kind: 'rate-limited', times: REFUSED_CHATS });
      for (const other of others) await ask(other, 'other');
      await waitUntil(async () => {
        await settle();
        return isHeld(parts);
      });
      return chatId;
    },
    async endHold(): Promise<void> {
      clock.advance(HOLD_SECONDS * 1000);
      await settle();
      await settle();
    },
    /** `age`: how many seconds before the newest edit of all this one was made. */
    async edit(chatId: number, messageId: number, text: string, { age = 0 } = {}): Promise<void> {
      updateId += 1;
      const { eventId, payload } = buildUpdate({ updateId, chatId, messageId, text });
      const edited = { ...payload.message, edit_date: payload.message.date + updateId - age };
      await acceptEvent({ eventId, payload: { update_id: updateId, edited_message: edited } });
    },
    async remove(chatId: number, messageId: number): Promise<void> {
      const chat = { id: String(chatId), isGroup: false, title: '' };
      const event = { kind: 'delete' as const, chat, messageIds: [String(messageId)] };
      await withTransaction(parts.core.pool, (tx) => parts.core.dialogs.applySideEvent(tx, { ...origin(), event }));
      await settle();
    },
  };
}

async function isHeld({ core, channel }: Parts): Promise<boolean> {
  const { rowCount } = await core.pool.query(
    'select from channel_outbox where channel_id = $1 and held_until is not null',
    [channel.channelId],
  );
  return rowCount === 1;
}

function readChats(parts: Parts) {
  return {
    async claimDespiteHold(chatId: number) {
      await parts.core.pool.query('update channel_outbox set held_until = null where channel_id = $1', [
        parts.channel.channelId,
      ]);
      const dialogId = (await parts.core.dialogs.find(placeOf(parts, chatId)))?.id ?? '';
      const claimed = await parts.core.dialogs.claimDelivery({ accountId: parts.channel.accountId, dialogId });
      if (!claimed) throw new Error('nothing was claimed');
      return claimed;
    },
    /** The send of a claimed message ends without a network: nothing of it left. */
    failSend: async (claimed: ClaimedDelivery) =>
      void (await parts.core.dialogs.recordDelivery(claimed, {
        ...{ state: 'retry', reason: 'network', vendorId: null, sentParts: [], channel: null },
        retryAt: parts.core.clock.now(),
      })),
    /** What the customer got. */
    seen: (chatId: number) =>
      parts.core.telegram
        .messagesOf(chatId, parts.channel.bot.token)
        .flatMap((entry) => (entry.author === 'bot' ? [entry.message.text ?? ''] : [])),
    async messagesOf(chatId: number): Promise<Message[]> {
      return (await parts.core.dialogs.messages({ ...placeOf(parts, chatId), limit: 100, offset: 0 })).messages;
    },
    async chatOf(chatId: number) {
      const found = await parts.core.dialogs.find(placeOf(parts, chatId));
      if (!found) throw new Error('there is no such dialog');
      return found.chat;
    },
    /** By the chat of the test. */
    async usedMessages(): Promise<number> {
      const { rows } = await parts.core.pool.query<{ used: number }>(
        'select messages_used as used from accounts where id = $1',
        [parts.channel.accountId],
      );
      return (rows[0]?.used ?? -1) - REFUSED_CHATS;
    },
    async handedOverAt(chatId: number): Promise<Date | null | undefined> {
      const { accountId, channelId } = parts.channel;
      const { rows } = await parts.core.pool.query<{ at: Date | null }>(
        'select handed_over_at as at from dialogs where account_id = $1 and channel_id = $2 and chat_id = $3',
        [accountId, channelId, String(chatId)],
      );
      return rows[0]?.at;
    },
  };
}
