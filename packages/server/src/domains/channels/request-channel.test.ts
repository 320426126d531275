import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const PATH = '/v1/admin/new-channel-request/';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { ADMIN_EMAILS: 'help@host.example, boss@host.example' } });
});
afterAll(() => app.close());

const stored = async (accountId: string) =>
  (await app.pool.query('select channel, contact, comment from channel_requests where account_id = $1', [accountId]))
    .rows;

it('keeps what an owner asks for and mails it to whoever runs the server', async () => {
  const owner = await app.signUp();
  const body = { channel: ' MAX ', contact: 'anna@shop.example', comment: 'Клиенты пишут\nтуда <b>{{channel}}</b>' };
  expect(await app.api('POST', PATH, { token: owner.accessToken, body })).toMatchObject({ status: 200 });
  expect(await stored(owner.accountId)).toEqual([{ ...body, channel: 'MAX' }]);
  await waitUntil(async () => (await app.mails()).filter(({ subject }) => subject.includes('канал')).length === 2);
  const mails = (await app.mails()).filter(({ to }) => to.endsWith('@host.example'));
  expect(mails.map(({ to }) => to).sort()).toEqual(['boss@host.example', 'help@host.example']);
});

it('refuses a request without a channel and one that is too long, by the field', async () => {
  const { accessToken: token } = await app.signUp();
  const ask = (body: object) => app.api('POST', PATH, { token, body });
  expect(await ask({ channel: '  ' })).toMatchObject({ status: 400, body: { details: { channel: 'required' } } });
  expect(await ask({ channel: 'a'.repeat(101) })).toMatchObject({ status: 400 });
  expect(await ask({ channel: 'MAX', comment: 'a'.repeat(2001) })).toMatchObject({ status: 400 });
});

it('takes ten a day of an account and no more, and is not stopped by those of others', async () => {
  const [busy, other] = [await app.signUp(), await app.signUp()];
  const ask = (token: string) => app.api('POST', PATH, { token, body: { channel: 'MAX' } });
  for (let made = 0; made < 10; made += 1) {
    const at = new Date(Date.now() - 60_000 * made);
    await app.pool.query(
      `insert into channel_requests (account_id, id, user_id, channel, contact, comment, created_at)
       values ($1, gen_random_uuid(), gen_random_uuid(), 'MAX', '', '', $2)`,
      [busy.accountId, at],
    );
  }
  expect(await ask(busy.accessToken)).toMatchObject({ status: 429, body: { code: 'request.rate_limited' } });
  expect(await ask(other.accessToken)).toMatchObject({ status: 200 });
});
