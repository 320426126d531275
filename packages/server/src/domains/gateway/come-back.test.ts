import { describe, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { answerWith, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { useTelegramChats } from './testing/use-telegram-chats.ts';

/* A person takes a dialog over and leaves: whoever writes waits in sight, and the assistant comes back after its time. */

const MINUTE_MS = 60_000;
const WAIT_MINUTES = 30;
const anna = { userId: 'u1', userName: 'Анна Котова' };

const clock = createTestClock();
const chats = useTelegramChats({ clock, settings: { comeBackMinutes: WAIT_MINUTES } });
const { parts, place, write, newChat, chatOf, heard } = chats;

const channelKey = () => ({
  accountId: parts.channel.accountId,
  type: 'telegram' as const,
  id: parts.channel.channelId,
});
const pass = (minutes: number) => clock.advance(minutes * MINUTE_MS);

/** What the tasks of a node do in a second. */
async function work(node = parts.core): Promise<void> {
  await node.runTask('dialogs.come-back');
  await chats.work(node);
}

const send = (chatId: number, text: string) =>
  parts.core.dialogs.send({
    ...place(chatId),
    ...anna,
    text,
    urls: [],
    clientId: null,
    replyToId: null,
    state: 'queued',
  });

/** The conversation as people of the business read it. */
async function readTalk(chatId: number): Promise<string[]> {
  return (await chats.messagesOf(chatId)).map(({ author, authorName, reason, text }) =>
    author === 'system' ? `— ${reason} ${authorName}` : `${author}: ${text}`,
  );
}

/** A dialog that Anna took over and answered in, as it is when she leaves. */
async function takeAndLeave(): Promise<number> {
  const chatId = newChat();
  await write(chatId, 'one');
  await parts.core.dialogs.pause(place(chatId), anna);
  await send(chatId, 'I will see to it');
  await work();
  return chatId;
}

describe('a customer who writes after a person left', () => {
  it('waits in sight at once, and the assistant comes back when nobody answers', async () => {
    const chatId = await takeAndLeave();
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'operator', waitingSince: null, comeBackAt: null });
    const { waiting } = await parts.core.dialogs.countUnread(parts.channel.accountId);
    await write(chatId, 'two');
    const since = clock.now();
    const comeBackAt = new Date(since.getTime() + WAIT_MINUTES * MINUTE_MS).toISOString();
    expect(await chatOf(chatId)).toMatchObject({
      ...{ speaker: 'waiting', paused: true, handOverReason: 'taken_over' },
      ...{ waitingSince: since.toISOString(), comeBackAt },
    });
    expect((await parts.core.dialogs.countUnread(parts.channel.accountId)).waiting).toBe(waiting + 1);
    const list = await parts.core.dialogs.list({
      accountId: parts.channel.accountId,
      limit: 100,
      offset: 0,
      filter: { waiting: true },
    });
    expect(list.chats.map((chat) => chat.chatId)).toContain(String(chatId));

    pass(WAIT_MINUTES - 1);
    await write(chatId, 'anybody?');
    await work();
    expect(heard(chatId)).toEqual(['re: one', 'I will see to it']);
    pass(1);
    await work();
    expect(heard(chatId)).toEqual(['re: one', 'I will see to it', 're: two | anybody?']);
    expect(await chatOf(chatId)).toMatchObject({
      speaker: 'assistant',
      paused: false,
      waitingSince: null,
      comeBackAt: null,
    });
    expect(await readTalk(chatId)).toEqual([
      'customer: one',
      'assistant: re: one',
      '— taken_over Анна Котова',
      'operator: I will see to it',
      'customer: two',
      'customer: anybody?',
      '— came_back null',
      'assistant: re: two | anybody?',
    ]);
  });

  it('a person who answers in time keeps the dialog, and the time begins anew with the next message', async () => {
    const chatId = await takeAndLeave();
    await write(chatId, 'two');
    pass(WAIT_MINUTES - 1);
    await send(chatId, 'Here I am');
    pass(5);
    await work();
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'operator', waitingSince: null, comeBackAt: null });
    await write(chatId, 'three');
    pass(WAIT_MINUTES - 1);
    await work();
    expect(heard(chatId).at(-1)).toBe('Here I am');
  });

  it('who took over with the question open has the whole time to answer it', async () => {
    const chatId = newChat();
    await parts.core.channels.update({ ...channelKey(), update: { dialogDelay: 600 } });
    await write(chatId, 'one');
    pass(5);
    await parts.core.dialogs.pause(place(chatId), anna);
    await parts.core.channels.update({ ...channelKey(), update: { dialogDelay: 0 } });
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', paused: true });
    pass(WAIT_MINUTES - 1);
    await work();
    expect(heard(chatId)).toEqual([]);
    pass(1);
    await work();
    expect(heard(chatId)).toEqual(['re: one']);
  });

  it('what the customer deleted is waited for by nobody', async () => {
    const chatId = await takeAndLeave();
    const messageIds = [await write(chatId, 'two')];
    const event = { kind: 'delete' as const, chat: { id: String(chatId), isGroup: false, title: '' }, messageIds };
    await withTransaction(parts.core.pool, (db) => parts.core.dialogs.applySideEvent(db, { ...place(chatId), event }));
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'operator', waitingSince: null, comeBackAt: null });
  });

  it('who cannot be reached is not come back to; who writes again hears the assistant', async () => {
    const chatId = await takeAndLeave();
    await write(chatId, 'two');
    const reach = async (isReachable: boolean) => {
      const chat = { id: String(chatId), isGroup: false, title: '' };
      const event = { kind: 'reachable' as const, chat, isReachable, reason: 'customer_blocked' };
      await withTransaction(parts.core.pool, (db) =>
        parts.core.dialogs.applySideEvent(db, { ...place(chatId), event }),
      );
    };
    await reach(false);
    expect(await chatOf(chatId)).toMatchObject({ isUnreachable: true, comeBackAt: null });
    pass(WAIT_MINUTES);
    await work();
    expect(heard(chatId).at(-1)).toBe('I will see to it');
    expect(await chatOf(chatId)).toMatchObject({ paused: true, unreachableReason: 'customer_blocked' });
    await reach(true);
    await work();
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', isUnreachable: false });
    await write(chatId, 'three');
    pass(WAIT_MINUTES);
    await work();
    expect(heard(chatId).at(-1)).toBe('re: two | three');
  });

  it('hears from a hand-over of the assistant, and waits on, where the base has no answer', async () => {
    const stuck = await startCore({
      beside: parts.core,
      clock,
      decideTurn: async () => answerWith('A person will answer', { kind: 'hand-over', reason: 'not_known' }),
    });
    const chatId = await takeAndLeave();
    await write(chatId, 'two');
    pass(WAIT_MINUTES);
    await work(stuck);
    expect(heard(chatId).at(-1)).toBe('A person will answer');
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', paused: false, handOverReason: 'not_known' });
    await stuck.close();
  });

  it('risk: after a hand-back the customer is put back among those who wait without a word', async () => {
    const seen: (Date | null)[] = [];
    const stuck = await startCore({
      beside: parts.core,
      clock,
      decideTurn: async ({ turn }) => {
        seen.push(turn.handedOverAt);
        return answerWith('A person will answer', { kind: 'hand-over', reason: 'cannot_read' });
      },
    });
    const chatId = await takeAndLeave();
    await write(chatId, 'first');
    await stuck.dialogs.resume(place(chatId), anna);
    await work(stuck);
    await send(chatId, 'Done');
    await write(chatId, 'second');
    await stuck.dialogs.resume(place(chatId), anna);
    await work(stuck);
    expect(seen).toEqual([null, null]);
    await stuck.close();
  });
});

