import { createHash } from 'node:crypto';
import { type Exchange, sendBytes, serve } from '../http/serve.ts';

/** How a file of the hub answers in the place of itself. */
export type HubFault = 'page' | 'missing' | 'closed' | 'broken' | 'other-bytes' | 'no-digest' | 'held';

export type HubFile = {
  bytes: Buffer;
  /** Lies at the large-file store of the hub, where its SHA-256 is known; a small one is known by its Git hash. */
  isLarge?: boolean;
};

export type ModelHub = {
  url: string;
  /** What was asked for: path and range. */
  calls: readonly { path: string; range: string | undefined }[];
  /** `owner/name` with its files by path. */
  publish(model: string, files: Record<string, HubFile>): void;
  /** From the given byte on; without one from the first. */
  fail(path: string, fault: HubFault, from?: number): void;
  heal(): void;
  close(): Promise<void>;
};

type Fault = { fault: HubFault; from: number };
type Hub = { files: Map<string, HubFile>; faults: Map<string, Fault>; held: Set<() => void> };

/**
 * A stand-in of a hub of models: files at `/{owner}/{name}/resolve/{revision}/{path}`, large ones by a redirect to another
 * host that carries `x-linked-etag` (SHA-256) and `x-linked-size`, small ones with their Git hash for an etag.
 * https://huggingface.co/docs/hub/xet/file-id, https://github.com/huggingface/huggingface_hub (constants), read 2026-11-25.
 */
export async function startModelHub(
  options: { port?: number | undefined; host?: string | undefined } = {},
): Promise<ModelHub> {
  const hub: Hub = { files: new Map(), faults: new Map(), held: new Set() };
  const calls: { path: string; range: string | undefined }[] = [];
  const store = await serve({
    ...(options.host && { host: options.host }),
    handle: (exchange) => sendStored(hub, exchange),
  });
  const server = await serve({
    ...options,
    handle: (exchange) => {
      calls.push({ path: exchange.url.pathname, range: exchange.request.headers.range });
      return resolve(hub, { exchange, store: store.url });
    },
  });
  const heal = () => {
    hub.faults.clear();
    for (const release of hub.held) release();
    hub.held.clear();
  };
  return {
    url: server.url,
    calls,
    publish(model, files) {
      for (const [path, file] of Object.entries(files)) hub.files.set(`/${model}/resolve/main/${path}`, file);
    },
    fail: (path, fault, from = 0) => hub.faults.set(path, { fault, from }),
    heal,
    async close() {
      heal();
      await server.close();
      await store.close();
    },
  };
}

async function resolve(hub: Hub, { exchange, store }: { exchange: Exchange; store: string }): Promise<void> {
  const { response, url, request } = exchange;
  const file = hub.files.get(url.pathname);
  const fault = await faultOf(hub, url.pathname, request.headers.range);
  if (fault === 'page') return sendPage(exchange, 200, '<html><body>Sign in to the network</body></html>');
  if (fault === 'closed') return sendPage(exchange, 401, 'Access to this model is restricted');
  if (fault === 'broken') return sendPage(exchange, 503, 'Service Unavailable');
  if (file === undefined || fault === 'missing') return sendPage(exchange, 404, 'Entry not found');
  if (!file.isLarge)
    return sendRange(exchange, { ...file, etag: fault === 'no-digest' ? undefined : gitHash(file.bytes) });
  const linked = { 'x-linked-etag': `"${sha256(file.bytes)}"`, 'x-linked-size': String(file.bytes.byteLength) };
  const location = `${store}${url.pathname}`;
  response.writeHead(302, { location, ...(fault === 'no-digest' ? {} : linked) }).end();
}

async function sendStored(hub: Hub, exchange: Exchange): Promise<void> {
  const path = exchange.url.pathname;
  const file = hub.files.get(path);
  if (file === undefined) return sendPage(exchange, 404, 'Not Found');
  const isOther = hub.faults.get(path)?.fault === 'other-bytes';
  sendRange(exchange, { bytes: isOther ? Buffer.alloc(file.bytes.byteLength, 7) : file.bytes, etag: undefined });
}

/** A held file waits until the hub is healed, and is then served as it is. */
async function faultOf(hub: Hub, path: string, range: string | undefined): Promise<HubFault | undefined> {
  const known = hub.faults.get(path);
  if (known === undefined || rangeOf(range).from < known.from) return undefined;
  if (known.fault !== 'held') return known.fault;
  await new Promise<void>((release) => hub.held.add(release));
  return undefined;
}

function sendRange(
  { request, response }: Exchange,
  { bytes, etag }: { bytes: Buffer; etag: string | undefined },
): void {
  const { from, to = bytes.byteLength - 1 } = rangeOf(request.headers.range);
  const last = Math.min(to, bytes.byteLength - 1);
  const isPart = request.headers.range !== undefined;
  const headers = {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    ...(etag !== undefined && { etag: `"${etag}"` }),
    ...(isPart && { 'content-range': `bytes ${from}-${last}/${bytes.byteLength}` }),
  };
  sendBytes(response, { status: isPart ? 206 : 200, body: bytes.subarray(from, last + 1), headers });
}

function rangeOf(header = ''): { from: number; to?: number } {
  const [, from, to] = /^bytes=(\d+)-(\d+)?$/.exec(header) ?? [];
  return { from: Number(from ?? 0), ...(to !== undefined && { to: Number(to) }) };
}

function sendPage({ response }: Exchange, status: number, html: string): void {
  sendBytes(response, { status, body: Buffer.from(html), headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const gitHash = (bytes: Buffer) => createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
