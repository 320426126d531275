import type { Log } from './platform/log/logger.ts';
import type { Clock } from './platform/time/clock.ts';

export type Round = { name: string; everyMs: number; work(): Promise<unknown> };

/** Repeats work for ever, each round after the last one ended; a failed round is logged and the next one comes. */
export function startRounds({ rounds, clock, log }: { rounds: Round[]; clock: Clock; log: Log }): {
  stop(): Promise<void>;
} {
  const cancels = new Map<string, () => void>();
  const running = new Map<string, Promise<void>>();
  let isStopped = false;

  function plan(round: Round): void {
    if (isStopped) return;
    cancels.set(
      round.name,
      clock.after(round.everyMs, () => {
        // Begun inside the chain: work that throws before its first wait must not end the process.
        const turn = Promise.resolve()
          .then(() => round.work())
          .then(() => undefined)
          .catch((error: unknown) => log.warn({ err: error, round: round.name }, 'a round failed'))
          .finally(() => {
            running.delete(round.name);
            plan(round);
          });
        running.set(round.name, turn);
      }),
    );
  }

  for (const round of rounds) plan(round);
  return {
    async stop() {
      isStopped = true;
      for (const cancel of cancels.values()) cancel();
      await Promise.all(running.values());
    },
  };
}
