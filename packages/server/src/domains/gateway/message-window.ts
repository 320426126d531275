import type { ChannelDescriptor } from '@otvet/contract';

const HOUR_MS = 3_600_000;

/**
 * Whether the platform takes free words now: of anybody (`open`), of a person alone, who has to be named as such
 * (`person`), or no longer (`closed`).
 */
export function readWindow(input: {
  window: ChannelDescriptor['window'];
  /** When the customer last wrote; null: not known. */
  customerAt: Date | null;
  isByPerson: boolean;
  now: Date;
}): 'open' | 'person' | 'closed' {
  const { window, customerAt, isByPerson, now } = input;
  if (window === null || customerAt === null) return 'open';
  const hours = (now.getTime() - customerAt.getTime()) / HOUR_MS;
  if (hours < window.hours) return 'open';
  return isByPerson && window.personHours !== null && hours < window.personHours ? 'person' : 'closed';
}
