import type { Clock } from '../../platform/time/clock.ts';

const WINDOW_MS = 250;
/** In one window: 800 a second, more than one process reads and answers. */
const STARTS_FROM = 200;
const ENDS_BELOW = 100;
/** So long what arrived may wait to be read; platforms that push faster for longer wait for their 200 instead. */
const LONGEST_MS = 15_000;

/**
 * Notices a rush: far more arrives than is answered. While it lasts, what arrives is stored and what is held here waits to
 * be read, so that platforms, which give up on whoever answers late, hear their 200 in time. It ends with the rush, or after
 * fifteen seconds; the next one begins once `isCaughtUp`.
 */
export function noticeRush({ clock, isCaughtUp }: { clock: Clock; isCaughtUp: () => boolean }) {
  const held: (() => void)[] = [];
  let arrived = 0;
  let answered = 0;
  let windowEndsAt = 0;
  /** Undefined: there is none. */
  let startedAt: number | undefined;
  let stopLooking = (): void => undefined;

  function end(): void {
    stopLooking();
    startedAt = undefined;
    for (const work of held.splice(0)) work();
  }

  function look(): void {
    const now = clock.now().getTime();
    if (startedAt === undefined || now - startedAt >= LONGEST_MS || arrived < ENDS_BELOW) end();
    else open(now);
  }

  function open(now: number): void {
    arrived = 0;
    answered = 0;
    windowEndsAt = now + WINDOW_MS;
    if (startedAt !== undefined) stopLooking = clock.after(WINDOW_MS, look);
  }

  return {
    isOn: (): boolean => startedAt !== undefined,
    arrive(count: number): void {
      const now = clock.now().getTime();
      if (startedAt === undefined && (now >= windowEndsAt || now < windowEndsAt - WINDOW_MS)) open(now);
      arrived += count;
      if (startedAt !== undefined || arrived < STARTS_FROM || 2 * answered > arrived || !isCaughtUp()) return;
      startedAt = now;
      open(now);
    },
    /** So much of what arrived was here already: a repeat leaves nothing to be read. */
    repeat(count: number): void {
      arrived = Math.max(0, arrived - count);
    },
    answer(): void {
      answered += 1;
    },
    /** Done when the rush is over. */
    hold: (work: () => void): void => void held.push(work),
    end,
  };
}
