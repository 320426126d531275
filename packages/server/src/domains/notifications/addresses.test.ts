import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../platform/time/clock.ts';
import { buildDialog, buildWidget } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let aheadMs = 0;
const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clock, rates: uncounted });
  // A reader begins with what is stored after it was there.
  const sql = "select 1 from feed_positions where reader = 'notifications.tell-dialog-start'";
  await waitUntil(async () => (await app.pool.query(sql)).rowCount === 1);
});
afterAll(() => app.close());

const callAs = (person: Person) => (method: string, path: string, body?: object) =>
  app.api(method, path, { token: person.accessToken, ...(body && { body }) });
const ask = (person: Person, email: string) => callAs(person)('POST', '/v1/channels/notice-address/', { email });
const known = async (person: Person) =>
  z
    .object({ addresses: z.array(z.object({ address: z.string(), isConfirmed: z.boolean() })) })
    .parse((await callAs(person)('GET', '/v1/channels/notice-addresses/')).body).addresses;
const mailsTo = async (address: string) => (await app.mails()).filter(({ to }) => to === address);
const tokenFor = async (address: string) => {
  const find = async () => (await mailsTo(address)).findLast(({ link }) => link?.includes('/confirm-notices/'));
  await waitUntil(async () => (await find()) !== undefined);
  return (await find())?.link?.split('#token=')[1] ?? '';
};
const confirm = (token: string) => app.api('POST', '/v1/account/confirm-notices/', { body: { token } });

async function openShop(notificationEmail: string) {
  const person = await app.signUp();
  const { channelId } = await buildWidget(app, person);
  const settings = { startEmailNotify: true, notificationEmail };
  const saved = await callAs(person)('PUT', `/v1/connect/widget/${channelId}/`, settings);
  expect(saved.status, saved.text).toBe(201);
  return { person, channelId };
}

it('an address is told only after its holder agreed; until then the owner is told, and the holder asked once', async () => {
  const { person, channelId } = await openShop('Boss@One.example');
  await buildDialog(app, { person, channelId });
  await buildDialog(app, { person, channelId });
  const isNews = ({ subject }: { subject: string }) => subject.includes('Новый диалог');
  await waitUntil(async () => (await mailsTo(person.email)).filter(isNews).length === 2);
  expect((await mailsTo('boss@one.example')).map(({ subject }) => subject)).toEqual(['Сообщения Otvet на этот адрес']);
  expect(await known(person)).toEqual([{ address: 'boss@one.example', isConfirmed: false }]);
  const token = await tokenFor('boss@one.example');
  const answer = await confirm(token);
  expect(answer.body, answer.text).toEqual({ address: 'boss@one.example' });
  expect(await known(person)).toEqual([{ address: 'boss@one.example', isConfirmed: true }]);
  expect((await confirm(token)).body.code).toBe('auth.token_invalid');
  // Confirmed, it has no share that strangers could use up.
  for (let count = 0; count < 5; count += 1) await buildDialog(app, { person, channelId });
  await waitUntil(async () => (await mailsTo('boss@one.example')).filter(isNews).length === 5);
  expect((await mailsTo(person.email)).filter(isNews)).toHaveLength(2);
});

it('risk: a stranger names the address of another shop: what its holder agreed to with one is nothing to the other', async () => {
  const shop = await openShop('boss@two.example');
  await ask(shop.person, 'boss@two.example');
  await confirm(await tokenFor('boss@two.example'));
  const stranger = await openShop('boss@two.example');
  for (let count = 0; count < 4; count += 1)
    await buildDialog(app, { person: stranger.person, channelId: stranger.channelId });
  await buildDialog(app, shop);
  await waitUntil(async () => (await mailsTo('boss@two.example')).some(({ link }) => link?.includes(shop.channelId)));
  expect((await mailsTo('boss@two.example')).some(({ link }) => link?.includes(stranger.channelId))).toBe(false);
});

it('risk: a flood of mails to strangers: one a minute to a holder, ten holders a day', async () => {
  const person = await app.signUp();
  expect((await ask(person, 'a@three.example')).status).toBe(200);
  expect((await ask(person, 'A@three.example')).body.code).toBe('request.rate_limited');
  aheadMs += MINUTE_MS;
  expect((await ask(person, 'a@three.example')).status).toBe(200);
  const others = Array.from({ length: 12 }, (_, at) => `b${at}@three.example`);
  const statuses = [];
  for (const other of others) statuses.push((await ask(person, other)).status);
  expect(statuses).toEqual([...Array(9).fill(200), 429, 429, 429]);
});

it('a link that is old is none; the owner’s own confirmed address needs no asking', async () => {
  const person = await app.signUp();
  await ask(person, 'late@four.example');
  const token = await tokenFor('late@four.example');
  aheadMs += 7 * DAY_MS + MINUTE_MS;
  expect((await confirm(token)).body.code).toBe('auth.token_invalid');
  await app.pool.query('update auth_user set email_verified = true where id = $1', [person.uid]);
  const fresh = await app.signUp();
  await app.pool.query('update auth_user set email_verified = true where id = $1', [fresh.uid]);
  expect((await ask(fresh, fresh.email)).body).toMatchObject({ isConfirmed: true, askedAt: null });
});
