import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findLosses } from '../testing/chaos/find-losses.ts';
import { writeMark } from '../testing/chaos/marks.ts';
import { chooseSeed } from '../testing/chaos/run-lives.ts';
import { type Shop, startShop } from '../testing/chaos/start-shop.ts';
import { waitForQuiet } from '../testing/chaos/wait-for-quiet.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { startGuardian } from '../testing/start-guardian.ts';

const KILLS = 5;
const CHATS = 60;
const FIRST_CHAT = 3000;

const pairRow = z.object({ chat_id: z.string(), inverted: z.coerce.number(), unanswered: z.coerce.number() });

/** Messages of one chat stored before one that the platform had numbered (and brought) earlier, and those without an answer. */
const PAIRS_SQL = `
select d.chat_id,
  count(*) filter (where exists (select 1 from messages b where b.account_id = m.account_id and b.dialog_id = m.dialog_id
    and b.author = 'customer' and b.vendor_order < m.vendor_order and b.seq > m.seq)) as inverted,
  count(*) filter (where m.silence is not null) as unanswered
from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
where m.author = 'customer' group by d.chat_id`;

/** The child processes of a server: the engine of an embedded database. */
function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

/** The database dies while the first messages are acknowledged. Every customer writes #a, and #b goes out as soon as #a is acknowledged: the simulated platform keeps the order of a chat. */
async function writePairsAcrossAKill(
  shop: Shop,
  { round, afterMs, kill }: { round: number; afterMs: number; kill(): Promise<void> },
): Promise<void> {
  for (let chat = 0; chat < CHATS; chat += 1) {
    const mark = (round * CHATS + chat) * 2;
    for (const part of [1, 2])
      shop.telegram.customerSends({ token: shop.bot, from: { id: FIRST_CHAT + chat }, text: writeMark(mark + part) });
  }
  const { deliveries } = shop.telegram.ledger;
  const before = deliveries.length;
  while (deliveries.length === before) await sleep(1);
  await sleep(afterMs);
  await kill();
  await waitForQuiet(shop, 120_000);
}

async function expectOrder(shop: Shop, seed: number): Promise<void> {
  const pairs = await shop.query(pairRow, PAIRS_SQL);
  const sum = (read: (row: z.infer<typeof pairRow>) => number) => pairs.reduce((all, row) => all + read(row), 0);
  const { losses, figures } = await findLosses(shop);
  const order = {
    pairs: KILLS * CHATS,
    inverted: sum((row) => row.inverted),
    unanswered: sum((row) => row.unanswered),
  };
  console.log(JSON.stringify({ seed, ...order, ...figures }));
  expect(order, `seed ${seed}`).toEqual({ pairs: KILLS * CHATS, inverted: 0, unanswered: 0 });
  expect(losses, `seed ${seed}`).toEqual([]);
  expect(figures.messages).toBe(2 * KILLS * CHATS);
}

describe('the database dies between two messages of a customer, under a living server', () => {
  it('keeps the order of acceptance on PostgreSQL', { timeout: 600_000 }, async () => {
    const seed = chooseSeed();
    const random = createSeededRandom(seed);
    const postgres = await startGuardian({ postgres: 'durable' });
    await postgres.ready;
    const shop = await startShop({ kind: 'server', inbound: 'webhook', databaseUrl: postgres.databaseUrl });
    try {
      for (let round = 0; round < KILLS; round += 1)
        await writePairsAcrossAKill(shop, { round, afterMs: random() * 80, kill: postgres.restart });
      await expectOrder(shop, seed);
    } finally {
      await shop.close();
      await postgres.close();
    }
  });

  it('keeps the order of acceptance on the embedded engine', { timeout: 600_000 }, async () => {
    const seed = chooseSeed();
    const random = createSeededRandom(seed);
    const shop = await startShop({ kind: 'embedded', inbound: 'webhook' });
    try {
      for (let round = 0; round < KILLS; round += 1) {
        await writePairsAcrossAKill(shop, {
          round,
          afterMs: random() * 80,
          kill: async () => {
            for (const pid of childrenOf(shop.server.pid)) process.kill(pid, 'SIGKILL');
          },
        });
      }
      await expectOrder(shop, seed);
    } finally {
      await shop.close();
    }
  });
});
