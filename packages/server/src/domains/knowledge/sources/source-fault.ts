import type { SourceReason } from '@otvet/contract';
import { ConfinedJobError } from '../../../platform/confined/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { OutboundError, type OutboundReason } from '../../../platform/outbound/index.ts';
import { unreadReason } from '../reading/unread-reason.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const PAUSES_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
/** Whoever asks to wait is left alone for longer. */
const BUSY_PAUSES_MS = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
/** A line of pictures that wait for tomorrow asks no more often. */
const LIMIT_PAUSE_MS = HOUR_MS;

const PASSING = new Set<string>(['request.rate_limited', 'server.unavailable']);

type FaultOptions = { isPassing?: boolean; retryAfterMs?: number | null; cause?: unknown };

/** Why a source was not read. One that is `passing` may be gone at the next try. */
export class SourceFault extends Error {
  readonly reason: SourceReason;
  readonly isPassing: boolean;
  /** The wait that whoever was asked wants. */
  readonly retryAfterMs: number | null;

  constructor(reason: SourceReason, { isPassing = false, retryAfterMs = null, cause }: FaultOptions = {}) {
    super(`source: ${reason}`, { cause });
    this.name = 'SourceFault';
    this.reason = reason;
    this.isPassing = isPassing;
    this.retryAfterMs = retryAfterMs;
  }
}

const ofAddress: Record<OutboundReason, { reason: SourceReason; isPassing?: boolean }> = {
  url: { reason: 'link_wrong' },
  address_refused: { reason: 'link_wrong' },
  redirect_refused: { reason: 'link_wrong' },
  too_many_redirects: { reason: 'link_wrong' },
  name_unknown: { reason: 'unreachable', isPassing: true },
  unreachable: { reason: 'unreachable', isPassing: true },
  too_slow: { reason: 'unreachable', isPassing: true },
  too_large: { reason: 'too_large' },
  content_type: { reason: 'wrong_type' },
};

/** What a failure means for a source; undefined for one that is no fault of the document and may not be shown as such. */
export function toSourceFault(error: unknown): SourceFault | undefined {
  if (error instanceof SourceFault) return error;
  if (error instanceof OutboundError) {
    // A name of the own network is answered like one that nobody knows, else strangers find out which names there are.
    const { reason, ...rest } = ofAddress[error.isOfName ? 'name_unknown' : error.reason];
    return new SourceFault(reason, { ...rest, cause: error });
  }
  if (error instanceof ConfinedJobError) return ofReader(error);
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'knowledge.memory_limit') return new SourceFault('memory_limit');
  // Too many documents wait for the reader, or the disk has no room for the copy that it reads.
  if (PASSING.has(error.code)) return new SourceFault('not_read', { isPassing: true, cause: error });
  return undefined;
}

function ofReader(error: ConfinedJobError): SourceFault {
  const reason = unreadReason(error);
  return new SourceFault(reason, { isPassing: reason === 'not_read', cause: error });
}

/** How long to wait after so many tries; undefined: it is given up. */
export function pauseAfter(attempts: number, { reason, isPassing, retryAfterMs }: SourceFault): number | undefined {
  if (!isPassing) return undefined;
  // Nothing was tried: it is not given up.
  if (reason === 'picture_limit') return Math.max(LIMIT_PAUSE_MS, retryAfterMs ?? 0);
  const pause = (reason === 'busy' ? BUSY_PAUSES_MS : PAUSES_MS)[attempts - 1];
  return pause === undefined ? undefined : Math.min(Math.max(pause, retryAfterMs ?? 0), 6 * HOUR_MS);
}
