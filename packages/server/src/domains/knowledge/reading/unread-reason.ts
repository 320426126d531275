import { ConfinedJobError } from '../../../platform/confined/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { DocumentRefusal } from './document.ts';

const RETRY_SECONDS = 30;

/** What the end of the confined process says of a document; `not_read`: nothing, it is to be tried again. */
export function unreadReason({ reason, isOfMachine }: ConfinedJobError): 'too_long' | 'damaged' | 'not_read' {
  if (isOfMachine) return 'not_read';
  switch (reason) {
    case 'time':
    case 'memory':
      return 'too_long';
    case 'failed':
    case 'crashed':
      return 'damaged';
    case 'killed':
    case 'not-started':
      return 'not_read';
  }
}

/** The same for whoever waits for the document: what wants more than its bounds is too large. Throws `server.unavailable`. */
export function refuseUnread(error: unknown): { kind: 'refused'; reason: DocumentRefusal } {
  if (!(error instanceof ConfinedJobError)) throw error;
  const reason = unreadReason(error);
  if (reason === 'not_read') throw new AppError('server.unavailable', { cause: error, retryAfter: RETRY_SECONDS });
  return { kind: 'refused', reason: reason === 'too_long' ? 'too_large' : reason };
}
