import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { aroundStatements } from '../../testing/around-statements.ts';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { ClaimedTurn } from '../dialogs/index.ts';

/*
 * A plain text to a dialog that is there is one statement: its event, the message and the claim of its answer. What it
 * cannot do is read afterwards, and nobody may notice which way a message went.
 */
describe.each(['server', 'embedded'] as const)('a plain text on its way in (%s)', (kind) => {
  let core: Core;
  let channel: TelegramChannel;
  let slow: TelegramChannel;
  let nextChat = 7000;
  let nextUpdate = 1;
  /** What the assistant was asked, and what it does before it answers. */
  const asked: ClaimedTurn[] = [];
  let meanwhile: () => Promise<void> = async () => undefined;
  /** The connector gives this text without its sender, as no connector should. */
  let breaksOn = '';
  const telegram: typeof telegramConnector = {
    ...telegramConnector,
    parse: (...input) =>
      telegramConnector
        .parse(...input)
        .map((event) =>
          event.kind === 'message' && event.text === breaksOn ? { ...event, sender: JSON.parse('null') } : event,
        ),
  };

  beforeAll(async () => {
    core = await startCore({
      kind,
      connectors: { ...connectors, telegram },
      decideTurn: async ({ turn }) => {
        asked.push(turn);
        await meanwhile();
        return answerWith(`re: ${turn.turn.map(({ text }) => text).join(' | ')}`);
      },
    });
    const account = await buildAccount(core, { plan: 'starter', messagesLimit: null });
    channel = await buildTelegramChannel(core, account);
    slow = await buildTelegramChannel(core, account, { dialogDelay: 3600 });
  });
  afterAll(() => core.close());

  type Place = Parameters<typeof core.dialogs.pause>[0];
  type Update = ReturnType<typeof buildUpdate>;
  function update(chatId: number, { text, messageId }: { text: string; messageId?: number }): Update {
    nextUpdate += 1;
    return buildUpdate({ updateId: nextUpdate, chatId, messageId: messageId ?? nextUpdate, text });
  }
  const accept = ({ accountId, channelId }: TelegramChannel, ...events: Update[]) =>
    core.gateway.acceptEvents({ accountId, channelId, events });

  async function unreadOf(chats: number[]): Promise<number> {
    const sql = "select count(*)::int as count from inbound_events where state = 'new' and chat_id = any($1)";
    const { rows } = await core.pool.query<{ count: number }>(sql, [chats.map(String)]);
    return rows[0]?.count ?? 0;
  }

  async function openChat(of = channel): Promise<number> {
    nextChat += 1;
    const chatId = nextChat;
    meetCustomer(core, of.bot, chatId);
    await accept(of, update(chatId, { text: 'first' }));
    await core.idle();
    asked.length = 0;
    return chatId;
  }
  const stateOf = async ({ eventId }: Update) => {
    const { rows } = await core.pool.query('select state from inbound_events where event_id = $1', [eventId]);
    return rows[0]?.state;
  };
  async function textsOf(chatId: number, of = channel): Promise<string[]> {
    const place = { accountId: of.accountId, channelId: of.channelId, chatId: `${chatId}` };
    return (await core.dialogs.messages({ ...place, limit: 20, offset: 0 })).messages.map(({ text }) => text);
  }
  async function dialogOf(chatId: number) {
    const { rows } = await core.pool.query(
      'select id, lease_epoch, lease_owner is not null as is_leased, answer_due_at from dialogs where chat_id = $1',
      [`${chatId}`],
    );
    return rows[0];
  }

  it('is stored when its event is, and answered from the same statement with all that was said', async () => {
    const chatId = await openChat();
    const second = update(chatId, { text: 'second' });
    expect(await accept(channel, second)).toEqual({ stored: 1 });
    expect(await stateOf(second)).toBe('done');
    await core.idle();
    expect(await textsOf(chatId)).toEqual(['first', 're: first', 'second', 're: second']);
    const [turn] = asked;
    expect(turn?.turn.map(({ text }) => text)).toEqual(['second']);
    expect(turn?.history.map(({ text }) => text)).toEqual(['first', 're: first']);
    expect(turn).toMatchObject({ attempt: 1, allowance: 'ok', chatId: `${chatId}`, isOfferOver: false });
    expect((await dialogOf(chatId)).is_leased).toBe(false);
  });

  it('opens its dialog, and is answered, from the same statement', async () => {
    nextChat += 1;
    const chatId = nextChat;
    meetCustomer(core, channel.bot, chatId);
    asked.length = 0;
    const first = update(chatId, { text: 'first' });
    expect(await accept(channel, first)).toEqual({ stored: 1 });
    expect(await stateOf(first)).toBe('done');
    await core.idle();
    expect(asked).toMatchObject([{ attempt: 1, allowance: 'ok', chatId: `${chatId}`, epoch: 1, history: [] }]);
    expect(asked[0]?.turn.map(({ text }) => text)).toEqual(['first']);
    expect(await textsOf(chatId)).toEqual(['first', 're: first']);
    expect((await dialogOf(chatId)).is_leased).toBe(false);
  });

  it('risk: the repeat of a text whose dialog was deleted opens an empty one', async () => {
    const chatId = await openChat();
    const second = update(chatId, { text: 'second' });
    await accept(channel, second);
    await core.idle();
    await core.pool.query('delete from dialogs where chat_id = $1', [`${chatId}`]);
    expect(await accept(channel, second)).toEqual({ stored: 0 });
    await core.idle();
    expect(await dialogOf(chatId)).toBeUndefined();
  });

  // The embedded engine has one node.
  it.runIf(kind === 'server')(
    'risk: two nodes open one dialog at the same time, and a text is lost with its neighbours',
    async () => {
      const chats = [nextChat + 1, nextChat + 2];
      const [contested = 0] = chats;
      nextChat += 2;
      for (const chatId of chats) meetCustomer(core, channel.bot, chatId);
      const { accountId, channelId } = channel;
      const isThere = Promise.withResolvers<void>();
      const other = withTransaction(core.pool, async (tx) => {
        await tx.query(
          `insert into dialogs (account_id, id, channel_id, chat_id, name, first_name, last_author, last_at, created_at)
            values ($1, $2, $3, $4, '', '', 'customer', now(), now())`,
          [accountId, core.newId(), channelId, `${contested}`],
        );
        isThere.resolve();
        await waitUntil(async () => {
          const sql = "select 1 from pg_locks where not granted and locktype = 'transactionid'";
          return ((await tx.query(sql)).rowCount ?? 0) > 0;
        });
      });
      await Promise.race([isThere.promise, other]);
      const accepted = chats.map((chatId) => accept(channel, update(chatId, { text: 'first' })));
      await other;
      expect(await Promise.all(accepted)).toEqual([{ stored: 1 }, { stored: 1 }]);
      await core.idle();
      for (const chatId of chats) expect(await textsOf(chatId)).toEqual(['first', 're: first']);
    },
  );

  it('of many chats at the same time, each is stored and answered once', async () => {
    const chats = await Promise.all([1, 2, 3, 4, 5].map(() => openChat()));
    await Promise.all(chats.map((chatId) => accept(channel, update(chatId, { text: 'second' }))));
    await core.idle();
    for (const chatId of chats) expect(await textsOf(chatId)).toEqual(['first', 're: first', 'second', 're: second']);
  });

  /** As if answers were written all the time. */
  function carry(): void {
    for (let commits = 0; commits < 4; commits += 1) core.database.lateCommits.begin()();
  }

  it('risk: the answer to a text waits until the disk has it', async () => {
    const chatId = await openChat();
    const answer = Promise.withResolvers<void>();
    meanwhile = () => answer.promise;
    const second = update(chatId, { text: 'second' });
    const told: number[] = [];
    carry();
    const accepted = Promise.all([accept(channel, second), accept(channel, second)]).then(() =>
      told.push(asked.length),
    );
    await waitUntil(() => asked.length > 0);
    await accepted;
    answer.resolve();
    meanwhile = async () => undefined;
    await core.idle();
    expect(told).toEqual([1]);
    expect(await textsOf(chatId)).toEqual(['first', 're: first', 'second', 're: second']);
  });

  // Of the server all test files write the log.
  it.runIf(kind === 'embedded')(
    'risk: the platform is told of a text, or of its repeat at whichever node, that the disk does not have',
    async () => {
      const chatId = await openChat();
      const other = await startCore({ beside: core });
      await other.channels.live(channel.channelId);
      const answer = Promise.withResolvers<void>();
      meanwhile = () => answer.promise;
      // Of what is stored now, before its caller hears of it and the repeat is looked at: that writes to the log as well.
      const written: unknown[] = [];
      const stored = Promise.withResolvers<void>();
      const stop = aroundStatements(core.pool, async ({ text, run, ask }) => {
        const result = await run();
        if (written.length === 0 && text.includes('insert into inbound_events')) {
          written.push((await ask('select pg_current_wal_insert_lsn() as place')).rows[0]?.place);
          stored.resolve();
        }
        return result;
      });
      const tell = async (accepted: Promise<unknown>) => {
        await accepted;
        const { rows } = await core.pool.query('select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_there', written);
        return rows[0]?.is_there;
      };
      const second = update(chatId, { text: 'second' });
      carry();
      const { accountId, channelId } = channel;
      const repeats = [
        accept(channel, second),
        accept(channel, second),
        // As in a rush, where events are only stored.
        stored.promise.then(() =>
          other.gateway.acceptEvents({ accountId, channelId, events: [second], isReadLater: true }),
        ),
      ];
      const told = await Promise.all(repeats.map(tell));
      answer.resolve();
      meanwhile = async () => undefined;
      stop();
      await core.idle();
      await other.close();
      expect(told).toEqual([true, true, true]);
    },
  );

  it('risk: a redelivery, at the same time or later, is stored or answered again', async () => {
    const chatId = await openChat();
    const second = update(chatId, { text: 'second' });
    const stored = await Promise.all([accept(channel, second), accept(channel, second), accept(channel, second)]);
    expect(stored.reduce((sum, one) => sum + one.stored, 0)).toBe(1);
    await core.idle();
    expect(await accept(channel, second)).toEqual({ stored: 0 });
    await core.idle();
    expect(await textsOf(chatId)).toEqual(['first', 're: first', 'second', 're: second']);
    expect(asked).toHaveLength(1);
  });

  it('risk: the same message under another number of its event is stored twice, or loses its neighbours', async () => {
    const [chatId, other] = [await openChat(), await openChat()];
    await accept(channel, update(chatId, { text: 'second', messageId: 900 }));
    await core.idle();
    const again = update(chatId, { text: 'second', messageId: 900 });
    await Promise.all([accept(channel, again), accept(channel, update(other, { text: 'second' }))]);
    await core.idle();
    expect(await textsOf(chatId)).toEqual(['first', 're: first', 'second', 're: second']);
    expect(await textsOf(other)).toEqual(['first', 're: first', 'second', 're: second']);
    expect(await stateOf(again)).toBe('done');
  });

  it('risk: two texts of one chat at the same time change places, or one is lost', async () => {
    const chatId = await openChat();
    const two = [update(chatId, { text: 'second' }), update(chatId, { text: 'third' })];
    await Promise.all(two.map((one) => accept(channel, one)));
    await core.idle();
    await core.sweep();
    await core.idle();
    const texts = (await textsOf(chatId)).filter((text) => !text.startsWith('re: '));
    expect(texts).toEqual(['first', 'second', 'third']);
    expect((await textsOf(chatId)).at(-1)).toContain('re: ');
    expect(await Promise.all(two.map(stateOf))).toEqual(['done', 'done']);
  });

  it('risk: it overtakes an older one of its chat that nobody has read', async () => {
    const chatId = await openChat();
    const older = update(chatId, { text: 'older' });
    await core.pool.query(
      `insert into inbound_events (account_id, channel_id, event_id, chat_id, payload, next_at, received_at)
       values ($1, $2, $3, $4, $5, now() + interval '1 hour', now())`,
      [channel.accountId, channel.channelId, older.eventId, `${chatId}`, JSON.stringify(older.payload)],
    );
    await accept(channel, update(chatId, { text: 'newer' }));
    await core.idle();
    const texts = (await textsOf(chatId)).filter((text) => !text.startsWith('re: '));
    expect(texts).toEqual(['first', 'older', 'newer']);
  });

  it('risk: a webhook waits for a dialog that somebody holds', async () => {
    // The embedded engine has one connection: nobody holds anything beside a statement.
    if (kind === 'embedded') return;
    const chatId = await openChat();
    const holder = await core.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from dialogs where chat_id = $1 for update', [`${chatId}`]);
    const second = update(chatId, { text: 'second' });
    expect(await accept(channel, second)).toEqual({ stored: 1 });
    expect(await stateOf(second)).toBe('new');
    await holder.query('commit');
    holder.release();
    await waitUntil(async () => (await textsOf(chatId)).at(-1) === 're: second');
  });

  it('is not claimed before its time', async () => {
    const chatId = await openChat(slow);
    const before = await dialogOf(chatId);
    await accept(slow, update(chatId, { text: 'second' }));
    await core.idle();
    const after = await dialogOf(chatId);
    expect([after.lease_epoch, after.is_leased]).toEqual([before.lease_epoch, false]);
    expect(after.answer_due_at).not.toBeNull();
    expect(asked).toEqual([]);
  });

  it('risk: the claim of an answer in the making is taken away by the next message', async () => {
    const chatId = await openChat();
    const { promise, resolve } = Promise.withResolvers<void>();
    meanwhile = () => promise;
    await accept(channel, update(chatId, { text: 'second' }));
    await waitUntil(() => asked.length === 1);
    const { lease_epoch: epoch } = await dialogOf(chatId);
    const third = update(chatId, { text: 'third' });
    await accept(channel, third);
    expect(await stateOf(third)).toBe('done');
    expect(await dialogOf(chatId)).toMatchObject({ lease_epoch: epoch, is_leased: true });
    meanwhile = async () => undefined;
    resolve();
    await core.idle();
    await core.sweep();
    await core.idle();
    expect((await textsOf(chatId)).filter((text) => text.startsWith('re: '))).toEqual([
      're: first',
      're: second | third',
    ]);
  });

  it('risk: who writes as soon as the answer is there meets its record, and one of the two is left out', async () => {
    const chatId = await openChat();
    for (let turn = 0; turn < 20; turn += 1) {
      const text = `now ${turn}`;
      const next = update(chatId, { text });
      expect(await accept(channel, next)).toEqual({ stored: 1 });
      expect(await stateOf(next)).toBe('done');
      await core.telegram.waitForMessage(chatId, ({ message }) => message.text === `re: ${text}`);
    }
    await core.idle();
    expect((await textsOf(chatId)).slice(-2)).toEqual(['now 19', 're: now 19']);
    const sql =
      "select count(*)::int as count from messages where author = 'assistant' and state <> 'sent' and text like 're: now %'";
    expect((await core.pool.query(sql)).rows).toEqual([{ count: 0 }]);
  });

  it('risk: more answers are claimed than can begin, and a burst is no longer one turn', async () => {
    // More than 64, and three messages of each are still no rush.
    const chats = Array.from({ length: 65 }, () => (nextChat += 1));
    for (const chatId of chats) meetCustomer(core, channel.bot, chatId);
    await accept(channel, ...chats.map((chatId) => update(chatId, { text: 'first' })));
    await core.idle();
    asked.length = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    meanwhile = () => promise;
    await Promise.all(chats.map((chatId) => accept(channel, update(chatId, { text: 'second' }))));
    // A statement that goes past a slow one may claim one more, which is given back at once.
    await waitUntil(async () => {
      const { rows } = await core.pool.query<{ claimed: number }>(
        'select count(*)::int as claimed from dialogs where lease_owner is not null and chat_id = any($1)',
        [chats.map(String)],
      );
      return asked.length === 64 && rows[0]?.claimed === 64;
    });
    await Promise.all(chats.map((chatId) => accept(channel, update(chatId, { text: 'third' }))));
    // One whose row somebody held is stored, and read right after.
    await waitUntil(async () => (await unreadOf(chats)) === 0);
    meanwhile = async () => undefined;
    resolve();
    await waitUntil(async () => {
      await core.sweep();
      await core.idle();
      return (await Promise.all(chats.map((chatId) => textsOf(chatId)))).every((texts) =>
        texts.at(-1)?.startsWith('re: second | third'),
      );
    });
  });

  it('risk: a turn is claimed behind an answer that is still made, and no other node can give it', async () => {
    const chatId = await openChat();
    const { promise, resolve } = Promise.withResolvers<void>();
    meanwhile = () => promise;
    const second = update(chatId, { text: 'second' });
    await accept(channel, second);
    await waitUntil(() => asked.length === 1);
    const { message } = second.payload;
    nextUpdate += 1;
    const edit = { update_id: nextUpdate, edited_message: { ...message, text: 'edited', edit_date: message.date + 1 } };
    const { accountId, channelId } = channel;
    await core.gateway.acceptEvents({ accountId, channelId, events: [{ eventId: `${nextUpdate}`, payload: edit }] });
    await core.gateway.idle();
    await accept(channel, update(chatId, { text: 'third' }));
    await waitUntil(async () => !(await dialogOf(chatId)).is_leased);
    meanwhile = async () => undefined;
    resolve();
    await core.idle();
    await core.sweep();
    await core.idle();
    expect((await textsOf(chatId)).at(-1)).toBe('re: edited | third');
  });

  it('risk: one that cannot be turned into a row is refused, and its platform brings it for ever', async () => {
    const chatId = await openChat();
    const broken = update(chatId, { text: 'broken' });
    breaksOn = 'broken';
    expect(await accept(channel, broken)).toEqual({ stored: 1 });
    await core.idle();
    const { rows } = await core.pool.query('select state, attempt, note from inbound_events where event_id = $1', [
      broken.eventId,
    ]);
    expect(rows).toEqual([{ state: 'new', attempt: 1, note: 'error' }]);
  });

  it.each([
    ['paused', (place: Place) => core.dialogs.pause(place, { userId: 'u1', userName: 'Anna' })],
    ['banned', (place: Place) => core.dialogs.setBanned(place, true)],
  ] as const)('to a dialog that is %s it is stored and not answered', async (silence, act) => {
    const chatId = await openChat();
    const place = { accountId: channel.accountId, channelId: channel.channelId, chatId: `${chatId}` };
    await act(place);
    await accept(channel, update(chatId, { text: 'second' }));
    await core.idle();
    const { messages } = await core.dialogs.messages({ ...place, limit: 20, offset: 0 });
    expect(messages.at(-1)).toMatchObject({ text: 'second', silence });
    expect(asked).toEqual([]);
    expect((await dialogOf(chatId)).is_leased).toBe(false);
  });
});

it('risk: a platform repeats one event over and over, and what is new waits for the end of the rush', async () => {
  const clock = createTestClock();
  const core = await startCore({ kind: 'server', clock });
  try {
    const { accountId, channelId, bot } = await buildTelegramChannel(core, await buildAccount(core));
    for (const chatId of [1, 2]) meetCustomer(core, bot, chatId);
    const accept = (updateId: number, chatId: number) =>
      core.gateway.acceptEvents({
        ...{ accountId, channelId },
        events: [buildUpdate({ updateId, chatId, messageId: updateId, text: 'question' })],
      });
    await accept(1, 1);
    // In the one moment that this clock knows.
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 30 }, () => accept(1, 1)));
    expect(await accept(2, 2)).toEqual({ stored: 1 });
    // Not by `core.idle`, which ends a rush.
    await waitUntil(async () => {
      const { rows } = await core.pool.query("select state from inbound_events where chat_id = '2'");
      return rows[0]?.state === 'done';
    });
  } finally {
    await core.close();
  }
});
