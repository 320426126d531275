import { ConnectorError } from '../port.ts';
import { whatsappFailures } from '../vendors/whatsapp/failures.ts';

/** What the codes of all calls mean. */
export const failures = whatsappFailures;

/** While a channel is connected a refusal is one of the typed values: the one that the call is about. */
export function blame(error: unknown, field: string, reason: string): unknown {
  const isRefusal = error instanceof ConnectorError && (error.kind === 'rejected' || error.kind === 'unauthorized');
  return isRefusal ? new ConnectorError('unauthorized', { reason, field, cause: error }) : error;
}
