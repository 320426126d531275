import { type ErrorCode, errorStatus } from '@otvet/contract';

/** The one error of the product. `details` names fields (`{ field: reason }`) and may be shown; the message is for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, string> | undefined;
  /** Seconds for a Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    options: { details?: Record<string, string>; cause?: unknown; retryAfter?: number; message?: string } = {},
  ) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Whether an unknown thing is an AppError, optionally of one code. */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}
