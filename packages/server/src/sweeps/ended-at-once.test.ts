import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../testing/product/build-samples.ts';
import { buildTenant, type Tenant } from '../testing/product/build-tenant.ts';
import { GOOD_PASSWORD, type Person } from '../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

let app: TestApp;
let tenant: Tenant;
const ends: (() => void)[] = [];

beforeAll(async () => {
  app = await startTestApp();
  tenant = await buildTenant(app);
});
afterAll(async () => {
  for (const end of ends) end();
  await app.close();
});

async function signInAgain({ email }: Person): Promise<string> {
  const { body } = await app.api('POST', '/auth/sign-in/email', { body: { email, password: GOOD_PASSWORD } });
  return await app.accessToken(String(body.token));
}

/** A socket of the web app; `isOpen` says whether the server has closed it. */
async function openSocket(token: string) {
  const options = {
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    extraHeaders: { origin: app.app.url },
  };
  const socket = io(app.app.url, options);
  ends.push(() => socket.disconnect());
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return { isOpen: () => socket.connected };
}

it('a confirmed change of e-mail ends the other sessions and their sockets; the one that asked goes on', async () => {
  const { owner } = tenant;
  const others = [await signInAgain(owner), await signInAgain(owner)];
  const otherSockets = await Promise.all(others.map(openSocket));
  const ownSocket = await openSocket(owner.accessToken);
  const email = 'moved@shop.example';
  await app.pool.query('update auth_user set email_verified = true where id = $1', [owner.uid]);
  const body = { email, password: GOOD_PASSWORD };
  expect((await app.api('POST', '/v1/payments/update-email/', { token: owner.accessToken, body })).status).toBe(200);
  const link = await until(async () => (await app.mails()).find(({ to }) => to === email)?.link ?? undefined);
  const data = `/v1/usersData/${owner.uid}/data/`;
  // Asking alone ends nothing.
  for (const token of others) expect((await app.api('GET', data, { token })).status).toBe(200);
  const confirmation = { token: link.split('#token=')[1] };
  expect((await app.api('POST', '/v1/account/confirm-email/', { body: confirmation })).status).toBe(200);
  for (const token of others) expect((await app.api('GET', data, { token })).status).toBe(401);
  await until(async () => otherSockets.every(({ isOpen }) => !isOpen()) || undefined);
  expect((await app.api('GET', data, { token: owner.accessToken })).status).toBe(200);
  expect(ownSocket.isOpen()).toBe(true);
});

it('the first confirmation after sign-up ends no session', async () => {
  const person = await app.signUp();
  const link = await until(async () => (await app.mails()).find(({ to }) => to === person.email)?.link ?? undefined);
  const confirmation = { token: link.split('#token=')[1] };
  expect((await app.api('POST', '/v1/account/confirm-email/', { body: confirmation })).status).toBe(200);
  const answer = await app.api('GET', `/v1/usersData/${person.uid}/data/`, { token: person.accessToken });
  expect(answer.status).toBe(200);
});

it('the open stream of a widget ends when its channel is unlinked, and does not come back', async () => {
  const { owner, widgetId, dialog } = tenant;
  const ask = () =>
    fetch(`${app.url}/widget/${widgetId}/events`, { headers: { authorization: `Bearer ${dialog.visitor.token}` } });
  const stream = await ask();
  expect(stream.status).toBe(200);
  const ended = stream.text();
  const removed = await app.api('DELETE', `/v1/connect/widget/${widgetId}/`, { token: owner.accessToken });
  expect(removed.text).not.toContain('code');
  await ended;
  expect((await ask()).status).toBe(404);
});
