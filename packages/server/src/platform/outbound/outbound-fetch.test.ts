import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Resolve } from './check-target.ts';
import { createOutboundFetch, OutboundError, type OutboundRequest } from './index.ts';
import { isPublicAddress } from './special-addresses.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A server on loopback; the tests reach it by letting a public-looking name resolve to it. */
async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  place: { host: string; port: number } = { host: '127.0.0.1', port: 0 },
) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(place.port, place.host, resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: (address satisfies AddressInfo).port, seen };
}

/** Stands for the open internet, which a test has not. */
const OUTSIDE = '127.0.0.2';

function fetchFromOutside(options: { resolve: Resolve; allowedPorts: number[] }) {
  const isPublic = (address: string) => address === OUTSIDE || isPublicAddress(address);
  return createOutboundFetch({ isPrivateAddressAllowed: false, isPublic, ...options });
}

const never: Resolve = async () => {
  throw new Error('must not be resolved');
};
const toPublic: Resolve = async () => [{ address: '93.184.215.14', family: 4 }];

async function reasonOf(url: string, options: { resolve?: Resolve; request?: OutboundRequest } = {}) {
  const fetchOut = createOutboundFetch({ isPrivateAddressAllowed: false, resolve: options.resolve ?? never });
  try {
    await fetchOut(url, { timeoutMs: 60_000, ...options.request });
    return 'fetched';
  } catch (error) {
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
}

/** As an owner with private addresses allowed: the rules about answers and redirects are tried against a real server. */
const fetchLocal = createOutboundFetch({
  isPrivateAddressAllowed: true,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
});

async function localReason(url: string, request: OutboundRequest = {}) {
  return fetchLocal(url, request).then(
    () => 'fetched',
    (error: unknown) => (error instanceof OutboundError ? error.reason : 'other'),
  );
}

it('every way to write 127.0.0.1 is refused without a look-up', async () => {
  for (const host of [
    '127.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '0',
    '127.0.0.1%2f',
  ]) {
    expect(['address_refused', 'url']).toContain(await reasonOf(`http://${host}/`));
  }
});

it('the whole table of special addresses is refused', async () => {
  const special = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '169.254.169.254', '172.16.0.1'],
    ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1'],
    ...['64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '2001:20::1', '3fff::1', '5f00::1'],
    ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
  ];
  for (const address of special) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
    const url = address.includes(':') ? `http://[${address}]/` : `http://${address}/`;
    expect([address, await reasonOf(url)]).toEqual([address, 'address_refused']);
    const byName: Resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    expect(await reasonOf('http://innocent.example/', { resolve: byName })).toBe('address_refused');
  }
  for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '2a02:6b8::2:242']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

it('one private address among several refuses the name; the second answer of a name is never asked for', async () => {
  const mixed: Resolve = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  expect(await reasonOf('http://mixed.example/', { resolve: mixed })).toBe('address_refused');
  const inside = await serve((_request, response) => response.end('inside'));
  const outside = await serve((_request, response) => response.end('outside'), { host: OUTSIDE, port: inside.port });
  let asked = 0;
  const rebinding: Resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? OUTSIDE : '127.0.0.1', family: 4 }];
  };
  const fetchOut = fetchFromOutside({ resolve: rebinding, allowedPorts: [inside.port] });
  expect((await fetchOut(`http://rebind.example:${inside.port}/`)).body.toString()).toBe('outside');
  expect([asked, outside.seen.length, inside.seen.length]).toEqual([1, 1, 0]);
});

it('the connection goes to the checked address, the Host header keeps the name', async () => {
  const local = await serve((request, response) => response.end(request.headers.host));
  const answer = await fetchLocal(`http://named.example:${local.port}/`);
  expect(answer.body.toString()).toBe(`named.example:${local.port}`);
});

it('every redirect is checked again, at most three, secrets stay with their origin', async () => {
  const target = await serve((_request, response) => response.end('end'));
  const step = await serve((request, response) => {
    const location = request.url?.slice(1) ?? '';
    response.writeHead(302, { location: decodeURIComponent(location) }).end();
  });
  const via = (location: string) => `http://step.example:${step.port}/${encodeURIComponent(location)}`;
  for (const location of ['file:///etc/passwd', 'gopher://x/', 'http://user:pw@x/', 'data:text/html,x', 'http://[']) {
    expect(await localReason(via(location))).toBe('url');
  }
  const endless = await serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end());
  expect(await localReason(`http://loop.example:${endless.port}/`)).toBe('too_many_redirects');
  expect(endless.seen).toHaveLength(4);
  const headers = { authorization: 'Bearer secret', cookie: 'a=b', accept: 'text/html' };
  await fetchLocal(via(`http://other.example:${target.port}/`), { headers });
  expect(step.seen.at(-1)?.headers.authorization).toBe('Bearer secret');
  expect(target.seen.at(-1)?.headers).toMatchObject({ accept: 'text/html' });
  expect(target.seen.at(-1)?.headers).not.toHaveProperty('authorization');
  expect(target.seen.at(-1)?.headers).not.toHaveProperty('cookie');
});

