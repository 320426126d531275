import { type VendorAnswer, VendorError } from '../../../platform/outbound/index.ts';
import type { ModelFailureKind } from './port.ts';
import { readRetryAfter } from './read-retry-after.ts';
import { StreamedError, UnreadableAnswerError } from './wire/wire.ts';

export type ClassifiedFailure = { failure: ModelFailureKind; detail: string; retryAfterMs: number | null };

/** Codes and types of a spent balance (OpenAI, Anthropic, GigaChat); a plain rate limit has others. */
const spent = /insufficient_quota|billing|spend_limit|credit_balance|insufficient_balance|quota_exhausted/i;
const tooLong = /context_length_exceeded|maximum context length|context window|prompt is too long|request_too_large/i;
const retryableStatuses = new Set([408, 409, 425, 429, 529]);

/** A server that answers with another status than 2xx. */
export class ModelRefusal extends Error {
  override readonly name = 'ModelRefusal';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;

  constructor({ status, headers, body }: VendorAnswer) {
    super(`The server of the model answers ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body.toString('utf8');
  }
}

/** An answer that came but is of no use. */
export class UnusableAnswerError extends Error {
  override readonly name = 'UnusableAnswerError';
  readonly failure: 'refused' | 'garbage' | 'retryable';
  readonly detail: string;

  constructor(failure: UnusableAnswerError['failure'], detail: string) {
    super(`The answer of the model is of no use: ${detail}`);
    this.failure = failure;
    this.detail = detail;
  }
}

/** What an error of a call means for the next step. */
export function classifyFailure(error: unknown, now: Date): ClassifiedFailure {
  const plain = (failure: ModelFailureKind, detail: string) => ({ failure, detail, retryAfterMs: null });
  if (error instanceof UnusableAnswerError) return plain(error.failure, error.detail);
  if (error instanceof ModelRefusal) return classifyRefusal(error, now);
  if (error instanceof UnreadableAnswerError) return plain('garbage', 'unreadable');
  if (error instanceof StreamedError) return plain('retryable', 'error');
  if (error instanceof VendorError && error.reason === 'silent') return plain('stalled', 'silence');
  if (error instanceof VendorError && error.reason === 'too_large') return plain('garbage', 'too_large');
  // The connection broke inside of a good answer.
  if (error instanceof VendorError && error.heard?.status === 200) return plain('retryable', 'cut');
  return plain('retryable', 'connection');
}

function classifyRefusal({ status, headers, body }: ModelRefusal, now: Date): ClassifiedFailure {
  const of = (failure: ModelFailureKind) => ({ failure, detail: String(status), retryAfterMs: null });
  if (status === 402 || (status === 429 && spent.test(body))) return of('quota');
  if (status === 413 || (status === 400 && tooLong.test(body))) return of('context-too-long');
  if (retryableStatuses.has(status) || status >= 500)
    return { ...of('retryable'), retryAfterMs: readRetryAfter(headers, now) };
  return of('unavailable');
}
