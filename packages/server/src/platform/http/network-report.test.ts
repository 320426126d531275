import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createLog } from '../log/logger.ts';
import { createMetrics } from '../metrics/index.ts';
import { useGuardedServers } from './connections/testing/use-guarded-servers.ts';
import { createRequestRates } from './index.ts';
import { createNetworkReport, type RefusedAs } from './network-report.ts';

const servers = useGuardedServers();

function build() {
  const clock = createTestClock();
  const metrics = createMetrics();
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line: string) => lines.push(line) } });
  return { clock, metrics, lines, report: createNetworkReport({ log, metrics: metrics.http, clock }) };
}

it('a network at its bound is told of once a minute, and counted each time', async () => {
  const { clock, metrics, lines, report } = build();
  for (let sent = 0; sent < 500; sent += 1) report({ ip: `2001:db8:1:1::${sent}`, as: 'request' });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ network: '20010db800010001', as: 'request' });
  clock.advance(60_000);
  report({ ip: '2001:db8:1:1::9', as: 'socket' });
  report({ ip: '203.0.113.7', as: 'connection' });
  expect(lines).toHaveLength(3);
  const { text } = await metrics.read();
  expect(text).toContain('otvet_http_network_refused_total{as="request"} 500');
  expect(text).toContain('otvet_http_network_refused_total{as="socket"} 1');
});

it('a flood from thousands of networks writes no flood of lines', () => {
  const { lines, report } = build();
  for (let at = 0; at < 5000; at += 1) report({ ip: `203.0.${at >> 8}.${at & 255}`, as: 'request' });
  expect(lines.length).toBeLessThanOrEqual(30);
});

it('rates report what they refuse', async () => {
  const { clock } = build();
  const seen: RefusedAs[] = [];
  const rates = createRequestRates(clock, ({ as }) => void seen.push(as));
  const ip = '203.0.113.7';
  for (let sent = 0; sent < 240; sent += 1) rates.requireRequest(ip, 'write');
  expect(seen).toEqual([]);
  expect(() => rates.requireRequest(ip, 'write')).toThrow('rate_limited');
  while (rates.waitForSocket(ip) === 0);
  const refuse = () => rates.identify(async () => undefined, { token: undefined, ip });
  for (let sent = 0; sent < 300; sent += 1) await refuse();
  await expect(refuse()).rejects.toThrow('rate_limited');
  expect(seen).toEqual(['request', 'socket', 'token']);
});

it('connections and requests beyond the bounds of a network are reported', async () => {
  const { port, held, lines, metrics } = await servers.start(
    ({ app }, parts) => {
      app.get('/slow', async () => new Promise<string>((resolve) => parts.held.push(() => resolve('done'))));
    },
    { connections: { maxOfNetwork: 3, maxRequestsOfNetwork: 1 }, clock: createTestClock() },
  );
  const first = await servers.open(port);
  first.write('GET /slow HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await waitUntil(() => held.length === 1);
  const second = await servers.open(port);
  second.write('GET /slow HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const [answer] = await once(second, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 429 /);
  await servers.open(port);
  const fourth = await servers.open(port);
  if (!fourth.destroyed) await once(fourth, 'close');
  const { text } = await metrics.read();
  expect(text).toContain('otvet_http_network_refused_total{as="parallel"} 1');
  expect(text).toContain('otvet_http_network_refused_total{as="connection"} 1');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['A network is at its own bound and is refused']);
  held[0]?.();
});
