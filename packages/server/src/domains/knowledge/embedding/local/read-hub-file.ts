import type { ModelFaultReason } from '@otvet/contract';
import {
  OutboundError,
  type OutboundFetch,
  type OutboundReason,
  type OutboundResponse,
} from '../../../../platform/outbound/index.ts';
import { ModelFault } from './model-fault.ts';

/** A file as the hub describes it. Large ones are known by their SHA-256, small ones by their hash in Git. */
export type HubFile = { bytes: number; digest: { kind: 'sha256' | 'git'; hex: string } };
export type Part = { bytes: Buffer; file: HubFile };

const MAX_HOPS = 5;
/** What is no file may say so at length. */
const MAX_PAGE = 256 * 1024;
/** Who sends more than was asked for knows no parts of files. */
const reasons: Partial<Record<OutboundReason, ModelFaultReason>> = {
  address_refused: 'address_refused',
  too_large: 'not_a_file',
};
const redirects = new Set([301, 302, 303, 307, 308]);
const DIGESTS: Record<number, 'sha256' | 'git'> = { 64: 'sha256', 40: 'git' };

type Range = { from: number; to: number };

/**
 * Reads a part of a file. The hub sends to another host and says before what lies there, so redirects are followed by hand;
 * each address is checked like the first. https://huggingface.co/docs/hub/xet/file-id (x-linked-etag, x-linked-size), read
 * 2026-11-25. Throws ModelFault.
 */
export async function readHubPart(fetch: OutboundFetch, url: string, { from, to }: Range): Promise<Part> {
  const linked: { etag?: string | undefined; bytes?: number } = {};
  let next = new URL(url);
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const answer = await ask(fetch, next.href, { from, to });
    const { 'x-linked-etag': etag, 'x-linked-size': size, location } = answer.headers;
    linked.etag ??= etag;
    if (size !== undefined) linked.bytes ??= Number(size);
    if (!redirects.has(answer.status) || location === undefined) {
      const isAtHub = next.origin === new URL(url).origin;
      return toPart(
        answer,
        { ...linked, etag: linked.etag ?? (isAtHub ? answer.headers.etag : undefined) },
        { from, to },
      );
    }
    const target = URL.parse(location, next.href);
    if (target === null || (next.protocol === 'https:' && target.protocol !== 'https:')) break;
    next = target;
  }
  throw new ModelFault('unreachable');
}

async function ask(fetch: OutboundFetch, url: string, { from, to }: Range): Promise<OutboundResponse> {
  const headers = { range: `bytes=${from}-${to}`, 'accept-encoding': 'identity' };
  try {
    const maxBytes = Math.max(to - from + 1, MAX_PAGE);
    return await fetch(url, { headers, returnsRedirect: true, maxBytes, timeoutMs: 120_000, idleMs: 20_000 });
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    throw new ModelFault(reasons[cause.reason] ?? 'unreachable', { cause });
  }
}

function toPart(answer: OutboundResponse, linked: { etag?: string | undefined; bytes?: number }, range: Range): Part {
  refuseStatus(answer.status);
  if (answer.contentType === 'text/html') throw new ModelFault('not_a_file');
  const total = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1];
  // A host without ranges may answer with a whole small file, and only with one.
  const isWhole = answer.status === 200 && range.from === 0;
  if (answer.status !== 206 && !isWhole) throw new ModelFault('unreachable');
  const bytes = linked.bytes ?? Number(total ?? answer.body.byteLength);
  const hex = /^(?:W\/)?"?([0-9a-f]+)"?$/.exec(linked.etag ?? '')?.[1] ?? '';
  const kind = DIGESTS[hex.length];
  if (kind === undefined || !Number.isSafeInteger(bytes)) throw new ModelFault('no_digest');
  return { bytes: answer.body, file: { bytes, digest: { kind, hex } } };
}

function refuseStatus(status: number): void {
  if (status === 200 || status === 206) return;
  if (status === 404 || status === 410) throw new ModelFault('not_found');
  if (status === 401 || status === 403) throw new ModelFault('closed');
  throw new ModelFault('unreachable');
}
