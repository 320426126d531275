import type { RegisteredBot } from '@otvet/simulators';
import { afterEach, describe, expect, it } from 'vitest';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PUBLIC_URL = 'https://shop.example';
const FOREIGN = 'https://other.example/hook';

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0).reverse()) await core.close();
});

type Shop = { core: Core; clock: TestClock; accountId: string; id: string; bot: RegisteredBot };

async function start({
  kind = 'server',
  env = {},
}: {
  kind?: 'server' | 'embedded';
  env?: Record<string, string>;
} = {}) {
  const clock = createTestClock();
  const core = await startCore({ kind, clock, env });
  open.push(core);
  const { accountId, channelId: id, bot } = await buildTelegramChannel(core, await buildAccount(core));
  return { core, clock, accountId, id, bot };
}

/** Time passes minute by minute, and the task runs each time. */
async function pass({ core, clock }: Pick<Shop, 'core' | 'clock'>, ms: number): Promise<void> {
  await core.runTask('channels.probe-working');
  for (let passed = 0; passed < ms; passed += MINUTE_MS) {
    clock.advance(MINUTE_MS);
    await core.runTask('channels.probe-working');
  }
}

const reasonOf = async ({ core, accountId, id }: Shop) => (await core.channels.find(accountId, id))?.inactiveReason;
const refusal = { kind: 'refused' as const, code: 401, description: 'Unauthorized' };
const ours = ({ id }: Shop) => `${PUBLIC_URL}/hooks/telegram/${id}`;

/** Another program that has the token, or the platform itself. */
async function setElsewhere({ core, bot }: Shop, url: string): Promise<void> {
  await fetch(`${core.telegram.url}/bot${bot.token}/setWebhook?${new URLSearchParams({ url })}`);
}

/** Addresses that anybody set, in their order. */
const addressesSet = ({ core, bot }: Shop) =>
  core.telegram.ledger.calls.flatMap(({ token, method, params }) =>
    token === bot.token && method.toLowerCase() === 'setwebhook' ? [params.url] : [],
  );

describe.each(['server', 'embedded'] as const)(
  'risk: a channel is dead, and a customer is the first to notice (%s)',
  (kind) => {
    it('a revoked token is noticed within two hours without any message', async () => {
      const shop = await start({ kind });
      shop.core.telegram.faults.add({ method: '*', token: shop.bot.token, ...refusal, times: 1000 });
      await pass(shop, 2 * HOUR_MS);
      expect(await reasonOf(shop)).toBe('token_revoked');
    });

    it('an address that the platform forgot is set again by itself, and nobody is told', async () => {
      const shop = await start({ kind, env: { PUBLIC_URL } });
      await setElsewhere(shop, '');
      await pass(shop, 2 * HOUR_MS);
      expect(await reasonOf(shop)).toBeNull();
      expect(addressesSet(shop)).toEqual([ours(shop), '', ours(shop)]);
    });

    it('a webhook that another program took is not taken back before the owner says so', async () => {
      const shop = await start({ kind, env: { PUBLIC_URL } });
      await setElsewhere(shop, FOREIGN);
      await pass(shop, 3 * HOUR_MS);
      expect(await reasonOf(shop)).toBe('webhook_conflict');
      expect(addressesSet(shop)).toEqual([ours(shop), FOREIGN]);
      const recheck = (replaceWebhook: boolean) =>
        shop.core.channels.update({
          accountId: shop.accountId,
          type: 'telegram',
          id: shop.id,
          update: {},
          replaceWebhook,
        });
      await expect(recheck(false)).rejects.toMatchObject({ code: 'channels.webhook_foreign' });
      expect(addressesSet(shop)).toEqual([ours(shop), FOREIGN]);
      await recheck(true);
      expect(await reasonOf(shop)).toBeNull();
      expect(addressesSet(shop)).toEqual([ours(shop), FOREIGN, ours(shop)]);
    });
  },
);

it('risk: a false alarm by one refusal, or by a platform that does not answer', async () => {
  const shop = await start();
  shop.core.telegram.faults.add({ method: 'getMe', token: shop.bot.token, ...refusal, times: 1 });
  await pass(shop, 2 * HOUR_MS);
  expect(await reasonOf(shop)).toBeNull();
  shop.core.telegram.faults.add({ method: '*', token: shop.bot.token, kind: 'server-error', times: 1000 });
  await pass(shop, 3 * HOUR_MS);
  expect(await reasonOf(shop)).toBeNull();
});

it('each channel is asked once an hour, at a minute of its own', async () => {
  const { core, clock, accountId } = await start();
  for (let count = 0; count < 11; count += 1) await buildTelegramChannel(core, accountId);
  const before = core.telegram.ledger.calls.length;
  const minutes: number[] = [];
  for (let minute = 0; minute <= 90; minute += 1) {
    const known = core.telegram.ledger.calls.length;
    await core.runTask('channels.probe-working');
    clock.advance(MINUTE_MS);
    if (core.telegram.ledger.calls.length > known) minutes.push(minute);
  }
  const asked = core.telegram.ledger.calls.slice(before).filter(({ method }) => method === 'getMe');
  expect(asked).toHaveLength(12);
  expect(new Set(asked.map(({ token }) => token)).size).toBe(12);
  expect(minutes.length).toBeGreaterThan(5);
});

it('a look that the owner asks for says what is wrong now', async () => {
  const shop = await start();
  const { core, accountId, id, bot } = shop;
  core.telegram.faults.add({ method: '*', token: bot.token, ...refusal, times: 1000 });
  const look = () => core.channels.update({ accountId, type: 'telegram', id, update: {}, replaceWebhook: false });
  await expect(look()).rejects.toMatchObject({ code: 'channels.token_invalid' });
  expect(await reasonOf(shop)).toBe('token_revoked');
  core.telegram.faults.clear();
  await look();
  expect(await reasonOf(shop)).toBeNull();
});

it('risk: a channel whose secrets are damaged is called working, and new credentials do not help', async () => {
  const shop = await start();
  const { core, clock, accountId, id, bot } = shop;
  const damage = async () => {
    await core.pool.query(`update channels set secrets = 'damaged' where id = $1`, [id]);
    clock.advance(3000);
  };
  await damage();
  await pass(shop, 2 * HOUR_MS);
  expect(await reasonOf(shop)).toBe('secrets_damaged');
  const change = { accountId, type: 'telegram', id, update: {} };
  await expect(core.channels.update({ ...change, replaceWebhook: false })).rejects.toMatchObject({
    code: 'channels.token_invalid',
    details: { reason: 'secrets_damaged' },
  });
  await core.channels.update({ ...change, credentials: { token: bot.token } });
  expect(await reasonOf(shop)).toBeNull();
  expect(await core.channels.live(id)).toMatchObject({ self: { credentials: { token: bot.token } } });
  await damage();
  await pass(shop, 2 * HOUR_MS);
  const again = await core.channels.connect({ accountId, type: 'telegram', credentials: { token: bot.token } });
  expect(again).toMatchObject({ id, inactiveReason: null });
});
