import { describe, expect, it } from 'vitest';
import { answerWith, meetCustomer } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { useTelegramChats } from './testing/use-telegram-chats.ts';

describe('risk: a robot answers the assistant, which answers the robot', () => {
  const clock = createTestClock();
  let asked = 0;
  let decision: Parameters<typeof answerWith>[1] = {};
  const { parts, place, write } = useTelegramChats({
    clock,
    decideTurn: async () => {
      asked += 1;
      return answerWith('And what can I do for you?', decision);
    },
  });

  it('counts answers alone: a dialog that waits for a person is left as it is', async () => {
    meetCustomer(parts.core, parts.channel.bot, 3);
    decision = { kind: 'silent', silence: 'handed_over' };
    for (let number = 1; number <= 65; number += 1) await write(3, `reply ${number}`);
    decision = {};
    const before = asked;
    await write(3, 'reply 66');
    expect(asked).toBe(before + 1);
    asked = 0;
  });

  it('ends after 60 answers with a call for a person, other dialogs go on, and an hour later it is answered again', async () => {
    meetCustomer(parts.core, parts.channel.bot, 1);
    for (let number = 1; number <= 70; number += 1) await write(1, `reply ${number}`);
    expect(asked).toBe(60);
    const chat = (await parts.core.dialogs.find(place(1)))?.chat;
    expect(chat).toMatchObject({ speaker: 'waiting', handOverReason: 'too_often' });
    const { messages } = await parts.core.dialogs.messages({ ...place(1), limit: 1, offset: 0 });
    expect(messages[0]).toMatchObject({ text: 'reply 70', silence: 'too_often' });
    const { messages: all } = await parts.core.dialogs.messages({ ...place(1), limit: 500, offset: 0 });
    // The customer is told once that a person will answer.
    const told = all.filter(({ author, decision }) => author === 'assistant' && decision === 'hand-over');
    expect(told.map(({ text }) => text !== '')).toEqual([true]);
    meetCustomer(parts.core, parts.channel.bot, 2);
    await write(2, 'reply 1');
    expect(asked).toBe(61);
    await clock.advance(3_600_000);
    await write(1, 'reply 71');
    expect(asked).toBe(62);
  });
});
