import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../testing/wait-until.ts';
import { PASSWORD_COST } from '../passwords/hash-password.ts';
import { GOOD_PASSWORD, type Identity, startIdentity } from '../testing/start-identity.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ kind: 'server', passwordCost: PASSWORD_COST });
});
afterAll(() => identity.close());

const guessAndLeave = (email: string, from: string) =>
  askAndLeave('/api/auth/sign-in/email', { from, fields: { email, password: 'wrong password' } });

/** Sends a request and goes away without waiting for the answer. */
function askAndLeave(path: string, { from, fields }: { from: string; fields: object }): Promise<void> {
  const { hostname, port } = new URL(identity.address);
  const body = JSON.stringify(fields);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: otvet.example',
    `x-forwarded-for: ${from}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(lines.join('\r\n'), () => socket.destroy()));
    socket.on('error', reject).on('close', () => resolve());
  });
}

async function countRows(sql: string): Promise<number> {
  return Number(
    (await identity.pool.query(`select coalesce(max(found), 0) as found from (${sql}) rows`)).rows[0].found,
  );
}

it('risk: a client that closes at once has its guess hashed', async () => {
  const { email } = await identity.signUp();
  await Promise.all(Array.from({ length: 60 }, (_, index) => guessAndLeave(email, `203.0.113.${index}`)));
  // Every one of them was counted at the address.
  await waitUntil(async () => (await countRows('select count as found from auth_attempts')) === 60);
  const owner = await identity.call('POST', '/api/auth/sign-in/email', { body: { email, password: GOOD_PASSWORD } });
  expect(owner.status).toBe(200);
  const countAudited = (action: string) =>
    countRows(`select count(*) as found from audit_log where action = '${action}'`);
  await waitUntil(async () => (await countAudited('session.started')) === 1);
  // Those who came first may have begun before they were gone.
  expect(await countAudited('session.refused')).toBeLessThanOrEqual(3);
});

it('risk: a client that closes at once has a password hashed for his sign-up', async () => {
  const fields = (index: number) => ({
    email: `gone-${index}@shop.example`,
    password: GOOD_PASSWORD,
    name: 'Анна Котова',
    locale: 'ru',
    privacyAccepted: true,
  });
  const counted = () => countRows('select sum(count) as found from auth_attempts');
  const before = await counted();
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      askAndLeave('/api/v1/mailer/send-register/', { from: `198.51.100.${index}`, fields: fields(index) }),
    ),
  );
  await waitUntil(async () => (await counted()) === before + 60);
  // Behind all of them in the line.
  await identity.signUp();
  const made = await countRows(`select count(*) as found from auth_user where email like 'gone-%'`);
  // Those who came first may have begun before they were gone.
  expect(made).toBeLessThan(20);
});

it('risk: sign-ins on one connection leave listeners behind', async () => {
  const { email } = await identity.signUp();
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  for (let round = 0; round < 13; round += 1) {
    const answer = await identity.call('POST', '/api/auth/sign-in/email', { body: { email, password: GOOD_PASSWORD } });
    expect(answer.status).toBe(200);
  }
  process.off('warning', note);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});
