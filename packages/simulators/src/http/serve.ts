import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One request with its answer and its parsed address. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL };

/** A listening server; close() also cuts the connections that are still open. */
export type RunningServer = { url: string; port: number; close(): Promise<void> };

/**
 * Listens on a free (or the given) port; a throw of the handler answers 500 with its words. One that listens on this
 * machine alone answers to this machine's names alone: a page of another site may give its own name our address.
 */
export async function serve(options: {
  port?: number | undefined;
  host?: string | undefined;
  handle: (exchange: Exchange) => Promise<void> | void;
}): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer((request, response) => {
    const url = readAddress(request);
    if (!url) return sendJson(response, { status: 400, body: { error: 'The address is not understood.' } });
    if (isLoopback(host) && !isLoopback(hostnameOf(request)))
      return sendJson(response, { status: 421, body: { error: 'This server has another name.' } });
    Promise.resolve(options.handle({ request, response, url })).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      sendJson(response, { status: 500, body: { error: error instanceof Error ? error.message : String(error) } });
    });
  });
  // A client that keeps a connection idle between calls must not find it closed just as it writes.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulator has no TCP address.');
  return {
    url: addressOf(host, address.port),
    port: address.port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const OWN_NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;
const isLoopback = (name: string): boolean => OWN_NAMES.test(name);

function readAddress({ url = '/' }: IncomingMessage): URL | undefined {
  return URL.parse(url, 'http://simulator') ?? undefined;
}

/** By the header that a browser sets; empty where it is none. */
function hostnameOf({ headers: { host = '' } }: IncomingMessage): string {
  return URL.parse(`http://${host}`)?.hostname ?? '';
}

/** What a page of another site can send without being asked first; a browser says of itself where it comes from. */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}`;
}

/** Where a server of this host is asked: one that listens everywhere is asked here. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Answers JSON with its length, so that keep-alive clients know where it ends. */
export function sendJson(response: ServerResponse, answer: { status: number; body: unknown; headers?: object }): void {
  sendBytes(response, {
    status: answer.status,
    body: Buffer.from(JSON.stringify(answer.body)),
    headers: { 'content-type': 'application/json', ...answer.headers },
  });
}

/** Answers bytes; does nothing when the client has gone. */
export function sendBytes(
  response: ServerResponse,
  answer: { status: number; body: Uint8Array; headers: object },
): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(answer.status, { 'content-length': answer.body.byteLength, ...answer.headers });
  response.end(answer.body);
}
