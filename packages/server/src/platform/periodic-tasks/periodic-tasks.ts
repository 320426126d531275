import type { Log } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';

/** Work that is repeated for ever: `domain.verb`, and the pause after each run. */
export type PeriodicTask = { name: string; everyMs: number; work(): Promise<unknown> };

/** Repeats each task after its last run has ended; a run that fails is logged and the next one comes. */
export function startPeriodicTasks({ tasks, clock, log }: { tasks: PeriodicTask[]; clock: Clock; log: Log }): {
  /** Resolves when what runs has ended. */
  stop(): Promise<void>;
} {
  const cancels = new Map<string, () => void>();
  const running = new Map<string, Promise<void>>();
  let isStopped = false;

  function schedule(task: PeriodicTask): void {
    if (isStopped) return;
    cancels.set(
      task.name,
      clock.after(task.everyMs, () => {
        // Begun inside the chain: work that throws before its first wait must not end the process.
        const run = Promise.resolve()
          .then(() => task.work())
          .then(() => undefined)
          .catch((error: unknown) => log.warn({ err: error, task: task.name }, 'a periodic task failed'))
          .finally(() => {
            running.delete(task.name);
            schedule(task);
          });
        running.set(task.name, run);
      }),
    );
  }

  for (const task of tasks) schedule(task);
  return {
    async stop() {
      isStopped = true;
      for (const cancel of cancels.values()) cancel();
      await Promise.all(running.values());
    },
  };
}
