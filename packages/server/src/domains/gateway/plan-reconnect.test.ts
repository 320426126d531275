import { describe, expect, it } from 'vitest';
import type { SessionEnd } from '../../connectors/session-port.ts';
import { type Failures, isUnreachable, noFailures, planReconnect } from './plan-reconnect.ts';

const plan = (end: SessionEnd, { failures = noFailures, openMs = 0, failingMs = 0, unit = 1 } = {}) =>
  planReconnect({ end, failures, openMs, failingMs, unit });

function pausesOf(kind: 'lost' | 'damaged' | 'restart', count: number, unit = 1): (number | string)[] {
  let failures: Failures = noFailures;
  return Array.from({ length: count }, () => {
    const next = plan({ kind }, { failures, unit });
    if (next.kind === 'stop') return next.reason;
    failures = next.failures;
    return next.afterMs;
  });
}

describe('the end of a connection', () => {
  it('a lost one is opened again after pauses that double up to a minute', () => {
    expect(pausesOf('lost', 9)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(pausesOf('lost', 3, 0)).toEqual([500, 1000, 2000]);
    expect(pausesOf('lost', 2000).at(-1)).toBe(60_000);
  });

  it('one that could not be opened for an hour is tried more rarely, and its owner is told', () => {
    const failures = { count: 60, damages: 0 };
    const hour = 3_600_000;
    expect(plan({ kind: 'lost' }, { failures, failingMs: hour - 1 })).toMatchObject({ afterMs: 60_000 });
    expect(plan({ kind: 'lost' }, { failures, failingMs: hour })).toMatchObject({ afterMs: 600_000 });
    expect(isUnreachable({ failures, failingMs: hour })).toBe(true);
    // A host that was off for hours has hardly tried.
    expect(isUnreachable({ failures: { count: 4, damages: 0 }, failingMs: 5 * hour })).toBe(false);
  });

  it('one that stood a minute begins the pauses again', () => {
    const failures = { count: 6, damages: 4 };
    expect(plan({ kind: 'lost' }, { failures, openMs: 59_999 })).toMatchObject({ afterMs: 60_000 });
    expect(plan({ kind: 'lost' }, { failures, openMs: 60_000 })).toEqual({
      kind: 'again',
      afterMs: 1000,
      failures: { count: 1, damages: 0 },
    });
  });

  it('a restart that the platform asks for comes at once; risk: a platform that asks for ever is called without a pause', () => {
    expect(pausesOf('restart', 4)).toEqual([0, 2000, 4000, 8000]);
  });

  it('damage is tried five times, and then only the owner can help', () => {
    expect(pausesOf('damaged', 6).at(-2)).toBe(16_000);
    expect(pausesOf('damaged', 6).at(-1)).toBe('session_damaged');
  });

  it('what has ended is not opened again', () => {
    const end = { kind: 'ended', reason: 'session_replaced', isForgotten: false } as const;
    expect(plan(end)).toEqual({ kind: 'stop', reason: 'session_replaced', isForgotten: false });
  });
});
