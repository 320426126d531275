import { z } from 'zod';

/** The database cannot serve now (down, full, too slow, cut off): callers answer 503 and may try again. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, options: { cause: unknown }) {
    super(`The database is unavailable (${reason})`, options);
    this.reason = reason;
  }
}

export type UnavailableReason = 'disk-full' | 'read-only' | 'too-many-files' | 'disk-error' | 'connection' | 'too-slow';

/** Another live process holds this data folder. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
  readonly folder: string;
  readonly pid: number;

  constructor(owner: { folder: string; pid: number }) {
    super(
      `The data folder ${owner.folder} is in use by process ${owner.pid}. ` +
        'Two starts on one folder would destroy data: stop that process or set DATA_DIR to another folder.',
    );
    this.folder = owner.folder;
    this.pid = owner.pid;
  }
}

/** The embedded engine could not start, or refused to run because commits would not be durable. */
export class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}

/** A migration file is faulty, was changed after it ran, or failed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const CodedError = z.object({ code: z.string() });

/** The SQLSTATE or system error code of an unknown error, or undefined. */
export function errorCode(error: unknown): string | undefined {
  const parsed = CodedError.safeParse(error);
  return parsed.success ? parsed.data.code : undefined;
}

/** Why the database could not serve, or undefined if the error says something about the statement itself. */
export function unavailableReason(error: unknown): UnavailableReason | undefined {
  if (error instanceof DatabaseUnavailableError) {
    return error.reason;
  }
  const code = errorCode(error);
  if (code !== undefined) {
    return REASON_BY_CODE.get(code) ?? (code.startsWith('08') ? 'connection' : undefined);
  }
  // pg gives these errors no code.
  const text = error instanceof Error ? error.message : '';
  return REASON_BY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
}

/** The server itself ended the statement (it took too long): nothing of it was written. */
export function isStatementCanceled(error: unknown): boolean {
  const failure = error instanceof DatabaseUnavailableError ? error.cause : error;
  return errorCode(failure) === '57014';
}

/** Turns "cannot serve now" into one DatabaseUnavailableError; every other error comes back as it is. */
export function toDatabaseError(error: unknown): unknown {
  const reason = unavailableReason(error);
  return reason === undefined || error instanceof DatabaseUnavailableError
    ? error
    : new DatabaseUnavailableError(reason, { cause: error });
}

// https://www.postgresql.org/docs/18/errcodes-appendix.html (read 2026-11-20)
const REASON_BY_CODE: ReadonlyMap<string, UnavailableReason> = new Map([
  ['53100', 'disk-full'],
  ['ENOSPC', 'disk-full'],
  // A primary that became a replica.
  ['25006', 'read-only'],
  ['53000', 'too-many-files'],
  ['58030', 'disk-error'],
  ['53200', 'connection'],
  ['53300', 'connection'],
  ['57P01', 'connection'],
  ['57P02', 'connection'],
  ['57P03', 'connection'],
  ['57P05', 'connection'],
  ['ECONNREFUSED', 'connection'],
  ['ECONNRESET', 'connection'],
  ['ENOENT', 'connection'],
  ['ENOTFOUND', 'connection'],
  ['EAI_AGAIN', 'connection'],
  ['EHOSTUNREACH', 'connection'],
  ['ENETUNREACH', 'connection'],
  ['EPIPE', 'connection'],
  ['ETIMEDOUT', 'connection'],
  ['25P03', 'too-slow'],
  ['57014', 'too-slow'],
]);

const REASON_BY_TEXT: ReadonlyArray<readonly [RegExp, UnavailableReason]> = [
  [/^Query read timeout$/, 'too-slow'],
  [/^timeout exceeded when trying to connect$/, 'connection'],
  [/^Connection terminated/, 'connection'],
  [/^Client has encountered a connection error/, 'connection'],
  [/^Client was closed and is not queryable$/, 'connection'],
];
