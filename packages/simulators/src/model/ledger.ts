import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** One request as it was seen; of the key only a hash is kept. */
export type ModelCall = {
  id: number;
  at: number;
  path: string;
  keyHash: string | undefined;
  headers: Record<string, string>;
  body: unknown;
  fault: string | undefined;
  status: number | undefined;
  /** What the model said (before a fault spoilt it). */
  answer: string | undefined;
  tokens: { prompt: number; completion: number };
  /** The caller hung up before the end. */
  isAborted: boolean;
  isFinished: boolean;
};

/** Append-only record of the requests, with a sum of the tokens. */
export type ModelLedger = { calls: ModelCall[]; countTokens(): { prompt: number; completion: number } };

const SECRET_HEADERS = new Set(['authorization', 'x-api-key', 'api-key', 'cookie', 'proxy-authorization']);

/** Makes an empty ledger. */
export function createModelLedger(): ModelLedger {
  const calls: ModelCall[] = [];
  return {
    calls,
    countTokens: () => ({
      prompt: calls.reduce((sum, call) => sum + call.tokens.prompt, 0),
      completion: calls.reduce((sum, call) => sum + call.tokens.completion, 0),
    }),
  };
}

/** The key of a request, as a hash and in the open. */
export function readKey(headers: IncomingHttpHeaders): { key: string | undefined; keyHash: string | undefined } {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.authorization ?? '')?.[1];
  return { key: bearer, keyHash: bearer === undefined ? undefined : createHash('sha256').update(bearer).digest('hex') };
}

/** Headers without anything secret. */
export function readOpenHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const open = Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name));
  return Object.fromEntries(open.map(([name, value]) => [name, String(value)]));
}
