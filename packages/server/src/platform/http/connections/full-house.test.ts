import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import type { HttpServerDeps } from '../index.ts';
import { isServed, useGuardedServers } from './testing/use-guarded-servers.ts';

const PLACES = 30;
const { start, open } = useGuardedServers();

function startHouse(options: Partial<HttpServerDeps> = {}) {
  const places = { connections: { max: PLACES, maxOfNetwork: PLACES } };
  return start(
    ({ app }, { held }) => {
      app.post('/body', async () => ({}));
      app.get('/held', async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return {};
      });
    },
    { ...places, ...options },
  );
}

/** Opens one after the other, so that the server knows them in this order. */
async function fill({ port, accepted }: { port: number; accepted: Socket[] }, texts: string[], from = addressOf) {
  for (const [number, text] of texts.entries()) {
    const client = await open(port, from(number));
    client.write(text);
    const count = accepted.length;
    await waitUntil(() => accepted.filter(({ bytesRead }) => bytesRead > 0).length >= Math.min(count, number + 1));
  }
}

const addressOf = (number: number) => `127.${10 + number}.0.1`;
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
const UNFINISHED_BODY =
  'POST /body HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{';
const repeated = (text: string, count = PLACES) => Array.from({ length: count }, () => text);

describe('when all places are taken, each by another network', () => {
  it.each([
    ['unfinished bodies', UNFINISHED_BODY],
    ['unfinished heads', 'GET /health HTTP/1.1\r\nX-Slow: '],
    ['requests that are answered for long', get('/held')],
  ])('a newcomer is served: %s', async (_name, text) => {
    const house = await startHouse();
    await fill(house, repeated(text));
    for (let number = 0; number < 10; number += 1) {
      expect([number, await isServed(await open(house.port, `127.200.0.${number + 1}`))]).toEqual([number, true]);
    }
  });

  it('says so in one line a minute and counts whom it cost', async () => {
    const clock = createTestClock();
    const house = await startHouse({ clock });
    await fill(house, repeated(UNFINISHED_BODY));
    clock.advance(2000);
    for (let number = 0; number < 3; number += 1) await isServed(await open(house.port, '127.200.0.1'));
    expect(house.lines.filter((line) => line.includes('All connections are taken'))).toHaveLength(1);
    expect((await house.metrics.read()).text).toMatch(/connections_dropped_total\{standing="unfinished"\} 3/);
    clock.advance(60_000);
    await fill(house, repeated(UNFINISHED_BODY));
    expect(house.lines.filter((line) => line.includes('All connections are taken'))).toHaveLength(2);
  });

  it('who has not finished a request goes first, then who has all his answers, last who is being answered', async () => {
    const clock = createTestClock();
    const house = await startHouse({ clock, connections: { max: 4, maxOfNetwork: 4 } });
    const answered = await open(house.port, '127.1.0.1');
    answered.write(get('/held'));
    await waitUntil(() => house.held.length === 1);
    const idle = await open(house.port, '127.2.0.1');
    expect(await isServed(idle)).toBe(true);
    const large = await open(house.port, '127.3.0.1');
    large.write(UNFINISHED_BODY + 'x'.repeat(5000));
    await waitUntil(() => (house.accepted[2]?.bytesRead ?? 0) > 5000);
    const small = await open(house.port, '127.4.0.1');
    small.write(UNFINISHED_BODY);
    await waitUntil(() => (house.accepted[3]?.bytesRead ?? 0) > 0);
    clock.advance(2000);
    const left = async () => {
      const newcomer = await open(house.port, '127.200.0.1');
      newcomer.write(get('/held'));
      const count = house.held.length;
      await waitUntil(() => house.held.length > count);
      return house.accepted.slice(0, 4).map(({ destroyed }) => !destroyed);
    };
    expect(await left()).toEqual([true, true, true, false]);
    expect(await left()).toEqual([true, true, false, false]);
    expect(await left()).toEqual([true, false, false, false]);
    // The newest of the network that is answered most.
    await left();
    expect(house.accepted.map(({ destroyed }) => !destroyed)).toEqual([
      ...[true, false, false, false],
      ...[true, true, false, true],
    ]);
  });

  it('the socket of a signed-in person stays as long as there are strangers', async () => {
    const house = await startHouse({ connections: { max: 3, maxOfNetwork: 3 } });
    await fill(house, repeated(UNFINISHED_BODY, 1));
    const [person] = house.accepted;
    if (person === undefined) throw new Error('Nobody came');
    house.server.verifySocket(person);
    await fill(house, repeated(get('/held'), 12), (number) => `127.50.${number}.1`);
    expect(person.destroyed).toBe(false);
  });
});

describe('behind a trusted proxy, when all places are taken', () => {
  it('the crowd is that of one client, never the proxy', async () => {
    const house = await startHouse({ trustedProxies: ['loopback'] });
    const textOf = (ip: string) => get('/held', `X-Forwarded-For: ${ip}\r\n`);
    // One stranger with a block of networks, and customers.
    const stranger = Array.from({ length: 20 }, (_, number) => textOf(`2001:db8:1:${number.toString(16)}::1`));
    const customers = Array.from({ length: 10 }, (_, number) => textOf(`203.${number}.113.1`));
    await fill(house, [...customers, ...stranger], () => '127.0.0.1');
    await waitUntil(() => house.held.length === PLACES);
    for (let number = 0; number < 5; number += 1) {
      expect([number, await isServed(await open(house.port, '127.0.0.1'))]).toEqual([number, true]);
    }
    expect(house.accepted.slice(0, 10).every(({ destroyed }) => !destroyed)).toBe(true);
  });
});
