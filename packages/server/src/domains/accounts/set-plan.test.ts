import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Identity, startIdentity } from './testing/start-identity.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'embedded' });
});
afterAll(() => identity.close());

async function signUp() {
  const person = await identity.signUp();
  const bearer = await identity.accessToken(person.sessionToken);
  const read = async () => (await identity.call('GET', `/api/v1/usersData/${person.uid}/data/`, { bearer })).body;
  return { ...person, read };
}

it('the command line lifts the limit of one account, whatever was used, and of no other', async () => {
  const { email, read } = await signUp();
  const other = await signUp();
  await identity.pool.query('update accounts set messages_used = 30');
  expect(await read()).toMatchObject({ trial: { used: 30, limit: 30, counts: 'model', canPay: false } });
  await identity.accounts.setPlan({ email: email.toUpperCase(), messages: null });
  expect(await read()).toMatchObject({ subscriptionPlan: 'enterprise', trial: null });
  expect(await other.read()).toMatchObject({ trial: { used: 30 } });
});

it('a new allowance begins now, and the audit log says who gave it', async () => {
  const { email, read } = await signUp();
  await identity.pool.query('update accounts set messages_used = 30');
  await identity.accounts.setPlan({ email, messages: 500, days: 30 });
  const data = await read();
  expect(data).toMatchObject({ subscriptionPlan: 'trial', trial: { used: 0, limit: 500 } });
  const days = (Date.parse(String(data.currentPeriodEnd)) - Date.parse(String(data.currentPeriodStart))) / 86_400_000;
  expect(days).toBe(30);
  const audit = await identity.pool.query(
    `select actor, details ->> 'messages' as messages from audit_log where action = 'account.plan_changed' and account_id = $1`,
    [data.accountId],
  );
  expect(audit.rows).toEqual([{ actor: 'command line', messages: '500' }]);
});

it('an address that nobody has changes nothing', async () => {
  expect(await identity.accounts.setPlan({ email: 'nobody@shop.example', messages: null })).toBeUndefined();
});
