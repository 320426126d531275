import { implement } from '@orpc/server';
import { procedure } from '@otvet/contract';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { createLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/index.ts';
import { systemClock } from '../time/clock.ts';
import { createIds, systemRandom } from '../time/ids.ts';
import {
  type ApiContext,
  type Authenticate,
  createHttpServer,
  createRequestRates,
  mountContract,
  mountHealth,
} from './index.ts';

const contract = {
  read: procedure('user').route({ method: 'GET', path: '/v1/read' }).input(z.strictObject({})),
  write: procedure('user').route({ method: 'POST', path: '/v1/write' }).input(z.strictObject({})),
  check: procedure('user', { rate: 'connect' }).route({ method: 'POST', path: '/v1/check' }).input(z.strictObject({})),
  owners: procedure('manage_kb_qa').route({ method: 'DELETE', path: '/v1/owners' }).input(z.strictObject({})),
  save: procedure('user').route({ method: 'PUT', path: '/v1/save' }).input(z.strictObject({})),
  open: procedure('public').route({ method: 'POST', path: '/v1/open' }).input(z.strictObject({})),
};
const api = implement(contract).$context<ApiContext>();
const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});

async function start(clock: TestClock = createTestClock()) {
  const counts = { handled: 0, looks: 0, verified: 0 };
  const ended = new Set<string>();
  const done = () => {
    counts.handled += 1;
    return {};
  };
  const router = api.router({
    read: api.read.handler(done),
    write: api.write.handler(done),
    check: api.check.handler(done),
    owners: api.owners.handler(done),
    save: api.save.handler(({ context }) => {
      context.requireRate('connect');
      return done();
    }),
    open: api.open.handler(done),
  });
  const rates = createRequestRates(clock);
  const metrics = createMetrics();
  const log = createLog({ level: 'silent' });
  const newId = createIds({ clock: systemClock, random: systemRandom });
  const { app } = createHttpServer({
    log,
    newId,
    metrics: metrics.http,
    publicUrl: undefined,
    trustedProxies: ['loopback'],
    rates,
  });
  running.push(app);
  mountHealth(app, { readyChecks: [], metrics, metricsToken: undefined, log });
  const known = new Set<string>();
  // Tokens are `user.account.number`; `forged.session` looks like one, `garbage` does not.
  const authenticate: Authenticate = async (token, beforeVerifying) => {
    counts.looks += 1;
    const [userId = '', accountId = ''] = token.split('.');
    if (accountId === '') return undefined;
    if (!known.has(token)) {
      beforeVerifying?.({ sessionId: userId === 'forged' ? accountId : `session-of-${userId}` });
      counts.verified += 1;
    }
    if (userId === 'forged') return undefined;
    known.add(token);
    if (ended.has(userId)) return undefined;
    return {
      userId,
      accountId,
      role: 'manager_read_and_write',
      sessionId: `session-of-${userId}`,
      impersonatedBy: null,
    };
  };
  await mountContract(app, { router, authenticate, rates });
  await app.ready();
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    from: { token?: string; ip?: string } = {},
  ) => {
    const headers: Record<string, string> = { 'x-forwarded-for': from.ip ?? '198.51.100.1' };
    if (from.token !== undefined) headers.authorization = `Bearer ${from.token}`;
    if (method !== 'GET') headers['content-type'] = 'application/json';
    const answer = await app.inject({ method, url: path, headers, ...(method === 'GET' ? {} : { payload: '{}' }) });
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after'] ?? 0) };
  };
  const flood = async (times: number, ...one: Parameters<typeof call>) => {
    const statuses: number[] = [];
    for (let sent = 0; sent < times; sent += 1) statuses.push((await call(...one)).status);
    return { passed: statuses.filter((status) => status === 200).length, last: statuses.at(-1) };
  };
  return { call, flood, counts, clock, ended };
}

it('a person who calls without end is refused with a wait, and colleagues notice nothing', async () => {
  const { call, flood, clock } = await start();
  expect(await flood(400, 'POST', '/api/v1/write', { token: 'anna.shop' })).toEqual({ passed: 300, last: 429 });
  const refused = await call('POST', '/api/v1/write', { token: 'anna.shop' });
  expect(refused.status).toBe(429);
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect((await call('GET', '/api/v1/read', { token: 'anna.shop' })).status).toBe(200);
  expect((await call('POST', '/api/v1/write', { token: 'boris.shop' })).status).toBe(200);
  clock.advance(refused.retryAfter * 1000);
  expect((await call('POST', '/api/v1/write', { token: 'anna.shop' })).status).toBe(200);
});

it('an operator who opens 30 dialogs a minute for an hour is never refused', async () => {
  const { call, clock } = await start();
  const refused: string[] = [];
  for (let dialog = 0; dialog < 30 * 60; dialog += 1) {
    // The list, the messages, what changed meanwhile; then the mark that it was read and an answer.
    for (const [method, path] of [
      ['GET', '/api/v1/read'],
      ['GET', '/api/v1/read'],
      ['GET', '/api/v1/read'],
      ['POST', '/api/v1/write'],
      ['POST', '/api/v1/write'],
    ] as const) {
      const { status } = await call(method, path, { token: 'anna.shop' });
      if (status !== 200) refused.push(`${dialog} ${path}`);
    }
    clock.advance(2000);
  }
  expect(refused).toEqual([]);
});

