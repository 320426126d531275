import { RATE_LIMITED } from '@otvet/contract';
import { z } from 'zod';
import { ConnectorError } from '../port.ts';
import type { SessionEnd } from '../session-port.ts';

/** Failures of the library are those of @hapi/boom: the code stands at `output.statusCode`. */
const boom = z.object({ output: z.object({ statusCode: z.number() }) });

const readCode = (error: unknown): number | undefined => boom.safeParse(error).data?.output.statusCode;

const ended = (reason: string, isForgotten: boolean): SessionEnd => ({ kind: 'ended', reason, isForgotten });

/** By the code with which the library closes, see `DisconnectReason` there. */
const ends: Record<number, SessionEnd> = {
  515: { kind: 'restart' },
  500: { kind: 'damaged' },
  440: ended('session_replaced', false),
  401: ended('session_logged_out', true),
  402: ended('session_banned', false),
  403: ended('session_banned', false),
  406: ended('session_banned', false),
  411: ended('session_logged_out', true),
  405: ended('session_outdated', false),
};

const CODES_RAN_OUT = /QR refs attempts ended/;

/** Why a connection closed; what is not known, such as a network that is not there, is only lost. */
export function readEnd(error: unknown): SessionEnd {
  if (error instanceof Error && CODES_RAN_OUT.test(error.message)) return ended('code_expired', true);
  return ends[readCode(error) ?? 0] ?? { kind: 'lost' };
}

/** The platform lets this number begin no chats for a while. */
export const NEW_CHATS_LIMITED = 463;

/** A send that failed, in the port's kinds. A lost answer is tried again under the same number, which is shown once. */
export function readSendFailure(error: unknown): ConnectorError {
  const code = readCode(error);
  switch (code) {
    case NEW_CHATS_LIMITED:
      return new ConnectorError('rejected', { reason: 'new_chats_limited' });
    case 401:
      return new ConnectorError('unauthorized', { reason: 'session_logged_out' });
    case 403:
      return new ConnectorError('unauthorized', { reason: 'session_banned' });
    case 429:
      return new ConnectorError('rate-limited', { reason: RATE_LIMITED, limitScope: 'channel' });
    case 404:
    case 406:
      return new ConnectorError('rejected', { reason: 'refused' });
    case 408:
    case 428:
      return new ConnectorError('retry', { reason: 'network' });
    default:
      return new ConnectorError('retry', { reason: 'vendor_error' });
  }
}

const GONE = new Set<number | undefined>([400, 403, 404, 410]);

/** A file that could not be loaded, also after the phone was asked for it again. */
export function readMediaFailure(error: unknown): ConnectorError {
  if (GONE.has(readCode(error))) return new ConnectorError('rejected', { reason: 'file_gone' });
  return new ConnectorError('retry', { reason: 'network' });
}