it('a redirect is the answer where the caller wants to read it, and nobody goes on', async () => {
  const target = await serve((_request, response) => response.end('end'));
  const location = `http://other.example:${target.port}/`;
  const step = await serve((_request, response) =>
    response.writeHead(302, { location, 'x-linked-size': '5' }).end('moved'),
  );
  const answer = await fetchLocal(`http://step.example:${step.port}/`, { returnsRedirect: true });
  expect(answer).toMatchObject({ status: 302, headers: { location, 'x-linked-size': '5' } });
  expect(target.seen).toHaveLength(0);
});

it('a redirect into the own network is refused', async () => {
  const inside = await serve((_request, response) => response.end('inside'));
  const names: Record<string, string> = { 'outside.example': OUTSIDE, 'inside.example': '127.0.0.1' };
  for (const host of ['127.0.0.1', 'inside.example', '[::ffff:127.0.0.1]']) {
    const outside = await serve(
      (_request, response) => response.writeHead(302, { location: `http://${host}:${inside.port}/` }).end(),
      { host: OUTSIDE, port: 0 },
    );
    const fetchOut = fetchFromOutside({
      allowedPorts: [outside.port, inside.port],
      resolve: async (name) => [{ address: names[name] ?? '10.0.0.1', family: 4 }],
    });
    const url = `http://outside.example:${outside.port}/`;
    await expect(fetchOut(url)).rejects.toMatchObject({ reason: 'address_refused' });
    expect(outside.seen).toHaveLength(1);
  }
  expect(inside.seen).toHaveLength(0);
});

it('other schemes, other ports and passwords in the address are refused', async () => {
  const resolve = toPublic;
  for (const url of ['gopher://x/', 'file:///etc/passwd', 'ftp://x/', 'data:text/html,x', 'http://u:p@x/', 'x', '']) {
    expect(await reasonOf(url, { resolve })).toBe('url');
  }
  for (const port of [22, 25, 5432, 6379, 8080, 65_535]) {
    expect(await reasonOf(`http://x.example:${port}/`, { resolve })).toBe('address_refused');
  }
  expect(await reasonOf(`http://x.example/${'a'.repeat(3000)}`, { resolve })).toBe('url');
});

it('endless, bombed, slow and wrongly typed answers end', async () => {
  const endless = await serve((_request, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
    response.once('close', () => clearInterval(timer));
  });
  expect(await localReason(`http://x:${endless.port}/`, { maxBytes: 1_000_000 })).toBe('too_large');
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  const packed = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  const before = process.memoryUsage.rss();
  expect(await localReason(`http://x:${packed.port}/`, { maxBytes: 1_000_000 })).toBe('too_large');
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  const slow = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'), 50);
    response.once('close', () => clearInterval(timer));
  });
  expect(await localReason(`http://x:${slow.port}/`, { timeoutMs: 300 })).toBe('too_slow');
  const silent = await serve((_request, response) => {
    response.writeHead(200).write('x');
  });
  expect(await localReason(`http://x:${silent.port}/`, { timeoutMs: 60_000, idleMs: 50 })).toBe('too_slow');
  const mute = await serve(() => undefined);
  expect(await localReason(`http://x:${mute.port}/`, { timeoutMs: 60_000, idleMs: 50 })).toBe('too_slow');
  const image = await serve((_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'));
  expect(await localReason(`http://x:${image.port}/`, { contentTypes: ['text/html'] })).toBe('content_type');
  expect(await localReason(`http://x:${image.port}/`, { contentTypes: ['image/'] })).toBe('fetched');
  const broken = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
  });
  expect(await localReason(`http://x:${broken.port}/`)).toBe('unreachable');
});

it('no address of the hostile list is ever fetched', async () => {
  const file = new URL('../../../../../../shared/data/hostile/ssrf-urls.jsonl', import.meta.url);
  if (!existsSync(file)) {
    console.log('Left out: ../shared/data/hostile/ssrf-urls.jsonl is not here');
    return;
  }
  const line = z.object({ text: z.string(), needs_dns: z.boolean() });
  const entries = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)));
  const fetched: string[] = [];
  for (const { text, needs_dns } of entries) {
    // Names that are dangerous by what they resolve to do resolve to it here.
    const resolve: Resolve = async () => [{ address: needs_dns ? '169.254.169.254' : '127.0.0.1', family: 4 }];
    if ((await reasonOf(text, { resolve })) === 'fetched') fetched.push(text);
  }
  expect(entries.length).toBeGreaterThan(20);
  expect(fetched).toEqual([]);
});
