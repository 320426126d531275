import { listChoices } from '@otvet/contract';
import { describe, expect, it } from 'vitest';
import { on } from '../../events/index.ts';
import { answerWith, type CoreOptions, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { useTelegramChats } from './testing/use-telegram-chats.ts';

/* The assistant offered questions that the base answers: whoever picks none of them waits for a person after some minutes. */

const MINUTE_MS = 60_000;
const WAIT_MINUTES = 5;
const CALLED = 'Передал ваш вопрос сотруднику — он ответит здесь.';
const anna = { userId: 'u1', userName: 'Анна Котова' };
const clock = createTestClock();
const TITLE = 'Какой у вас график?';
const offer = `Возможно, вы об этом?\n${listChoices([TITLE, 'Позвать сотрудника'])}`;

/** Whatever asks about weekends is offered one question, a nod gets a nod, and anything else an answer. */
const decideTurn: CoreOptions['decideTurn'] = async ({ turn }) => {
  const text = turn.turn.map((message) => message.text).join(' | ');
  if (text === 'человека!') return answerWith(CALLED, { kind: 'hand-over', reason: 'customer_asked' });
  if (text === 'спасибо') return answerWith('Пожалуйста!', { reason: 'small_talk' });
  if (text !== 'Работаете в выходные?') return answerWith(`re: ${text}`);
  const source = {
    passageId: parts.core.newId(),
    knowledgeBaseId: parts.core.newId(),
    title: TITLE,
    kind: 'qa' as const,
    score: 3,
  };
  const choices = [
    { text: TITLE, source },
    { text: 'Позвать сотрудника', source: null },
  ];
  return answerWith(offer, { kind: 'clarify', reason: 'not_known', sources: [source], choices });
};

const called: string[] = [];
const note = on(
  'dialog.handed-over',
  async (_tx, { payload }) => void called.push(`${payload.chatId} ${payload.reason}`),
);
const { parts, place, receive, update, write, work, newChat, chatOf, heard } = useTelegramChats({
  ...{ clock, decideTurn },
  subscriptions: [{ subscriber: 'test.called', handlers: [note] }],
});

const pass = (minutes: number) => clock.advance(minutes * MINUTE_MS);
const calls = (chatId: number) => heard(chatId).filter((text) => text === CALLED).length;

/** A dialog in which questions were offered just now. */
async function offerTo(): Promise<number> {
  const chatId = newChat();
  await write(chatId, 'Работаете в выходные?');
  expect(heard(chatId)).toHaveLength(1);
  return chatId;
}

describe('a customer who picks nothing', () => {
  it('waits for a person after five minutes, is told so in the usual words, and the others hear of it, once', async () => {
    const chatId = await offerTo();
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'assistant', waitingSince: null });
    pass(WAIT_MINUTES - 1);
    await work();
    expect(calls(chatId)).toBe(0);
    pass(1);
    await work();
    expect(heard(chatId).at(-1)).toBe(CALLED);
    expect(await chatOf(chatId)).toMatchObject({
      ...{ speaker: 'waiting', handOverReason: 'not_chosen', waitingSince: clock.now().toISOString() },
    });
    await waitUntil(() => called.includes(`${chatId} not_chosen`));
    pass(60);
    await work();
    expect(calls(chatId)).toBe(1);
    expect(called.filter((line) => line.startsWith(String(chatId)))).toHaveLength(1);
  });

  it('waits for a person also where a courtesy came after the offer', async () => {
    const chatId = await offerTo();
    await write(chatId, 'спасибо');
    pass(WAIT_MINUTES);
    await work();
    expect(heard(chatId).slice(1)).toEqual(['Пожалуйста!', CALLED]);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', handOverReason: 'not_chosen' });
  });

  it('is called with words also where nobody worked for hours', async () => {
    const chatId = await offerTo();
    pass(5 * 60);
    await work();
    expect(calls(chatId)).toBe(1);
  });

  it('is not called for who picked or asked something else', async () => {
    const chatId = await offerTo();
    await write(chatId, TITLE);
    pass(WAIT_MINUTES * 3);
    await work();
    expect(heard(chatId).slice(1)).toEqual([`re: ${TITLE}`]);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'assistant', waitingSince: null });
  });

  it('is not called while a person has the dialog, nor when that one hands it back', async () => {
    const chatId = await offerTo();
    await parts.core.dialogs.pause(place(chatId), anna);
    pass(WAIT_MINUTES);
    await work();
    await parts.core.dialogs.resume(place(chatId), anna);
    await work();
    expect(calls(chatId)).toBe(0);
  });

  it('risk: who was told of a call less than an hour ago hears it again. He waits in sight without words', async () => {
    const chatId = newChat();
    await write(chatId, 'человека!');
    await parts.core.dialogs.setBanned(place(chatId), true);
    await parts.core.dialogs.setBanned(place(chatId), false);
    await write(chatId, 'Работаете в выходные?');
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'assistant', waitingSince: null });
    pass(WAIT_MINUTES);
    await work();
    expect(calls(chatId)).toBe(1);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', handOverReason: 'not_chosen' });
  });

  it('waits in sight without words where the channel was switched off meanwhile', async () => {
    const chatId = await offerTo();
    const key = { accountId: parts.channel.accountId, type: 'telegram' as const, id: parts.channel.channelId };
    await parts.core.channels.update({ ...key, update: { active: false } });
    pass(WAIT_MINUTES);
    await work();
    await work();
    await parts.core.channels.update({ ...key, update: { active: true } });
    expect(calls(chatId)).toBe(0);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting' });
  });
});

