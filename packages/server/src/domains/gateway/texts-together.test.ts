import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';

/** Texts of many chats that come at the same time are stored by one statement: nobody may notice. */
describe.each(['server', 'embedded'] as const)('texts of many chats at once (%s)', (kind) => {
  /** What one test sends comes within one moment: whether that is a rush is not left to the machine. */
  const clock = createTestClock();
  let core: Core;
  let channel: TelegramChannel;
  let nextChat = 100;
  let nextUpdate = 1;
  beforeAll(async () => {
    core = await startCore({ kind, clock });
    channel = await buildTelegramChannel(core, await buildAccount(core, { plan: 'starter', messagesLimit: null }));
    const { accountId, channelId } = channel;
    await core.channels.update({ accountId, type: 'telegram', id: channelId, update: { active: false } });
  });
  beforeEach(() => clock.advance(1000));
  afterAll(() => core.close());

  const chats = (count: number) => Array.from({ length: count }, () => (nextChat += 1));

  function update(chatId: number, messageId: number, { kind: field = 'message', text = `text ${messageId}` } = {}) {
    nextUpdate += 1;
    const person = { id: chatId, is_bot: false, first_name: `Customer ${chatId}` };
    const message = {
      message_id: messageId,
      date: 1_760_000_000,
      chat: { ...person, type: 'private' },
      from: person,
      text,
    };
    const edited = field === 'edited_message' ? { edit_date: 1_760_000_100 } : {};
    return { eventId: `${nextUpdate}`, payload: { update_id: nextUpdate, [field]: { ...message, ...edited } } };
  }
  const accept = (events: ReturnType<typeof update>[]) =>
    core.gateway.acceptEvents({ accountId: channel.accountId, channelId: channel.channelId, events });

  async function textsOf(chatId: number): Promise<string[]> {
    const place = { accountId: channel.accountId, channelId: channel.channelId, chatId: `${chatId}` };
    return (await core.dialogs.messages({ ...place, limit: 20, offset: 0 })).messages.map(({ text }) => text);
  }
  async function statesOf(events: { eventId: string }[]) {
    const { rows } = await core.pool.query<{ state: string; note: string | null }>(
      'select state, note from inbound_events where channel_id = $1 and event_id = any($2) order by number',
      [channel.channelId, events.map(({ eventId }) => eventId)],
    );
    return rows.map(({ state, note }) => (note === null ? state : `${state}: ${note}`));
  }
  async function openDialogs(ids: number[]): Promise<void> {
    await accept(ids.map((id) => update(id, 10)));
    await core.idle();
  }

  it('each dialog gets its own, in order, and every event is settled', async () => {
    const ids = chats(6);
    await openDialogs(ids);
    const events = [20, 30].flatMap((messageId) => ids.map((id) => update(id, messageId)));
    await accept(events);
    await core.idle();
    for (const id of ids) expect(await textsOf(id)).toEqual(['text 10', 'text 20', 'text 30']);
    expect(new Set(await statesOf(events))).toEqual(new Set(['done']));
    const { rows } = await core.pool.query(
      'select last_seq, version, unread, turn_seq, last_text, last_order from dialogs where chat_id = any($1)',
      [ids.map(String)],
    );
    expect(rows).toEqual(
      ids.map(() => ({
        last_seq: '3',
        version: '3',
        unread: 3,
        turn_seq: '0',
        last_text: 'text 30',
        last_order: '30',
      })),
    );
  });

  it('risk: a repeat, a late one or one that was changed before it came spoils its neighbours', async () => {
    const ids = chats(6);
    await openDialogs(ids);
    const [repeated = 0, late = 0, edited = 0] = ids;
    await accept([update(edited, 20, { kind: 'edited_message', text: 'edited' })]);
    await core.idle();
    const events = ids.map((id) => {
      if (id === repeated) return update(id, 10);
      return update(id, id === late ? 5 : 20);
    });
    await accept(events);
    await core.idle();
    expect(await Promise.all(ids.map(textsOf))).toEqual(
      ids.map((id) => {
        if (id === repeated) return ['text 10'];
        if (id === late) return ['text 5', 'text 10'];
        return ['text 10', id === edited ? 'edited' : 'text 20'];
      }),
    );
    expect(await statesOf(events)).toEqual(ids.map((id) => (id === repeated ? 'done: duplicate' : 'done')));
  });

  it('risk: a message overtakes an older one of its chat that nobody has read', async () => {
    const ids = chats(4);
    await openDialogs(ids);
    const [behind = 0] = ids;
    const older = update(behind, 20);
    await core.pool.query(
      `insert into inbound_events (account_id, channel_id, event_id, chat_id, payload, next_at, received_at)
       values ($1, $2, $3, $4, $5, now() + interval '1 hour', now())`,
      [channel.accountId, channel.channelId, older.eventId, `${behind}`, JSON.stringify(older.payload)],
    );
    await accept(ids.map((id) => update(id, 30)));
    await core.idle();
    expect(await Promise.all(ids.map(textsOf))).toEqual(
      ids.map((id) => ['text 10', ...(id === behind ? ['text 20'] : []), 'text 30']),
    );
  });

  it('many chats open at once: each has one dialog with its texts in order, like one that opens alone', async () => {
    const ids = chats(60);
    const events = [10, 20].flatMap((messageId) => ids.map((id) => update(id, messageId)));
    await accept(events);
    await core.idle();
    const [alone = 0] = chats(1);
    for (const messageId of [10, 20]) {
      await accept([update(alone, messageId)]);
      await core.idle();
    }
    for (const id of [...ids, alone]) expect(await textsOf(id)).toEqual(['text 10', 'text 20']);
    const { rows } = await core.pool.query(
      `select distinct is_group, last_seq, version, last_text, last_author, unread, last_order, turn_seq, answer_due_at is null as is_quiet,
         waiting_since is not null as waits, hand_over_reason from dialogs where chat_id = any($1)`,
      [[...ids, alone].map(String)],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ last_seq: '2', unread: 2, waits: true, hand_over_reason: 'channel_off' });
  });

  // The embedded engine has one connection.
  it.runIf(kind === 'server')(
    'risk: a dialog that another process opens at the same time is opened twice, or holds up its neighbours for good',
    async () => {
      const ids = chats(5);
      const [contested = 0] = ids;
      const other = await core.pool.connect();
      try {
        await other.query('begin');
        await other.query(
          `insert into dialogs (account_id, id, channel_id, chat_id, name, first_name, last_seq, version, last_at, created_at)
         values ($1, gen_random_uuid(), $2, $3, 'Other', '', 0, 1, now(), now())`,
          [channel.accountId, channel.channelId, `${contested}`],
        );
        await accept(ids.map((id) => update(id, 10)));
        await core.pool.query('select pg_sleep(0.2)');
        await other.query('commit');
      } finally {
        other.release();
      }
      await core.idle();
      for (const id of ids) expect(await textsOf(id)).toEqual(['text 10']);
      const { rows } = await core.pool.query('select name from dialogs where chat_id = $1', [`${contested}`]);
      expect(rows).toEqual([{ name: `Customer ${contested}` }]);
    },
  );

  const waiting = async (ids: number[]) => {
    const { rows } = await core.pool.query(
      "select count(*)::int as count from inbound_events where state = 'new' and chat_id = any($1)",
      [ids.map(String)],
    );
    return rows[0].count;
  };

  it('risk: a rush is lost, doubled or out of order: it is stored first, and read when it is over', async () => {
    const ids = chats(60);
    await openDialogs(ids.slice(0, 30));
    const events = [20, 30, 40, 50].flatMap((messageId) => ids.map((id) => update(id, messageId)));
    const stored = await Promise.all(events.map((event) => accept([event])));
    expect(stored.map((one) => one.stored)).toEqual(events.map(() => 1));
    const repeated = events.slice(-20);
    expect(await Promise.all(repeated.map(async (event) => (await accept([event])).stored))).toEqual(
      repeated.map(() => 0),
    );
    expect(await waiting(ids)).toBeGreaterThan(0);
    await core.gateway.sweep();
    await core.idle();
    expect(await waiting(ids)).toBe(0);
    for (const [place, id] of ids.entries())
      expect(await textsOf(id)).toEqual([
        ...(place < 30 ? ['text 10'] : []),
        'text 20',
        'text 30',
        'text 40',
        'text 50',
      ]);
  });

  it('risk: one webhook of many events holds up the customers of everybody else', async () => {
    const [chat = 0, ...crowd] = chats(301);
    await openDialogs([chat]);
    await accept(crowd.map((id) => update(id, 10)));
    await accept([update(chat, 20)]);
    // In a rush it would be read after the moment in which all of this happens.
    await waitUntil(async () => (await waiting([chat])) === 0);
    await core.idle();
  });

  it.runIf(kind === 'server')(
    'risk: the first text after a rush overtakes one of the rush that is still being stored',
    async () => {
      const [chat = 0, ...crowd] = chats(201);
      await openDialogs([chat]);
      await Promise.all(crowd.map((id) => accept([update(id, 10)])));
      const late = update(chat, 20);
      const other = await core.pool.connect();
      let both: Promise<unknown>;
      try {
        // Somebody who stores the same event and gives up: until then it is on its way.
        await other.query('begin');
        await other.query(
          `insert into inbound_events (account_id, channel_id, event_id, payload, next_at, received_at)
           values ($1, $2, $3, 'null', now(), now())`,
          [channel.accountId, channel.channelId, late.eventId],
        );
        const first = accept([late]);
        await other.query('select pg_sleep(0.2)');
        const idle = core.gateway.idle();
        await other.query('select pg_sleep(0.1)');
        const second = accept([update(chat, 30)]);
        both = Promise.all([first, idle, second]);
        await other.query('select pg_sleep(0.2)');
        await other.query('rollback');
      } finally {
        other.release();
      }
      await both;
      await core.idle();
      const { rows } = await core.pool.query(
        `select m.text from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
         where d.chat_id = $1 order by m.seq`,
        [`${chat}`],
      );
      expect(rows.map(({ text }) => text)).toEqual(['text 10', 'text 20', 'text 30']);
    },
  );
});