it('200 token checks in a second reach the handler 30 times, of a whole account 60 times', async () => {
  const { flood, counts } = await start();
  expect((await flood(200, 'POST', '/api/v1/check', { token: 'anna.shop' })).passed).toBe(30);
  expect((await flood(200, 'POST', '/api/v1/check', { token: 'boris.shop' })).passed).toBe(30);
  expect((await flood(200, 'POST', '/api/v1/check', { token: 'clara.shop' })).passed).toBe(0);
  expect((await flood(10, 'POST', '/api/v1/check', { token: 'dora.other' })).passed).toBe(10);
  expect(counts.handled).toBe(70);
});

it('a call that turns out to cost more is counted as what it costs', async () => {
  const { flood } = await start();
  expect((await flood(50, 'PUT', '/api/v1/save', { token: 'anna.shop' })).passed).toBe(30);
});

it('strangers are counted by their network, whatever address of it they use; others get in', async () => {
  const { call, counts } = await start();
  for (let sent = 0; sent < 400; sent += 1)
    await call('POST', '/api/v1/open', { ip: `2001:db8:0:1::${sent.toString(16)}` });
  expect(counts.handled).toBe(240);
  expect((await call('POST', '/api/v1/open', { ip: '2001:db8:0:1::ffff' })).status).toBe(429);
  expect((await call('POST', '/api/v1/open', { ip: '2001:db8:0:2::1' })).status).toBe(200);
});

it('tokens without our form are refused 300 times and cost no cryptography; whoever has one gets in', async () => {
  const { call, flood, counts } = await start();
  for (const token of [undefined, 'garbage'])
    expect((await flood(400, 'GET', '/api/v1/read', token === undefined ? {} : { token })).last).toBe(429);
  expect(counts.verified).toBe(0);
  expect((await call('GET', '/api/v1/read', { token: 'boris.shop' })).status).toBe(200);
});

it('risk: forged tokens of a stranger keep out a colleague whose token was renewed', async () => {
  const { call, flood, counts } = await start();
  expect((await call('GET', '/api/v1/read', { token: 'anna.shop.1' })).status).toBe(200);
  expect((await flood(400, 'GET', '/api/v1/read', { token: 'forged.x' })).last).toBe(401);
  // After a restart nobody was seen before.
  expect((await call('GET', '/api/v1/read', { token: 'boris.shop.1' })).status).toBe(200);
  expect((await flood(3000, 'GET', '/api/v1/read', { token: 'forged.x' })).last).toBe(429);
  expect(counts.verified).toBe(3002);
  for (let renewed = 2; renewed < 200; renewed += 1)
    expect((await call('GET', '/api/v1/read', { token: `anna.shop.${renewed}` })).status).toBe(200);
  expect((await call('GET', '/api/v1/read', { token: 'clara.shop.1' })).status).toBe(429);
  expect((await call('GET', '/api/v1/read', { token: 'clara.shop.1', ip: '203.0.113.9' })).status).toBe(200);
});

it('forged tokens that name a good session are checked 60 times and then as any other', async () => {
  const { call, flood, counts } = await start();
  await call('GET', '/api/v1/read', { token: 'anna.shop.1' });
  await flood(5000, 'GET', '/api/v1/read', { token: 'forged.session-of-anna' });
  expect(counts.verified).toBe(1 + 60 + 3000);
});

it('a token that was good once is counted when it is refused, and others of its network are not', async () => {
  const { call, flood, ended } = await start();
  for (const token of ['anna.shop', 'boris.shop']) await call('GET', '/api/v1/read', { token });
  ended.add('anna');
  expect((await flood(300, 'GET', '/api/v1/read', { token: 'anna.shop' })).last).toBe(401);
  expect((await call('GET', '/api/v1/read', { token: 'anna.shop' })).status).toBe(429);
  expect((await call('GET', '/api/v1/read', { token: 'boris.shop' })).status).toBe(200);
});

it('calls that a person may not make are counted as those that he may', async () => {
  const { call, flood, counts } = await start();
  expect(await flood(300, 'DELETE', '/api/v1/owners', { token: 'anna.shop' })).toEqual({ passed: 0, last: 403 });
  expect((await call('DELETE', '/api/v1/owners', { token: 'anna.shop' })).status).toBe(429);
  expect((await call('POST', '/api/v1/write', { token: 'anna.shop' })).status).toBe(429);
  expect(counts.handled).toBe(0);
});

it('whoever watches over the product is never refused; addresses that do not exist are counted', async () => {
  const { flood } = await start();
  expect((await flood(8000, 'GET', '/health')).passed).toBe(8000);
  expect((await flood(300, 'POST', '/nowhere')).last).toBe(429);
  expect((await flood(1300, 'GET', '/nowhere')).last).toBe(429);
});

it('a whole block of IPv6 networks buys a stranger four times the bound of one, and his neighbours lose nothing', async () => {
  const { call } = await start();
  const passed = async (count: number, ipOf: (number: number) => string) => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      statuses.push((await call('POST', '/api/v1/open', { ip: ipOf(sent) })).status);
    }
    return statuses.filter((status) => status === 200).length;
  };
  // Every request from another /56 of one /48, then every one from another /64 of one /56.
  expect(await passed(1000, (number) => `2001:db8:1:${((number % 200) * 256 + number).toString(16)}::1`)).toBe(960);
  expect(await passed(500, (number) => `2001:db8:2:${(number % 250).toString(16)}::1`)).toBe(480);
  expect(await passed(1, () => '2001:db8:3::1')).toBe(1);
  expect(await passed(250, (number) => `203.0.113.${number}`)).toBe(250);
});
