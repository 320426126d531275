import {
  connectPlatform,
  overApi,
  type SimulatedPlatform,
  startAvitoSimulator,
  startSimulatedFacebook,
  startSimulatedInstagram,
} from '@otvet/simulators';
import { afterEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';

const PUBLIC_URL = 'https://shop.example';
const backoff = { firstMs: 20, maxMs: 100 };
type Reach = { fetch: typeof fetch };

const platforms: [string, (reach: Reach) => Promise<SimulatedPlatform>][] = [
  ['facebook', ({ fetch }) => startSimulatedFacebook({ fetch, backoff, hasInstallationApp: true })],
  ['instagram', ({ fetch }) => startSimulatedInstagram({ fetch, backoff, hasInstallationApp: true })],
  ['avito', ({ fetch }) => startAvitoSimulator({ fetch, redirectUri: `${PUBLIC_URL}/connect-avito/` })],
];

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

it.each(platforms)('risk: %s: a channel that a login connected cannot be looked at', async (type, start) => {
  let app: TestApp | undefined;
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app?.url ?? ''), init);
  const platform = await start({ fetch: reach });
  toClose.push(platform.close);
  const running = await startTestApp({ rates: uncounted, env: { PUBLIC_URL, ...platform.environment } });
  app = running;
  toClose.push(running.close);
  const owner = await running.signUp();
  const ask = (method: string, path: string, body?: unknown) =>
    running.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
  const door = overApi(async (method, path, body) => {
    const answer = await ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  });
  const connect = () => connectPlatform(door, { type, platform });
  const id = await connect();
  const look = (replaceWebhook: boolean) => ask('PUT', `/v1/connect/${type}/${id}/`, { replaceWebhook });
  for (const isTakenBack of [false, true]) {
    const looked = await look(isTakenBack);
    expect(looked.body, looked.text).toMatchObject({ state: 'active', inactiveReason: null });
  }

  platform.fail('revoked');
  expect((await look(false)).body).toMatchObject({ details: { reason: expect.stringMatching(/^[a-z_]+$/) } });
  const broken = (await ask('GET', `/v1/channels/${type}/${id}/`)).body;
  expect(broken).toMatchObject({ inactiveReason: expect.stringMatching(/^[a-z_]+$/) });
  platform.repair();
  // The same login: it gives the same channel, which works again.
  expect(await connect()).toBe(id);
  expect((await ask('GET', `/v1/channels/${type}/${id}/`)).body).toMatchObject({ inactiveReason: null });
  expect((await look(false)).body).toMatchObject({ state: 'active' });
});
