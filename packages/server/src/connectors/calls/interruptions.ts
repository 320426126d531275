import { ConnectorError } from '../port.ts';
import { lostAnswer } from './failures.ts';

const BEFORE_REQUEST_CODES =
  /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_URL|ERR_(?:SSL|TLS)_\w+|\w*_?CERT\w*|UNABLE_TO_\w+)$/;
const BEFORE_REQUEST_SYSCALLS = new Set(['connect', 'getaddrinfo']);
/** A connection cut during the TLS handshake has the code of any other reset; only its text says so. */
const HANDSHAKE_TEXT = /before secure TLS connection was established/i;
const MAX_CAUSES = 6;

type Interruption = {
  error: unknown;
  isEffect: boolean;
  hasTimedOut: boolean;
  /** Errors of a call may quote its address or headers: these are taken out. */
  secrets: readonly string[];
};

/** A call that ended without an answer: before the request left it may be repeated, afterwards nobody knows. */
export function readInterruption({ error, isEffect, hasTimedOut, secrets }: Interruption): ConnectorError {
  const causes = listCauses(error);
  const cause = describeCauses(causes, secrets);
  if (causes.some(isBeforeRequest)) return new ConnectorError('retry', { reason: 'network', cause });
  return lostAnswer({ reason: hasTimedOut ? 'no_answer' : 'connection_lost', isEffect, cause });
}

function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) causes.push(cause);
  return causes;
}

function isBeforeRequest(error: Error): boolean {
  // Several addresses of one host were tried, and none took the connection.
  if (error instanceof AggregateError) return true;
  if ('syscall' in error && typeof error.syscall === 'string' && BEFORE_REQUEST_SYSCALLS.has(error.syscall))
    return true;
  return BEFORE_REQUEST_CODES.test(readCode(error)) || HANDSHAKE_TEXT.test(error.message);
}

function readCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function describeCauses(causes: Error[], secrets: readonly string[]): Error | undefined {
  if (causes.length === 0) return undefined;
  const lines = causes.map((cause) =>
    [cause.name, readCode(cause), cause.message].filter((word) => word !== '').join(' '),
  );
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURI(secret), encodeURIComponent(secret)]);
  const cleaned = new Error(
    spellings.reduce((text, secret) => text.replaceAll(secret, '[secret]'), lines.join(' <- ')),
  );
  cleaned.name = 'NetworkError';
  return cleaned;
}
