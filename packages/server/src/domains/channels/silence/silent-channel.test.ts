import { afterEach, describe, expect, it } from 'vitest';
import { readNewestMails } from '../../../platform/mail/mail-folder.ts';
import { buildAccount, buildTelegramChannel, buildUpdate, type Core, startCore } from '../../../testing/start-core.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 168 * HOUR_MS;
const CHAT = 700;

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
});

type Shop = { core: Core; clock: TestClock; accountId: string; id: string };

/** A bot that got ten messages an hour for four weeks, the last one now. */
async function start(kind: 'server' | 'embedded'): Promise<Shop> {
  const clock = createTestClock();
  const core = await startCore({ kind, clock });
  open.push(core);
  const { accountId, channelId: id } = await buildTelegramChannel(core, await buildAccount(core));
  // A reader of messages begins with what is stored after it was there.
  await waitUntil(async () => {
    await core.runTask('events.read-message.stored');
    const read = "select 1 from feed_positions where reader = 'channels.note-last-events'";
    return (await core.pool.query(read)).rowCount === 1;
  });
  const now = clock.now();
  const times = [now, accountId, id];
  await core.pool.query(
    `insert into channel_hours select $2, $3, date_trunc('hour', $1::timestamptz, 'UTC') - hour * interval '1 hour', 10
     from generate_series(1, 700) hour`,
    times,
  );
  const created = new Date(now.getTime() - 5 * WEEK_MS);
  await core.pool.query('update channels set last_event_at = $1, created_at = $4 where account_id = $2 and id = $3', [
    ...times,
    created,
  ]);
  return { core, clock, accountId, id };
}

async function pass({ core, clock }: Shop, hours: number): Promise<void> {
  for (let passed = 0; passed <= hours * HOUR_MS; passed += MINUTE_MS) {
    await core.runTask('channels.probe-working');
    clock.advance(MINUTE_MS);
  }
}

const silenceOf = async ({ core, accountId, id }: Shop) => {
  const found = await core.channels.find(accountId, id);
  return { reason: found?.inactiveReason, expected: found?.silentExpected ?? null };
};

/** How many were told of it, when all that was published has been handled. */
async function countMails({ core }: Shop): Promise<number> {
  const mails = await readNewestMails({ dataDir: core.database.dataDir, count: 100 });
  return mails.filter(({ subject }) => subject.includes('давно нет сообщений')).length;
}

describe.each(['server', 'embedded'] as const)(
  'risk: a channel is dead, and its platform knows of no fault (%s)',
  (kind) => {
    it('the owner is told once that nobody writes, and the next message ends it', async () => {
      const shop = await start(kind);
      const { core, accountId, id } = shop;
      await pass(shop, 8);
      const { reason, expected } = await silenceOf(shop);
      expect(reason).toBeNull();
      expect(expected).toBeGreaterThan(60);
      await waitUntil(async () => (await countMails(shop)) > 0);
      const text = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 1, text: 'Здравствуйте' });
      await core.gateway.acceptEvents({ accountId, channelId: id, events: [text] });
      await core.idle();
      await waitUntil(async () => {
        await core.runTask('events.read-message.stored');
        await core.runTask('channels.probe-working');
        return (await silenceOf(shop)).expected === null;
      });
      expect(await countMails(shop)).toBe(1);
    });

    it('is no alarm after an outage of our own, nor where the platform cannot be asked', async () => {
      const shop = await start(kind);
      await pass(shop, 0);
      shop.clock.advance(10 * HOUR_MS);
      await pass(shop, 1);
      expect((await silenceOf(shop)).expected).toBeNull();
      shop.core.telegram.faults.add({ method: '*', kind: 'server-error', times: 10_000 });
      await pass(shop, 6);
      expect(await silenceOf(shop)).toEqual({ reason: null, expected: null });
    });
  },
);
