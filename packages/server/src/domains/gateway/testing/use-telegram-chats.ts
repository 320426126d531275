import type { Message } from '@otvet/contract';
import { afterAll, beforeAll } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  type CoreOptions,
  meetCustomer,
  startCore,
  type TelegramChannel,
} from '../../../testing/start-core.ts';

/** Far from each other, so that a file may name chats of its own. */
const FIRST_CHAT = 80_000;
const FIRST_UPDATE = 1000;

type Update = ReturnType<typeof buildUpdate>;

/**
 * An account with messages without end, one Telegram channel and the customers of it. For the tests of one `describe`, or
 * of a file. Answers repeat the question, unless `decideTurn` says otherwise.
 */
export function useTelegramChats({ settings, ...options }: CoreOptions & { settings?: Record<string, unknown> } = {}) {
  const parts = {} as { core: Core; channel: TelegramChannel };
  let nextChat = FIRST_CHAT;
  let nextUpdate = FIRST_UPDATE;
  beforeAll(async () => {
    parts.core = await startCore(options);
    const accountId = await buildAccount(parts.core, { plan: 'starter', messagesLimit: null });
    parts.channel = await buildTelegramChannel(parts.core, accountId, settings);
  });
  afterAll(() => parts.core.close());

  const origin = () => ({ accountId: parts.channel.accountId, channelId: parts.channel.channelId });
  const place = (chatId: number) => ({ ...origin(), chatId: String(chatId) });
  const receive = (events: { eventId: string; payload: unknown }[]) =>
    parts.core.gateway.acceptEvents({ ...origin(), events });

  /** Of a customer, now; without a number of its own the message has that of the update. */
  function update({ chatId, messageId, text }: { chatId: number; messageId?: number; text: string }): Update {
    const updateId = nextUpdate++;
    const date = Math.floor(parts.core.clock.now().getTime() / 1000);
    return buildUpdate({ updateId, chatId, messageId: messageId ?? updateId, text, date });
  }

  return {
    parts,
    origin,
    place,
    receive,
    update,
    nextUpdateId: () => nextUpdate++,
    newChat(bot = parts.channel.bot): number {
      const chatId = nextChat++;
      meetCustomer(parts.core, bot, chatId);
      return chatId;
    },
    /** A message of a customer, and all that comes of it at once; gives its id on the platform. */
    async write(chatId: number, text: string): Promise<string> {
      const written = update({ chatId, text });
      await receive([written]);
      await parts.core.idle();
      return String(written.payload.message.message_id);
    },
    /** What the tasks of a node do in a second. */
    async work(node = parts.core): Promise<void> {
      await node.sweep();
      await node.idle();
    },
    chatOf: async (chatId: number) => (await parts.core.dialogs.find(place(chatId)))?.chat,
    async messagesOf(chatId: number): Promise<Message[]> {
      if ((await parts.core.dialogs.find(place(chatId))) === undefined) return [];
      return (await parts.core.dialogs.messages({ ...place(chatId), limit: 500, offset: 0 })).messages;
    },
    /** What the customer got. */
    heard: (chatId: number): string[] =>
      parts.core.telegram
        .messagesOf(chatId, parts.channel.bot.token)
        .flatMap((entry) => (entry.author === 'bot' ? [entry.message.text ?? ''] : [])),
  };
}