describe('races and restarts', () => {
  it('risk: the time is kept in memory. A node that starts later calls the person', async () => {
    const chatId = await offerTo();
    pass(WAIT_MINUTES + 2);
    const next = await startCore({ beside: parts.core, clock, decideTurn });
    await work(next);
    expect(calls(chatId)).toBe(1);
    await next.close();
  });

  it('risk: two nodes call two persons', async () => {
    const other = await startCore({ beside: parts.core, clock, decideTurn });
    const chats = await Promise.all(Array.from({ length: 10 }, offerTo));
    pass(WAIT_MINUTES);
    await Promise.all([work(), work(other), work(), work(other)]);
    await work();
    expect(chats.map(calls)).toEqual(chats.map(() => 1));
    await other.close();
  });

  it('risk: a pick at the moment when the time is over gets no answer, or two calls', async () => {
    const chats = await Promise.all(Array.from({ length: 20 }, offerTo));
    pass(WAIT_MINUTES);
    await Promise.all([work(), ...chats.map((chatId) => receive([update({ chatId: chatId, text: TITLE })]))]);
    const answers = (chatId: number) => heard(chatId).filter((text) => text === `re: ${TITLE}`);
    await waitUntil(async () => {
      await work();
      return chats.every((chatId) => answers(chatId).length > 0);
    });
    for (const chatId of chats) {
      expect(answers(chatId)).toHaveLength(1);
      expect(calls(chatId)).toBeLessThanOrEqual(1);
    }
  });

  it('risk: a pick that came while the call was being decided is overtaken by the call', async () => {
    const chatId = await offerTo();
    pass(WAIT_MINUTES);
    const { rows } = await parts.core.pool.query('select id from dialogs where account_id = $1 and chat_id = $2', [
      parts.channel.accountId,
      String(chatId),
    ]);
    const turn = await parts.core.dialogs.claimTurn({
      accountId: parts.channel.accountId,
      dialogId: String(rows[0]?.id),
    });
    if (turn === undefined) throw new Error('the ended offer was not claimed');
    expect(turn).toMatchObject({ isOfferOver: true, turn: [] });
    await receive([update({ chatId: chatId, text: TITLE })]);
    await parts.core.gateway.idle();
    const decision = answerWith(CALLED, { kind: 'hand-over', reason: 'not_chosen' });
    const commit = { state: 'queued' as const, isCounted: false, sendsNow: false, decision };
    expect((await parts.core.dialogs.commitTurn(turn, commit)).result).toEqual({ kind: 'dropped' });
    await parts.core.dialogs.releaseTurn(turn, clock.now());
    await work();
    expect(heard(chatId).slice(1)).toEqual([`re: ${TITLE}`]);
    pass(WAIT_MINUTES);
    await work();
    expect(calls(chatId)).toBe(0);
  });

  it('risk: a person takes the dialog at the moment when the time is over: nothing is said after him', async () => {
    const chats = await Promise.all(Array.from({ length: 20 }, offerTo));
    pass(WAIT_MINUTES);
    const send = (chatId: number) =>
      parts.core.dialogs.send({
        ...{ ...place(chatId), ...anna, text: 'Я здесь', urls: [], clientId: null, replyToId: null, state: 'queued' },
      });
    await Promise.all([work(), ...chats.map(send)]);
    await work();
    for (const chatId of chats) {
      expect(heard(chatId).at(-1)).toBe('Я здесь');
      expect(await chatOf(chatId)).toMatchObject({ speaker: 'operator', paused: true, waitingSince: null });
    }
  });
});
