import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const SECOND_MS = 1000;
/** Longer than a claim lasts. */
const CLAIM_MS = 26 * SECOND_MS;

const clock = createTestClock();
let core: Core;
let query: Core['pool']['query'];
let nextNumber = 100;
beforeAll(async () => {
  core = await startCore({ clock });
  query = core.pool.query;
});
beforeEach(() => {
  core.pool.query = query;
});
afterAll(() => core.close());

type Run = () => Promise<unknown>;
const COMMIT = /insert into messages[^;]*took_ms/;
const ACCEPT = /insert into inbound_events[^;]*insert into messages/;

/** The reply to the first statement of a kind, the one that commits answers, is lost; `commit` says when the database runs it. */
function loseReply(commit: (run: Run) => Promise<unknown>, kind = COMMIT): void {
  core.pool.query = ((...input: Parameters<typeof query>) => {
    if (!kind.test(JSON.stringify(input[0]))) return query.apply(core.pool, input);
    core.pool.query = query;
    const lose = () => Promise.reject(new Error('Connection terminated unexpectedly'));
    return commit(async () => await query.apply(core.pool, input)).then(lose);
  }) as typeof query;
}

/** Customers of several shops write at the same time, and are answered. */
async function ask() {
  const chats = Array.from({ length: 3 }, () => nextNumber++);
  const shops = await Promise.all(
    chats.map(async (chatId) => {
      const { bot, ...place } = await buildTelegramChannel(core, await buildAccount(core));
      meetCustomer(core, bot, chatId);
      return { ...place, events: [buildUpdate({ updateId: nextNumber++, chatId, messageId: 1, text: 'question' })] };
    }),
  );
  await Promise.all(shops.map((shop) => core.gateway.acceptEvents(shop)));
  await rest();
  const accountIds = shops.map(({ accountId }) => accountId);
  const answers = async () => {
    const { rows } = await core.pool.query(
      "select state, state_reason as reason from messages where account_id = any($1) and author = 'assistant'",
      [accountIds],
    );
    return rows;
  };
  const isSeen = ({ method, params }: Core['telegram']['ledger']['calls'][number]) =>
    method === 'sendMessage' && chats.some((chatId) => `${chatId}` === `${params.chat_id}`);
  return { accountIds, answers, countSeen: () => core.telegram.ledger.calls.filter(isSeen).length };
}

async function rest(): Promise<void> {
  await core.idle();
  for (let time = 0; time < 2; time += 1) {
    await core.sweep();
    await core.idle();
    clock.advance(SECOND_MS);
  }
}

const ALL_SENT = Array(3).fill({ state: 'sent', reason: null });

describe('texts whose acceptance was not confirmed', () => {
  it('risk: the answer that was claimed with one waits until its claim runs out', async () => {
    const chatId = nextNumber++;
    const { bot, ...place } = await buildTelegramChannel(core, await buildAccount(core));
    meetCustomer(core, bot, chatId);
    const write = (text: string) => {
      const updateId = nextNumber++;
      return { ...place, events: [buildUpdate({ updateId, chatId, messageId: updateId, text })] };
    };
    await core.gateway.acceptEvents(write('first'));
    await rest();
    const second = write('second');
    loseReply((run) => run(), ACCEPT);
    await expect(core.gateway.acceptEvents(second)).rejects.toThrow();
    expect(await core.gateway.acceptEvents(second)).toEqual({ stored: 0 });
    await rest();
    const { messages } = await core.dialogs.messages({ ...place, chatId: `${chatId}`, limit: 10, offset: 0 });
    expect(messages.map(({ text }) => text)).toEqual(['first', 're: first', 'second', 're: second']);
  });
});

describe('answers whose commit was not confirmed', () => {
  it('risk: all of them end as perhaps sent though none was', async () => {
    loseReply((run) => run());
    const { answers, countSeen } = await ask();
    expect(await answers()).toEqual(ALL_SENT);
    expect(countSeen()).toBe(3);
  });

  it('risk: so do those that the database commits after their connection was given up', async () => {
    let run: Run | undefined;
    loseReply(async (late) => {
      run = late;
    });
    const { answers, countSeen } = await ask();
    await run?.();
    clock.advance(CLAIM_MS);
    await rest();
    expect(await answers()).toEqual(ALL_SENT);
    expect(countSeen()).toBe(3);
  });

  it('risk: one that stood in the queue, and is on its way by now, is called unsent and sent again', async () => {
    let seenMeanwhile: unknown[] = [];
    loseReply(async (run) => {
      await run();
      // As if something had held it while it was stored.
      await core.pool.query(
        "update messages set state = 'queued', attempt = 0, claimed_by = null, claimed_until = null where state = 'sending'",
      );
      await core.gateway.sweep();
      await core.gateway.idle();
      const { rows } = await core.pool.query("select id from messages where state = 'sent' and created_at = $1", [
        clock.now(),
      ]);
      seenMeanwhile = rows;
    });
    const { answers, countSeen } = await ask();
    expect(seenMeanwhile).toEqual([]);
    expect(await answers()).toEqual(ALL_SENT);
    expect(countSeen()).toBe(3);
  });

  it('risk: one that was sent at a second try, which died, is sent a third time', async () => {
    loseReply((run) => run());
    const { accountIds, answers, countSeen } = await ask();
    // The process that sent them is gone before it has written so.
    const { rowCount } = await core.pool.query(
      "update messages set state = 'sending', claimed_until = $1 where account_id = any($2) and state = 'sent' and attempt = 2",
      [clock.now(), accountIds],
    );
    await rest();
    const unknown = (await answers()).filter(({ state }) => state === 'unknown');
    expect(unknown).toHaveLength(rowCount ?? 0);
    expect(unknown).not.toHaveLength(0);
    expect(countSeen()).toBe(3);
  });
});
