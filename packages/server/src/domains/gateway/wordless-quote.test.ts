import { expect, it } from 'vitest';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';

const CHAT = 700;

it('risk: a quote whose words the platform does not tell stands there without any', async () => {
  const quotes: (string | null)[] = [];
  const core = await startCore({
    decideTurn: async ({ turn }) => {
      quotes.push(...turn.turn.map(({ replyText }) => replyText));
      return answerWith('', { kind: 'silent', silence: 'no_content' });
    },
  });
  try {
    const { accountId, channelId, bot } = await buildTelegramChannel(core, await buildAccount(core));
    meetCustomer(core, bot, CHAT);
    const write = async (messageId: number, text: string, more: Record<string, unknown>) => {
      const { eventId, payload } = buildUpdate({ updateId: messageId, chatId: CHAT, messageId, text });
      const event = { eventId, payload: { ...payload, message: { ...payload.message, ...more } } };
      await core.gateway.acceptEvents({ accountId, channelId, events: [event] });
      await core.idle();
    };
    const quoting = (messageId: number) => ({
      reply_to_message: { message_id: messageId, date: 1_790_000_000, chat: { id: CHAT, type: 'private' } },
    });
    await write(5, 'Есть диван?', {});
    await write(6, '', { location: { latitude: 55.5, longitude: 37.5 } });
    await write(7, 'А такой?', quoting(5));
    await write(8, 'Это здесь', quoting(6));
    await write(9, 'А это?', quoting(2));
    const place = { accountId, channelId, chatId: String(CHAT) };
    const shown = async () => {
      const { messages } = await core.dialogs.messages({ ...place, limit: 10, offset: 0 });
      return ['А такой?', 'Это здесь', 'А это?'].map((text) => messages.find((one) => one.text === text)?.replyTo);
    };
    const id = expect.any(String);
    expect(await shown()).toEqual([
      { id, text: 'Есть диван?' },
      { id, text: '[location]' },
      { id: null, text: '' },
    ]);
    expect(quotes.filter((quote) => quote)).toEqual(['Есть диван?']);
  } finally {
    await core.close();
  }
});
