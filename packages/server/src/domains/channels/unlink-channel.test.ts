import { afterEach, describe, expect, it } from 'vitest';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PUBLIC_URL = 'https://shop.example';

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0).reverse()) await core.close();
});

/** A channel that was unlinked while its platform did not answer. */
async function startLeft(kind: 'server' | 'embedded') {
  const clock = createTestClock();
  const core = await startCore({ kind, clock, env: { PUBLIC_URL } });
  open.push(core);
  const accountId = await buildAccount(core);
  const { channelId: id, bot } = await buildTelegramChannel(core, accountId);
  core.telegram.faults.add({ method: '*', token: bot.token, kind: 'server-error', times: 1000 });
  expect(await core.channels.unlink({ accountId, type: 'telegram', id })).toEqual({ isPlatformTold: false });
  return {
    core,
    accountId,
    id,
    bot,
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += MINUTE_MS) {
        clock.advance(MINUTE_MS);
        await core.runTask('channels.leave-platforms');
      }
    },
    async kept() {
      const { rows } = await core.pool.query(
        'select secrets, token_tail, identity, options, leaving_secrets, leaving_identity from channels where id = $1',
        [id],
      );
      return rows[0];
    },
    webhook: async () => {
      const answer = await fetch(`${core.telegram.url}/bot${bot.token}/getWebhookInfo`);
      return JSON.stringify(await answer.json());
    },
  };
}

const erased = { secrets: null, token_tail: null, identity: null, options: {} };

describe.each(['server', 'embedded'] as const)(
  'risk: a platform goes on delivering to a channel that is gone (%s)',
  (kind) => {
    it('an owner is not kept by a platform that does not answer; it is told later, and then nothing is left', async () => {
      const { core, accountId, id, pass, kept, webhook } = await startLeft(kind);
      expect(await core.channels.find(accountId, id)).toBeUndefined();
      expect(await kept()).toMatchObject({ ...erased, leaving_secrets: expect.any(String) });
      await pass(10 * MINUTE_MS);
      expect(await kept()).toMatchObject({ leaving_secrets: expect.any(String) });
      core.telegram.faults.clear();
      expect(await webhook()).toContain(`/hooks/telegram/${id}`);
      await pass(HOUR_MS);
      expect(await webhook()).not.toContain('/hooks/');
      expect(await kept()).toEqual({ ...erased, leaving_secrets: null, leaving_identity: null });
    });
  },
);

it('who connected the account again keeps its webhook', async () => {
  const { core, accountId, bot, pass, kept, webhook } = await startLeft('server');
  core.telegram.faults.clear();
  const again = await core.channels.connect({
    accountId,
    type: 'telegram',
    credentials: { token: bot.token },
    replaceWebhook: true,
  });
  await pass(HOUR_MS);
  expect(await webhook()).toContain(`/hooks/telegram/${again.id}`);
  expect(await kept()).toMatchObject({ leaving_secrets: null });
});

it('a platform that never answers again is given up after about a day, and the secrets go', async () => {
  const { core, bot, pass, kept } = await startLeft('server');
  const triesBefore = core.telegram.ledger.calls.filter(({ token }) => token === bot.token).length;
  await pass(20 * HOUR_MS);
  expect(await kept()).toMatchObject({ leaving_secrets: expect.any(String) });
  await pass(20 * HOUR_MS);
  expect(await kept()).toMatchObject({ leaving_secrets: null, leaving_identity: null });
  expect(core.telegram.ledger.calls.filter(({ token }) => token === bot.token).length - triesBefore).toBeLessThan(20);
});
