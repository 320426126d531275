import { describe, expect, it } from 'vitest';
import { createTypingSignal, TYPING_ACTIVE_MS, TYPING_THROTTLE_MS } from './typing.ts';

/** A person at a keyboard and a clock that only this test moves. */
function buildTypist() {
  let now = 0;
  let timer: { at: number; callback: () => void } | undefined;
  const sentAt: number[] = [];
  const signal = createTypingSignal({
    send: () => sentAt.push(now),
    now: () => now,
    after: (ms, callback) => {
      timer = { at: now + ms, callback };
      return () => {
        timer = undefined;
      };
    },
  });
  const advanceTo = (time: number) => {
    while (timer !== undefined && timer.at <= time) {
      const due = timer;
      timer = undefined;
      now = due.at;
      due.callback();
    }
    now = time;
  };
  return {
    sentAt,
    signal,
    advanceTo,
    pressAt: (times: readonly number[]) => {
      for (const time of times) {
        advanceTo(time);
        signal.note();
      }
    },
  };
}

/** Times at which somebody who sees the signals sees nobody typing, between the first and the last of them. */
const findGaps = (sentAt: readonly number[]) =>
  sentAt.filter((at, index) => index > 0 && at - (sentAt[index - 1] ?? 0) > TYPING_ACTIVE_MS);

describe('the typing signal', () => {
  it('is sent once per 600 ms, however fast the keys come', () => {
    const { pressAt, sentAt } = buildTypist();
    pressAt(Array.from({ length: 300 }, (_, index) => index * 10));
    const pauses = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(TYPING_THROTTLE_MS);
    expect(findGaps(sentAt)).toEqual([]);
  });

  it('stays steady for somebody who types slowly', () => {
    const { pressAt, sentAt } = buildTypist();
    pressAt([0, 1200, 2300, 3600, 4700]);
    expect(findGaps(sentAt)).toEqual([]);
    expect(sentAt.at(-1)).toBeGreaterThan(4700 - TYPING_ACTIVE_MS);
  });

  it('ends by itself when nothing more is typed', () => {
    const { pressAt, advanceTo, sentAt } = buildTypist();
    pressAt([0]);
    advanceTo(60_000);
    expect(sentAt.at(-1)).toBeLessThan(2000);
  });

  it('ends at once when the message is sent, and begins again with the next one', () => {
    const { pressAt, advanceTo, sentAt, signal } = buildTypist();
    pressAt([0, 100]);
    signal.stop();
    advanceTo(5000);
    expect(sentAt).toEqual([0]);
    pressAt([5000]);
    expect(sentAt).toEqual([0, 5000]);
  });
});
