import { describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { systemRandom } from '../../platform/time/ids.ts';
import { createTurnDecider } from '../assistant/decide-turn.ts';
import { useTelegramChats } from './testing/use-telegram-chats.ts';

/* What a customer sends without a word, from the platform to what is said back and who waits. */

const decideTurn = createTurnDecider({
  knowledge: { retrieve: () => Promise.reject(new Error('nothing is asked')) },
  model: undefined,
  clock: systemClock,
  random: systemRandom,
  log: createLog({ level: 'silent' }),
});
const { parts, place, receive, update, newChat, write, chatOf, messagesOf, heard } = useTelegramChats({
  decideTurn,
  settings: { greeting: 'Добро пожаловать!' },
});

/** Instead of its words. */
async function send(chatId: number, content: object): Promise<void> {
  const { eventId, payload } = update({ chatId, text: '' });
  const { text: _, ...message } = payload.message;
  await receive([{ eventId, payload: { ...payload, message: { ...message, ...content } } }]);
  await parts.core.idle();
}

async function takeOver(chatId: number): Promise<void> {
  const by = { userId: 'u1', userName: 'Анна', urls: [], clientId: null, replyToId: null, state: 'queued' as const };
  await parts.core.dialogs.send({ ...place(chatId), ...by, text: 'Я здесь' });
}

it.each([
  ['a location', { location: { latitude: 55.75, longitude: 37.61 } }, /место/],
  ['a contact card', { contact: { phone_number: '+79990001122', first_name: 'Анна' } }, /контакт/],
])('%s is passed to a person, and the customer hears so', async (_name, content, words) => {
  const chatId = newChat();
  await send(chatId, content);
  expect(heard(chatId)).toEqual([expect.stringMatching(words)]);
  expect(await chatOf(chatId)).toMatchObject({ handOverReason: 'cannot_read' });
});

describe('a sticker', () => {
  const sticker = { file_id: 's1', file_unique_id: 'u1', type: 'regular', width: 512, height: 512, emoji: '👋' };
  const content = { sticker: { ...sticker, is_animated: true, is_video: false } };

  it('opens a dialog as a greeting, and gets silence afterwards', async () => {
    const chatId = newChat();
    await send(chatId, content);
    expect(heard(chatId)).toEqual(['Добро пожаловать!']);
    await send(chatId, content);
    expect(heard(chatId)).toHaveLength(1);
    expect((await messagesOf(chatId)).at(-1)).toMatchObject({ author: 'customer', silence: 'no_content' });
  });

  it('risk: a thank-you sticker makes who talks with a person wait again', async () => {
    const chatId = newChat();
    await send(chatId, content);
    await takeOver(chatId);
    await send(chatId, content);
    expect((await messagesOf(chatId)).at(-1)).toMatchObject({ author: 'customer', silence: 'no_content' });
    expect((await chatOf(chatId))?.speaker).not.toBe('waiting');
  });
});

describe('the button that opens a chat', () => {
  const start = { text: '/start promo', entities: [{ type: 'bot_command', offset: 0, length: 6 }] };

  it("gets the channel's greeting, once, and stands in the list as what it is", async () => {
    const chatId = newChat();
    await send(chatId, start);
    expect(heard(chatId)).toEqual(['Добро пожаловать!']);
    expect(await chatOf(chatId)).toMatchObject({ text: '[opened]', unreadCount: 1, speaker: 'assistant' });
    await send(chatId, start);
    expect(heard(chatId)).toHaveLength(1);
  });

  it('risk: the greeting speaks in the middle of a talk as if nothing had been said', async () => {
    const chatId = newChat();
    await write(chatId, 'спасибо');
    await send(chatId, start);
    expect(heard(chatId).at(-1)).toBe('Слушаю вас.');
    await send(chatId, start);
    expect(heard(chatId)).toHaveLength(2);
  });

  it('risk: the assistant greets where a person talks, and the dialog waits for one again', async () => {
    const chatId = newChat();
    await send(chatId, start);
    await takeOver(chatId);
    await send(chatId, start);
    expect(heard(chatId)).toEqual(['Добро пожаловать!']);
    expect((await messagesOf(chatId)).at(-1)).toMatchObject({ author: 'customer', silence: 'paused' });
    expect((await chatOf(chatId))?.speaker).not.toBe('waiting');
  });

  it('risk: who is banned, or waits for a person, is greeted', async () => {
    const banned = newChat();
    await write(banned, 'спасибо');
    await parts.core.dialogs.setBanned(place(banned), true);
    const waiting = newChat();
    await send(waiting, { location: { latitude: 55.75, longitude: 37.61 } });
    for (const chatId of [banned, waiting]) {
      await send(chatId, start);
      expect(heard(chatId)).toHaveLength(1);
    }
  });
});