describe('the setting of the channel', () => {
  it.each([
    ['0: never', { comeBackMinutes: 0 }, { comeBackMinutes: WAIT_MINUTES }],
    ['the assistant is off', { active: false }, { active: true }],
  ])('%s, also where the time runs already', async (_name, off, on) => {
    const chatId = await takeAndLeave();
    await write(chatId, 'two');
    await parts.core.channels.update({ ...channelKey(), update: off });
    pass(WAIT_MINUTES);
    await work();
    expect(heard(chatId).at(-1)).toBe('I will see to it');
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', comeBackAt: null });
    await parts.core.channels.update({ ...channelKey(), update: on });
    await work();
    expect(heard(chatId).at(-1)).toBe('I will see to it');
  });

  it('where the assistant is off, whoever writes waits for a person', async () => {
    const chatId = newChat();
    await parts.core.channels.update({ ...channelKey(), update: { active: false } });
    await write(chatId, 'one');
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', handOverReason: 'channel_off' });
    await send(chatId, 'Here I am');
    expect(await chatOf(chatId)).toMatchObject({ waitingSince: null });
    await parts.core.channels.update({ ...channelKey(), update: { active: true } });
  });
});

describe('races', () => {
  it('risk: two nodes bring the assistant back: one line, one answer', async () => {
    const other = await startCore({ beside: parts.core, clock });
    const chats = await Promise.all(Array.from({ length: 10 }, takeAndLeave));
    for (const chatId of chats) await write(chatId, 'two');
    pass(WAIT_MINUTES);
    await Promise.all([work(), work(other), work(), work(other)]);
    await work();
    for (const chatId of chats) {
      expect(heard(chatId).slice(2)).toEqual(['re: two']);
      expect((await readTalk(chatId)).filter((line) => line.startsWith('— came_back'))).toHaveLength(1);
    }
    await other.close();
  });

  it('risk: a person speaks at the moment the assistant comes back: the assistant says nothing after the person', async () => {
    const chats = await Promise.all(Array.from({ length: 20 }, takeAndLeave));
    for (const chatId of chats) await write(chatId, 'two');
    pass(WAIT_MINUTES);
    await Promise.all([work(), ...chats.map((chatId) => send(chatId, 'Here I am'))]);
    await work();
    for (const chatId of chats) {
      const talk = await readTalk(chatId);
      expect(talk.slice(talk.indexOf('operator: Here I am')).filter((line) => line.startsWith('assistant'))).toEqual(
        [],
      );
      expect(await chatOf(chatId)).toMatchObject({
        speaker: 'operator',
        paused: true,
        waitingSince: null,
        comeBackAt: null,
      });
    }
  });

  it('risk: the server was away when the time came: what it missed by little is answered, what is old waits on', async () => {
    const soon = await takeAndLeave();
    await write(soon, 'two');
    pass(WAIT_MINUTES + 10);
    const next = await startCore({ beside: parts.core, clock });
    await work(next);
    expect(heard(soon).at(-1)).toBe('re: two');
    const late = await takeAndLeave();
    await write(late, 'two');
    pass(24 * 60);
    await work(next);
    expect(heard(late).at(-1)).toBe('I will see to it');
    expect(await chatOf(late)).toMatchObject({ speaker: 'waiting', paused: false });
    await next.close();
  });
});

