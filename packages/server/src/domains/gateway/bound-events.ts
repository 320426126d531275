import { limits } from '@otvet/contract';
import type { RawEvent } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';

/** The largest batches that a platform documents are of a thousand updates, most of them of one event. */
const MAX_EVENTS = 2000;
/** Of all events of one request as they would be stored: twice what it may bring. */
const MAX_BYTES = 2 * limits.webhookBytes;

/**
 * Throws `request.too_large` where one request would be stored as more events than any platform sends at once, or as far
 * more bytes than came: platforms try such a request again for days at most, and nothing of it is kept meanwhile.
 */
export function requireFewEvents(events: readonly RawEvent[]): void {
  if (events.length <= 1) return;
  if (events.length > MAX_EVENTS) throw new AppError('request.too_large');
  let bytes = 0;
  for (const { payload } of events) {
    bytes += JSON.stringify(payload)?.length ?? 0;
    if (bytes > MAX_BYTES) throw new AppError('request.too_large');
  }
}
