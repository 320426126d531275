import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { createOutboundFetch } from './index.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

type Seen = { request: IncomingMessage; body: string };

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    seen.push({ request, body: Buffer.concat(chunks).toString() });
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return { port: address !== null && typeof address === 'object' ? address.port : 0, seen };
}

/** A place that sends everybody on to `location` with `status`, and the place where they end. */
async function startPair(status: number, location: (ports: { first: number; last: number }) => string) {
  const last = await serve((_request, response) => response.end('end'));
  const first = await serve((request, response) => {
    if (request.url?.startsWith('/again')) response.end('end');
    else response.writeHead(status, { location: location({ first: first.port, last: last.port }) }).end();
  });
  return { first, last };
}

const fetchLocal = createOutboundFetch({
  isPrivateAddressAllowed: true,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
});

/** What the product itself says about a request, whoever it is for. */
const ownHeaders = new Set([
  'host',
  'connection',
  'accept-encoding',
  'user-agent',
  'content-length',
  'transfer-encoding',
]);
const elsewhere: Record<string, (ports: { first: number; last: number }) => string> = {
  'another host': ({ last }) => `http://other.example:${last}/`,
  'another port': ({ last }) => `http://step.example:${last}/`,
  'the same name with a dot': ({ last }) => `http://step.example.:${last}/`,
  'a host below': ({ last }) => `http://below.step.example:${last}/`,
};
const statuses = [301, 302, 303, 307, 308];

/** Every name of a header that stands in the sources of connectors and models, and what vendors call their keys. */
function knownNames(): string[] {
  const source = join(import.meta.dirname, '../..');
  const folders = ['connectors', 'domains/assistant/model'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(source, folder, name)),
  );
  const named = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/'((?:x|content|authorization)[a-z-]*)':/g),
  ]);
  const vendors = [
    'authorization',
    'proxy-authorization',
    'cookie',
    'x-api-key',
    'x-viber-auth-token',
    'x-amo-key',
    'api-key',
  ];
  return [...new Set([...named.map(([, name = '']) => name), ...vendors])];
}

const headerName = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}[a-z0-9]$/).filter((name) => !ownHeaders.has(name));
const someNames = fc.sample(headerName, { numRuns: 60, seed: 6 });

it.each(Object.keys(elsewhere))(
  'a redirect to %s carries no header of the caller but the harmless ones, whatever its name',
  async (where) => {
    const names = [...new Set([...knownNames(), ...someNames])].filter(
      (name) => !['expect', 'upgrade', 'te', 'trailer'].includes(name),
    );
    expect(names.length).toBeGreaterThan(50);
    const headers = Object.fromEntries(names.map((name) => [name, `planted-${name}`]));
    for (const status of statuses) {
      const { first, last } = await startPair(status, elsewhere[where] ?? (() => ''));
      await fetchLocal(`http://step.example:${first.port}/bot123:planted-token/get?key=planted-key`, {
        headers: { ...headers, Accept: 'text/html', 'Accept-Language': 'ru' },
      });
      // The right place got them all: they were there to be lost.
      expect(names.filter((name) => first.seen[0]?.request.headers[name] !== `planted-${name}`)).toEqual([]);
      const [heard] = last.seen;
      const allowed = new Set([...ownHeaders, 'accept', 'accept-language']);
      expect(Object.keys(heard?.request.headers ?? {}).filter((name) => !allowed.has(name))).toEqual([]);
      expect(JSON.stringify(heard?.request.rawHeaders)).not.toContain('planted');
      expect(heard?.request.headers).toMatchObject({ accept: 'text/html', 'accept-language': 'ru' });
      expect(heard?.request.headers.referer).toBeUndefined();
    }
  },
);

it('a body and what describes it stay with the origin they were written for', async () => {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'planted-key' };
  const request = { method: 'POST', headers, body: '{"token":"planted"}' } as const;
  for (const status of statuses) {
    const { first, last } = await startPair(status, ({ last: port }) => `http://other.example:${port}/`);
    await fetchLocal(`http://step.example:${first.port}/`, request);
    expect(first.seen[0]?.body).toBe(request.body);
    expect([status, last.seen[0]?.body, last.seen[0]?.request.headers['content-type']]).toEqual([
      status,
      '',
      undefined,
    ]);
  }
});

it('within its origin a redirect keeps the headers, and the body where the request is repeated', async () => {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'planted-key' };
  for (const status of statuses) {
    const isRepeated = status === 307 || status === 308;
    const { first } = await startPair(status, ({ first: port }) => `http://step.example:${port}/again`);
    await fetchLocal(`http://step.example:${first.port}/`, { method: 'POST', headers, body: '{}' });
    const again = first.seen[1];
    expect([status, again?.request.method, again?.body]).toEqual(
      isRepeated ? [status, 'POST', '{}'] : [status, 'GET', ''],
    );
    expect(again?.request.headers['x-api-key']).toBe('planted-key');
    expect(again?.request.headers['content-type']).toBe(isRepeated ? 'application/json' : undefined);
  }
});

it('what was dropped on the way does not come back when the way leads back', async () => {
  const middle = await serve((_request, response) =>
    response.writeHead(302, { location: `http://step.example:${first.port}/again` }).end(),
  );
  const first = await serve((request, response) => {
    if (request.url === '/again') response.end('end');
    else response.writeHead(302, { location: `http://other.example:${middle.port}/` }).end();
  });
  await fetchLocal(`http://step.example:${first.port}/`, { headers: { 'x-api-key': 'planted-key' } });
  expect(first.seen.map(({ request }) => request.headers['x-api-key'])).toEqual(['planted-key', undefined]);
});
