import { afterAll, expect, it } from 'vitest';
import { controlKey, mountControl } from './mount-control.ts';
import { createHttpServer } from './platform/http/index.ts';
import { createLog } from './platform/log/logger.ts';
import { createKeyring } from './platform/secrets/keyring.ts';
import { systemClock } from './platform/time/clock.ts';
import { createIds, systemRandom } from './platform/time/ids.ts';

const keyring = createKeyring({ materials: [Buffer.alloc(32, 3)], random: systemRandom });
const asked: string[] = [];
const { app } = createHttpServer({
  log: createLog({ level: 'silent' }),
  newId: createIds({ clock: systemClock, random: systemRandom }),
  metrics: { observe: () => undefined, connectionDropped: () => undefined, networkRefused: () => undefined },
  publicUrl: 'https://otvet.example',
  trustedProxies: ['loopback'],
});
mountControl(app, {
  keyring,
  accounts: {
    createOwner: async ({ email }) => {
      asked.push(email);
      return { accountId: 'a', userId: 'u', link: 'link' };
    },
    createSignInLink: async ({ email }) => {
      asked.push(email);
      return 'link';
    },
    setPlan: async ({ email, messages }) => {
      asked.push(email);
      return { accountId: 'a', plan: 'trial', messages, endsAt: new Date(0) };
    },
  },
});
afterAll(() => app.close());

const bodies = {
  'create-owner': { email: 'anna@shop.example' },
  'sign-in-link': { email: 'anna@shop.example', by: 'support' },
  plan: { email: 'anna@shop.example', messages: '500' },
};

async function command(from: { headers?: Record<string, string>; remoteAddress?: string; key?: string }) {
  const { headers = {}, remoteAddress = '127.0.0.1', key = controlKey(keyring) } = from;
  const answers = Object.entries(bodies).map(async ([name, payload]) => {
    const head = { host: '127.0.0.1:3000', authorization: `Bearer ${key}`, ...headers };
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/control/${name}`,
      headers: head,
      remoteAddress,
      payload,
    });
    return statusCode;
  });
  return Promise.all(answers);
}

it('the command line of this machine is answered, over both kinds of addresses', async () => {
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(await command({ remoteAddress })).toEqual([200, 200, 200]);
  }
  expect(asked).toHaveLength(9);
});

it('whoever comes from elsewhere, through a proxy or from a page finds nothing, even with the right key', async () => {
  const before = asked.length;
  for (const remoteAddress of ['10.0.0.9', '203.0.113.9', '::ffff:203.0.113.9', 'fd00::9'])
    expect([remoteAddress, await command({ remoteAddress })]).toEqual([remoteAddress, [404, 404, 404]]);
  const forwarded: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
    { 'x-forwarded-host': 'otvet.example' },
  ];
  for (const headers of forwarded) expect([headers, await command({ headers })]).toEqual([headers, [404, 404, 404]]);
  for (const origin of ['https://otvet.example', 'http://127.0.0.1:3000', 'https://evil.example', 'null'])
    expect([origin, await command({ headers: { origin } })]).toEqual([origin, [404, 404, 404]]);
  expect(await command({ headers: { 'sec-fetch-site': 'same-origin' } })).toEqual([404, 404, 404]);
  expect(await command({ headers: { host: 'evil.example' } })).toEqual([421, 421, 421]);
  expect(await command({ key: 'wrong' })).toEqual([404, 404, 404]);
  expect(asked).toHaveLength(before);
});
