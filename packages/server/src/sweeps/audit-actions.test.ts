import { type AuditAction, auditActions } from '@otvet/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audited } from '../testing/product/audited-calls.ts';
import { buildTelegram } from '../testing/product/build-samples.ts';
import type { Person } from '../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { waitUntil } from '../testing/wait-until.ts';

let app: TestApp;
let owner: Person;
let bot: { channelId: string; token: string };
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signUp();
  bot = await buildTelegram(app, owner);
});
afterAll(() => app.close());

type Row = { action: string; actor: string; object: string | null };
/** What is done, by whom and to what. */
type Beside = { act: () => Promise<unknown>; actor: () => string; object?: () => string };

const onChannel = () => `channel:${bot.channelId}`;
const change = async (body: object) => {
  const path = `/v1/connect/telegram/${bot.channelId}/`;
  expect((await app.api('PUT', path, { token: owner.accessToken, body })).status).toBe(201);
};
const signIn = (password: string) => app.api('POST', '/auth/sign-in/email', { body: { email: owner.email, password } });
const mark = (reason: 'token_revoked' | null) =>
  app.app.domains.channels.mark({ accountId: owner.accountId, id: bot.channelId, reason });

/** What no call of the contract leaves alone; `contract-kept.test.ts` makes those. In the order of the acts. */
const beside: Partial<Record<AuditAction, Beside>> = {
  'account.created': {
    act: () => app.app.domains.accounts.createOwner({ email: 'boss@shop.example' }),
    actor: () => 'command line',
  },
  'account.plan_changed': {
    act: () => app.app.domains.accounts.setPlan({ email: owner.email, messages: null }),
    actor: () => 'command line',
    object: () => `account:${owner.accountId}`,
  },
  'account.renamed': {
    act: () =>
      app.api('PUT', `/v1/usersData/${owner.uid}/data/`, {
        token: owner.accessToken,
        body: { accountName: 'Цветы' },
      }),
    actor: () => owner.uid,
    object: () => `account:${owner.accountId}`,
  },
  'channel.switched_off': { act: () => change({ active: false }), actor: () => owner.uid, object: onChannel },
  'channel.switched_on': { act: () => change({ active: true }), actor: () => owner.uid, object: onChannel },
  'channel.became-inactive': { act: () => mark('token_revoked'), actor: () => 'system', object: onChannel },
  'channel.became-active': { act: () => mark(null), actor: () => 'system', object: onChannel },
  'channel.credentials_replaced': {
    act: () => {
      const renewed = app.telegram.registerBot({ token: `${bot.token.split(':')[0]}:${'N'.repeat(35)}` });
      return change({ token: renewed.token });
    },
    actor: () => owner.uid,
    object: onChannel,
  },
  'impersonation.link_made': {
    act: () => app.app.domains.accounts.createSignInLink({ email: owner.email, by: 'support' }),
    actor: () => 'support',
  },
  'session.refused': { act: () => signIn('not his password'), actor: () => 'visitor' },
  'session.started': { act: () => signIn(owner.password), actor: () => owner.uid },
  // The last: nothing may be done in this session afterwards.
  'session.ended': {
    act: () => app.api('POST', '/auth/sign-out', { token: owner.sessionToken }),
    actor: () => owner.uid,
  },
};

async function listRows(): Promise<Row[]> {
  const { rows } = await app.pool.query<Row>('select action, actor, object from audit_log order by at, id');
  return rows;
}

it.each(Object.entries(beside))('%s is recorded by its act, once and alone', async (action, wanted) => {
  await app.pool.query('delete from audit_log');
  await wanted.act();
  // Some are written behind the answer.
  await waitUntil(async () => (await listRows()).length > 0);
  expect((await listRows()).map((row) => ({ ...row, object: wanted.object ? row.object : null }))).toEqual([
    { action, actor: wanted.actor(), object: wanted.object?.() ?? null },
  ]);
});

it('every action of the audit log is recorded by a real call', () => {
  const byCalls = Object.values(audited).filter((action) => typeof action === 'string');
  const missing = auditActions.filter((action) => !byCalls.includes(action) && !Object.hasOwn(beside, action));
  expect(missing).toEqual([]);
});
