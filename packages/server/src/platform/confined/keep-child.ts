import type { Clock } from '../time/clock.ts';
import { type Child, type ChildDeps, startChild } from './child-process.ts';

/** At most one child: started when it is needed, gone after some rest. */
export type KeptChild = {
  /** Throws `not-started`. */
  take(): Promise<Child>;
  /** Nothing is to do: it ends unless the next job comes soon. */
  rest(): void;
  readonly pid: number | undefined;
  /** How many in a row the machine could not start. Only `take` begins anew. */
  readonly failedStarts: number;
  close(): Promise<void>;
};

const REST_MS = 30_000;

type KeepDeps = ChildDeps & { clock: Pick<Clock, 'after'>; restMs?: number | undefined };

export function keepChild({ clock, restMs = REST_MS, ...deps }: KeepDeps): KeptChild {
  let child: Child | undefined;
  let cancelRest: () => void = () => undefined;
  let failedStarts = 0;

  return {
    async take() {
      cancelRest();
      if (child !== undefined && !child.isWorn()) return child;
      child?.kill();
      // Two at once would have twice the memory.
      while (child !== undefined) await child.ended;
      failedStarts += 1;
      const started = startChild(deps);
      failedStarts = 0;
      child = started;
      void started.ended.then(() => {
        child = undefined;
      });
      return started;
    },
    rest() {
      cancelRest();
      cancelRest = clock.after(restMs, () => child?.kill());
    },
    get pid() {
      return child?.pid;
    },
    get failedStarts() {
      return failedStarts;
    },
    async close() {
      cancelRest();
      child?.kill();
      await child?.ended;
    },
  };
}
