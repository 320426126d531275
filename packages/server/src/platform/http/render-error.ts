import { ORPCError } from '@orpc/server';
import type { ErrorBody } from '@otvet/contract';
import { z } from 'zod';
import { unavailableReason } from '../database/database-errors.ts';
import { AppError } from '../errors/app-error.ts';
import { describeIssues, issues } from './describe-issues.ts';

/** An error as it leaves: the one form for Fastify, oRPC and plain handlers. */
export type RenderedError = { status: number; headers: Record<string, string>; body: ErrorBody };

const RETRY_SECONDS = 5;
const UNEXPECTED_FIELD = 'unexpected';

const httpFailure = z.object({ statusCode: z.number(), code: z.string().optional() });
const failedInput = z.object({ issues });

/** Turns anything thrown into an AppError; what nobody foresaw becomes `internal` and keeps its cause for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) return fromContractError(error);
  if (unavailableReason(error) !== undefined) {
    return new AppError('server.unavailable', { cause: error, retryAfter: RETRY_SECONDS });
  }
  const failure = httpFailure.safeParse(error);
  return failure.success ? fromHttpFailure(failure.data, error) : new AppError('internal', { cause: error });
}

/** The answer to an error: its code, never its message or stack, which are for the log. */
export function renderError(error: AppError, requestId: string): RenderedError {
  const headers: Record<string, string> = {};
  if (error.retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfter)));
  const message = error.code.replace('.', ': ').replaceAll('_', ' ');
  const body: ErrorBody = { code: error.code, message, requestId };
  if (error.details !== undefined) body.details = error.details;
  return { status: error.status, headers, body };
}

function fromContractError(error: ORPCError<string, unknown>): AppError {
  const input = failedInput.safeParse(error.data);
  if (error.code !== 'BAD_REQUEST' || !input.success) return new AppError('internal', { cause: error });
  const details = describeIssues(input.data.issues);
  const isTooLarge = Object.values(details).includes('too_large');
  // The cause of a failed validation holds the input itself, which must not reach the log.
  return new AppError(isTooLarge ? 'files.too_large' : 'request.invalid', { details });
}

/** Fastify and its plugins mark their errors with a status and a code. */
function fromHttpFailure(failure: z.infer<typeof httpFailure>, cause: unknown): AppError {
  if (failure.code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('files.too_large', { cause });
  if (failure.statusCode === 413) return new AppError('request.too_large', { cause });
  if (failure.statusCode === 404) return new AppError('request.not_found', { cause });
  if (failure.statusCode === 405) return new AppError('request.method', { cause });
  if (failure.statusCode === 429) return new AppError('request.rate_limited', { cause, retryAfter: RETRY_SECONDS });
  if (failure.statusCode === 503) return new AppError('server.unavailable', { cause, retryAfter: RETRY_SECONDS });
  if (failure.statusCode < 500) return new AppError('request.invalid', { details: { body: reasonOf(failure) }, cause });
  return new AppError('internal', { cause });
}

function reasonOf(failure: z.infer<typeof httpFailure>): string {
  if (failure.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'content_type';
  return failure.code === 'FST_FILES_LIMIT' ? 'too_many_files' : UNEXPECTED_FIELD;
}
