import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from 'ai';
import { VendorError } from '../../../platform/outbound/index.ts';
import type { ModelFailureKind } from './port.ts';
import { readRetryAfter } from './read-retry-after.ts';

export type ClassifiedFailure = { failure: ModelFailureKind; detail: string; retryAfterMs: number | null };

/** Codes and types of a spent balance (OpenAI, Anthropic, GigaChat); a plain rate limit has others. */
const spent = /insufficient_quota|billing|spend_limit|credit_balance|insufficient_balance|quota_exhausted/i;
const tooLong = /context_length_exceeded|maximum context length|context window|prompt is too long|request_too_large/i;
const retryableStatuses = new Set([408, 409, 425, 429, 529]);

/** What an error of the SDK or of the connection means for the next step. */
export function classifyFailure(error: unknown, now: Date): ClassifiedFailure {
  const plain = (failure: ModelFailureKind, detail: string) => ({ failure, detail, retryAfterMs: null });
  if (error instanceof VendorError && error.reason === 'silent') return plain('stalled', 'silence');
  if (error instanceof VendorError && error.reason === 'too_large') return plain('garbage', 'too_large');
  if (APICallError.isInstance(error)) return classifyCall(error, now);
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) return plain('garbage', 'unreadable');
  if (InvalidResponseDataError.isInstance(error)) return plain('garbage', 'unreadable');
  return plain('retryable', 'connection');
}

function classifyCall(error: APICallError, now: Date): ClassifiedFailure {
  const { statusCode, responseBody = '', responseHeaders = {} } = error;
  if (statusCode === undefined) return { failure: 'retryable', detail: 'connection', retryAfterMs: null };
  const detail = String(statusCode);
  const of = (failure: ModelFailureKind) => ({ failure, detail, retryAfterMs: null });
  if (statusCode < 300) {
    // The SDK words a connection that broke inside of a good answer as a failed call too.
    const { cause } = error;
    const isUnreadable = JSONParseError.isInstance(cause) || TypeValidationError.isInstance(cause);
    return isUnreadable ? of('garbage') : { failure: 'retryable', detail: 'cut', retryAfterMs: null };
  }
  if (statusCode === 402 || (statusCode === 429 && spent.test(responseBody))) return of('quota');
  if (statusCode === 413 || (statusCode === 400 && tooLong.test(responseBody))) return of('context-too-long');
  if (retryableStatuses.has(statusCode) || statusCode >= 500) {
    return { failure: 'retryable', detail, retryAfterMs: readRetryAfter(responseHeaders, now) };
  }
  return of('unavailable');
}
