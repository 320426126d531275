import type { DialogSync } from './dialog-sync.ts';

export type KeepTryingDeps = { sync: DialogSync; wait: (ms: number) => Promise<void> };

/** A synchroniser that never rejects: whatever failed is made good by a catch-up that is tried until it succeeds. */
export function keepTrying({ sync, wait }: KeepTryingDeps): DialogSync {
  const delays = { firstMs: 1000, maxMs: 30_000 } as const;
  let repairing: Promise<void> | undefined;

  async function repair(): Promise<void> {
    for (let delayMs: number = delays.firstMs; ; delayMs = Math.min(delayMs * 2, delays.maxMs)) {
      await wait(delayMs);
      if (await succeeds(sync.catchUp())) return;
    }
  }

  async function orRepair(work: Promise<void>): Promise<void> {
    if (await succeeds(work)) return;
    repairing ??= repair().finally(() => {
      repairing = undefined;
    });
    await repairing;
  }

  return { noteChange: (change) => orRepair(sync.noteChange(change)), catchUp: () => orRepair(sync.catchUp()) };
}

function succeeds(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
