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

it('risk: a message of a kind that we do not show is an empty bubble, and nobody is called', async () => {
  const turns: string[][] = [];
  const core = await startCore({
    decideTurn: async ({ turn }) => {
      turns.push(turn.turn.flatMap(({ attachmentTypes }) => attachmentTypes));
      return answerWith('A person will answer', { kind: 'hand-over', reason: 'cannot_read' });
    },
  });
  try {
    const { accountId, channelId, bot } = await buildTelegramChannel(core, await buildAccount(core));
    meetCustomer(core, bot, CHAT);
    const { eventId, payload } = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 5, text: '' });
    const { text: _none, ...message } = payload.message;
    const event = { eventId, payload: { ...payload, message: { ...message, game: { title: 'A game' } } } };
    await core.gateway.acceptEvents({ accountId, channelId, events: [event] });
    await core.idle();
    const place = { accountId, channelId, chatId: String(CHAT) };
    const { messages, chat } = await core.dialogs.messages({ ...place, limit: 10, offset: 0 });
    const [asked] = messages.filter(({ author }) => author === 'customer');
    expect(asked).toMatchObject({ text: '', attachments: [{ type: 'unsupported', state: 'ready', url: null }] });
    expect(turns).toEqual([['unsupported']]);
    expect(chat).toMatchObject({ speaker: 'waiting', handOverReason: 'cannot_read' });
  } finally {
    await core.close();
  }
});
