import type { Log } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';

/** A process that is restarted every day would never run what is due once a day: its first run comes soon. */
const FIRST_PAUSE_MS = 10 * 60_000;

/** Work that is repeated for ever: `domain.verb`, and the pause after each run. */
export type PeriodicTask = { name: string; everyMs: number; work(): Promise<unknown> };

/** Repeats each task after its last run has ended, the first time after ten minutes at most; a run that fails is logged and the next one comes. */
export function startPeriodicTasks({ tasks, clock, log }: { tasks: PeriodicTask[]; clock: Clock; log: Log }): {
  /** Resolves when what runs has ended. */
  stop(): Promise<void>;
} {
  const cancels = new Map<string, () => void>();
  const running = new Map<string, Promise<void>>();
  let isStopped = false;

  function schedule(task: PeriodicTask, pauseMs: number): void {
    if (isStopped) return;
    cancels.set(
      task.name,
      clock.after(pauseMs, () => {
        // Begun inside the chain: work that throws before its first wait must not end the process.
        const run = Promise.resolve()
          .then(() => task.work())
          .then(() => undefined)
          .catch((error: unknown) => log.warn({ err: error, task: task.name }, 'a periodic task failed'))
          .finally(() => {
            running.delete(task.name);
            schedule(task, task.everyMs);
          });
        running.set(task.name, run);
      }),
    );
  }

  for (const task of tasks) schedule(task, Math.min(task.everyMs, FIRST_PAUSE_MS));
  return {
    async stop() {
      isStopped = true;
      for (const cancel of cancels.values()) cancel();
      await Promise.all(running.values());
    },
  };
}
