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
const { parts, place, receive, update, newChat, chatOf, messagesOf, heard } = useTelegramChats({ decideTurn });

/** Instead of its words. */
async function send(chatId: number, content: object): Promise<void> {
  const { eventId, payload } = update({ chatId, text: '' });
  const { text: _, ...message } = payload.message;
  await receive([{ eventId, payload: { ...payload, message: { ...message, ...content } } }]);
  await parts.core.idle();
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
    expect(heard(chatId)).toEqual([expect.stringMatching(/Здравствуйте/)]);
    await send(chatId, content);
    expect(heard(chatId)).toHaveLength(1);
    expect((await messagesOf(chatId)).at(-1)).toMatchObject({ author: 'customer', silence: 'no_content' });
  });

  it('risk: a thank-you sticker makes who talks with a person wait again', async () => {
    const chatId = newChat();
    await send(chatId, content);
    const by = { userId: 'u1', userName: 'Анна', urls: [], clientId: null, replyToId: null, state: 'queued' as const };
    await parts.core.dialogs.send({ ...place(chatId), ...by, text: 'Я здесь' });
    await send(chatId, content);
    expect((await messagesOf(chatId)).at(-1)).toMatchObject({ author: 'customer', silence: 'no_content' });
    expect((await chatOf(chatId))?.speaker).not.toBe('waiting');
  });
});
