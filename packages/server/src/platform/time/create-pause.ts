import { setImmediate as nextTurn } from 'node:timers/promises';

type Timing = { monotonicMs?: () => number; yieldTurn?: () => Promise<unknown> };

/** For pieces of work one after the other, before each: lets all that waits go first once they took so long since it last did. */
export function createPause(
  sliceMs: number,
  { monotonicMs = () => performance.now(), yieldTurn = nextTurn }: Timing = {},
): () => Promise<void> {
  let began = monotonicMs();
  return async () => {
    if (monotonicMs() - began < sliceMs) return;
    await yieldTurn();
    began = monotonicMs();
  };
}
