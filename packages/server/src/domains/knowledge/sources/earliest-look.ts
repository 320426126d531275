import { isAhead } from '../../../platform/time/is-ahead.ts';
import type { SourceRow } from './source-store.ts';

/** A document by link is asked for at most so often, whoever asks. */
const LINK_PAUSE_MS = 60_000;
/** One that could not be read is asked for sooner: its owner has just opened it to us, or put it back. */
const FAILED_PAUSE_MS = 10_000;

type Looked = Pick<SourceRow, 'kind' | 'triedAt' | 'state' | 'reason' | 'dueAt'>;

/** When a source may be read again; null: at once. A host that asks to wait is left alone until its planned try. */
export function earliestLook({ kind, triedAt, state, reason, dueAt }: Looked, now: Date): Date | null {
  if (kind === 'file' || triedAt === null) return null;
  const planned = state === 'waiting' ? dueAt : null;
  if (planned !== null && reason === 'busy') return planned;
  const pauseMs = state === 'failed' ? FAILED_PAUSE_MS : LINK_PAUSE_MS;
  const at = new Date(triedAt.getTime() + pauseMs);
  if (!isAhead({ at, now, longestMs: pauseMs })) return null;
  return planned !== null && planned < at ? planned : at;
}
