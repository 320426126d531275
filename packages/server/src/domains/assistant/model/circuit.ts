import type { Clock } from '../../../platform/time/clock.ts';
import type { Random } from '../../../platform/time/ids.ts';

type State = { failures: number; openings: number; openUntil: number; isProbing: boolean };

export type Circuits = {
  /** Whether a call may go out now; `probe` is the one that tries whether the model is back. */
  enter(model: string): 'closed' | 'probe' | 'open';
  /** Every `enter` that was not `open` ends with exactly one of these. `isFinal`: waiting a moment will not help. */
  succeed(model: string): void;
  fail(model: string, isFinal: boolean): void;
  release(model: string): void;
};

const OPENS_AFTER = 5;
const SHORTEST_OPEN_MS = 15_000;
const LONGEST_OPEN_MS = 5 * 60_000;

/** One breaker per model: a dead model costs the first dialogs their wait, the others nothing. */
export function createCircuits({ clock, random }: { clock: Clock; random: Random }): Circuits {
  const states = new Map<string, State>();

  function stateOf(model: string): State {
    const known = states.get(model);
    if (known) return known;
    const fresh = { failures: 0, openings: 0, openUntil: 0, isProbing: false };
    states.set(model, fresh);
    return fresh;
  }

  return {
    enter(model) {
      const state = stateOf(model);
      if (state.openings === 0) return 'closed';
      if (state.isProbing || clock.now().getTime() < state.openUntil) return 'open';
      state.isProbing = true;
      return 'probe';
    },
    succeed(model) {
      states.delete(model);
    },
    fail(model, isFinal) {
      const state = stateOf(model);
      state.failures += 1;
      // Calls that were under way when it opened fail late: they must not lengthen the pause.
      const isLate = state.openings > 0 && !state.isProbing;
      if (isLate || (!state.isProbing && !isFinal && state.failures < OPENS_AFTER)) return;
      const openMs = Math.min(LONGEST_OPEN_MS, SHORTEST_OPEN_MS * 2 ** state.openings);
      state.openings += 1;
      state.openUntil = clock.now().getTime() + openMs * (1 + random.unit() / 5);
      state.isProbing = false;
    },
    release(model) {
      stateOf(model).isProbing = false;
    },
  };
}
