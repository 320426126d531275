import type { SessionEnd } from '../../connectors/session-port.ts';

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** A connection that stood so long was a good one: the next pause is short again. */
const GOOD_AFTER_MS = 60_000;
/** Where it has failed so long nobody waits for the next try: it comes more rarely, and the owner is told. */
const LONG_MS = 3_600_000;
const MAX_LONG_PAUSE_MS = 600_000;
/** A host that was off has not tried meanwhile. */
const LONG_COUNT = 5;
/** How often what the platform calls damaged is tried before the owner is asked. */
const MAX_DAMAGES = 5;

/** Connections that failed one after another. */
export type Failures = { count: number; damages: number };
export const noFailures: Failures = { count: 0, damages: 0 };

export type ReconnectPlan =
  | { kind: 'again'; afterMs: number; failures: Failures }
  | { kind: 'stop'; reason: string; isForgotten: boolean };

/** Pure: whether the owner is to be told that the session cannot be opened. */
export function isUnreachable({ failures, failingMs }: { failures: Failures; failingMs: number }): boolean {
  return failingMs >= LONG_MS && failures.count >= LONG_COUNT;
}

/**
 * Pure: what follows the end of a connection; `openMs`: how long it stood, `failingMs`: how long ago one stood last,
 * `unit` in [0, 1) spreads the pauses.
 */
export function planReconnect(input: {
  end: SessionEnd;
  failures: Failures;
  openMs: number;
  failingMs: number;
  unit: number;
}): ReconnectPlan {
  const { end, openMs, unit } = input;
  if (end.kind === 'ended') return { kind: 'stop', reason: end.reason, isForgotten: end.isForgotten };
  const failures = openMs >= GOOD_AFTER_MS ? noFailures : input.failures;
  const damages = failures.damages + (end.kind === 'damaged' ? 1 : 0);
  if (damages > MAX_DAMAGES) return { kind: 'stop', reason: 'session_damaged', isForgotten: false };
  // The platform asks for it once; again and again it is a failure like another.
  if (end.kind === 'restart' && failures.count === 0)
    return { kind: 'again', afterMs: 0, failures: { count: 1, damages } };
  const maxMs = isUnreachable({ failures, failingMs: input.failingMs }) ? MAX_LONG_PAUSE_MS : MAX_PAUSE_MS;
  const pauseMs = Math.min(maxMs, FIRST_PAUSE_MS * 2 ** Math.min(failures.count, 10));
  return { kind: 'again', afterMs: pauseMs * (0.5 + unit / 2), failures: { count: failures.count + 1, damages } };
}
