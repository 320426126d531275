/** One signal each 600 ms, shown for 800 ms (specification, section 7). */
export const TYPING_THROTTLE_MS = 600;
export const TYPING_ACTIVE_MS = 800;

/** Between the throttle and the life of the flag, so that a signal that is a little early or late makes nothing flicker. */
const REPEAT_MS = (TYPING_THROTTLE_MS + TYPING_ACTIVE_MS) / 2;
/** Somebody who stops for so long between two keys is thinking, not typing. */
const PAUSE_MS = 1500;

export type TypingSignal = {
  /** A key was pressed. */
  note(): void;
  /** The message was sent or its text removed. */
  stop(): void;
};

type Options = {
  send(): void;
  now?: () => number;
  /** Calls back once after `ms`; the returned function cancels. */
  after?: (ms: number, callback: () => void) => () => void;
};

/** Repeats the signal while somebody types: whoever sees it shows it for `TYPING_ACTIVE_MS` only. */
export function createTypingSignal({ send, now = Date.now, after = startTimer }: Options): TypingSignal {
  let typedAt = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  const repeat = () => {
    sentAt = now();
    send();
    cancel = after(REPEAT_MS, () => {
      cancel = undefined;
      if (now() - typedAt < PAUSE_MS) repeat();
    });
  };
  return {
    note: () => {
      typedAt = now();
      if (cancel === undefined && typedAt - sentAt >= TYPING_THROTTLE_MS) repeat();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
}

function startTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
