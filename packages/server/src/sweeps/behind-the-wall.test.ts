import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagesOf, startVisitor, visitorWrites } from '../testing/product/build-samples.ts';
import { buildInputs, buildTenant, type Tenant } from '../testing/product/build-tenant.ts';
import { type ContractCall, listContractCalls, sendCall } from '../testing/product/contract-calls.ts';
import { dumpAccount } from '../testing/product/dump-account.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { uncounted } from '../testing/uncounted.ts';
import { waitUntil } from '../testing/wait-until.ts';

const calls = listContractCalls().filter(({ access }) => access !== 'public');

let app: TestApp;
let tenant: Tenant;
let idsOfTenant: string[];

beforeAll(async () => {
  // Its clock stands: nothing that is remembered for seconds is looked up again behind the wall, and no task runs beside.
  app = await startTestApp({ clock: createTestClock(), rates: uncounted });
  tenant = await buildTenant(app);
  await waitUntil(isQuiet);
  idsOfTenant = [tenant.widgetId, tenant.telegramId, tenant.baseId, tenant.pairId, tenant.dialog.visitor.chatId];
});
afterAll(() => app.close());

const ask = (call: ContractCall) =>
  sendCall(app, { call, input: buildInputs(tenant)[call.name]?.() ?? {}, token: tenant.owner.accessToken });

/** What the tenant began has ended: the question of its visitor is answered, and no job waits. */
async function isQuiet(): Promise<boolean> {
  const messages = await messagesOf(app, tenant.owner, tenant.dialog.uniqueId);
  const due = `select from jobs.job where state < 'completed' and start_after <= now()`;
  return messages.some(({ author }) => author === 'assistant') && (await app.pool.query(due)).rowCount === 0;
}

/** From now on the wall shows a request nothing at all, so whatever it finds was asked for beside the wall. */
async function shutWall(): Promise<void> {
  const { rows } = await app.pool.query<{ place: string }>(
    `select polrelid::regclass::text as place from pg_policy where polname = 'account_wall'`,
  );
  expect(rows.length).toBeGreaterThan(12);
  for (const { place } of rows) await app.pool.query(`alter policy account_wall on ${place} using (false)`);
}

it('the lists hold what the tenant has', async () => {
  const lists = calls.filter(({ name }) => ['channels.all', 'chat.allChats', 'learning.all'].includes(name));
  const found = await Promise.all(lists.map(ask));
  for (const id of [tenant.widgetId, tenant.baseId, tenant.dialog.visitor.chatId])
    expect(found.some(({ text }) => text.includes(id))).toBe(true);
});

describe('every call of a signed-in person is made behind the wall', () => {
  beforeAll(shutWall);

  it.each(calls)('$name', async (call) => {
    const before = await dumpAccount(app.pool, tenant.owner.accountId);
    const { text } = await ask(call);
    expect(idsOfTenant.filter((id) => text.includes(id))).toEqual([]);
    expect(await dumpAccount(app.pool, tenant.owner.accountId)).toEqual(before);
  });

  it('and every call of a visitor, but for what he writes, which is stored with that of others', async () => {
    const { widgetId, dialog } = tenant;
    const before = await dumpAccount(app.pool, tenant.owner.accountId);
    const { token } = dialog.visitor;
    const contact = { name: 'Anna', email: 'anna@shop.example', phone: null };
    await app.call('POST', `/widget/${widgetId}/contact`, { token, body: contact });
    const resumed = await app.call('POST', `/widget/${widgetId}/start`, { body: { token, locale: 'ru' } });
    expect(resumed.text).not.toContain(dialog.visitor.chatId);
    await expect(startVisitor(app, widgetId)).rejects.toThrow();
    expect(await dumpAccount(app.pool, tenant.owner.accountId)).toEqual(before);
    expect((await visitorWrites(app, dialog.visitor, 'Здравствуйте')).status).toBe(202);
  });
});