describe('lines of the conversation', () => {
  it('say who took over and handed back, in the order of what happened, and stay out of the list', async () => {
    const chatId = newChat();
    await write(chatId, 'one');
    await parts.core.dialogs.pause(place(chatId), anna);
    await parts.core.dialogs.pause(place(chatId), anna);
    await parts.core.dialogs.resume(place(chatId), { userId: 'u2', userName: 'Boris' });
    await parts.core.dialogs.resume(place(chatId), { userId: 'u2', userName: 'Boris' });
    await send(chatId, 'It is me again');
    await send(chatId, 'And once more');
    expect(await readTalk(chatId)).toEqual([
      'customer: one',
      'assistant: re: one',
      '— taken_over Анна Котова',
      '— handed_back Boris',
      '— taken_over Анна Котова',
      'operator: It is me again',
      'operator: And once more',
    ]);
    expect(await chatOf(chatId)).toMatchObject({ text: 'And once more', lastAuthor: 'operator' });
  });

  it('are no part of what the assistant reads', async () => {
    const chatId = await takeAndLeave();
    await parts.core.dialogs.resume(place(chatId), anna);
    await write(chatId, 'two');
    const { rows } = await parts.core.pool.query('select id from dialogs where account_id = $1 and chat_id = $2', [
      parts.channel.accountId,
      String(chatId),
    ]);
    await parts.core.pool.query(
      'update dialogs set answered_seq = answered_seq - 1, answer_due_at = $2 where id = $1',
      [rows[0]?.id, clock.now()],
    );
    const turn = await parts.core.dialogs.claimTurn({
      accountId: parts.channel.accountId,
      dialogId: String(rows[0]?.id),
    });
    expect(turn?.history.map(({ author }) => author)).not.toContain('system');
    expect(turn?.history.length).toBeGreaterThan(0);
  });
});
