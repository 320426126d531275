import type { Log } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';
import { type Child, startChild } from './child-process.ts';

/** At most one child: started when it is needed, gone after some rest. */
export type KeptChild = {
  take(): Promise<Child>;
  /** Nothing is to do: it ends unless the next job comes soon. */
  rest(): void;
  readonly pid: number | undefined;
  /** How many in a row the machine could not start. */
  readonly failedStarts: number;
  close(): Promise<void>;
};

const REST_MS = 30_000;

export function keepChild({ clock, log }: { clock: Pick<Clock, 'after'>; log: Log }): KeptChild {
  let child: Child | undefined;
  let cancelRest: () => void = () => undefined;
  let failedStarts = 0;

  return {
    async take() {
      cancelRest();
      if (child !== undefined && !child.isWorn()) return child;
      child?.kill();
      // Two at once would have twice the memory.
      await child?.ended;
      const started = startChild(log);
      child = started;
      void started.ended.then((hasStarted) => {
        failedStarts = hasStarted ? 0 : failedStarts + 1;
        if (child === started) child = undefined;
      });
      return started;
    },
    rest() {
      cancelRest();
      cancelRest = clock.after(REST_MS, () => child?.kill());
    },
    get pid() {
      return child?.pid;
    },
    get failedStarts() {
      return child?.hasStarted ? 0 : failedStarts;
    },
    async close() {
      cancelRest();
      child?.kill();
      await child?.ended;
    },
  };
}
