import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const REST_MS = 2;
const MAX_RESTS = 5;
/** Others did something in a rest, beyond what its own timer takes. */
const BUSY_MS = 0.3;

/**
 * For long work in the server's own process, after each slice of a few milliseconds: all that waits is handled before it
 * goes on. While others are active it rests until they are not, ten milliseconds at most: a message on its way takes some
 * ten turns of the event loop, and would wait for a slice at each.
 */
export async function giveWay(): Promise<void> {
  let before = performance.eventLoopUtilization();
  await nextTurn();
  for (let rests = 0; rests < MAX_RESTS && wasBusySince(before); rests += 1) {
    before = performance.eventLoopUtilization();
    await sleep(REST_MS);
  }
}

const wasBusySince = (before: ReturnType<typeof performance.eventLoopUtilization>): boolean =>
  performance.eventLoopUtilization(before).active > BUSY_MS;
