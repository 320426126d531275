import type pg from 'pg';

/** Tells when a transaction is over, by its client's way back into the pool. */
export type CommitWatch = { watch(client: pg.PoolClient, queue: string): void; close(): void };

/**
 * A job row is seen by workers only after its transaction commits, and the client is released right then. A rolled
 * back one wakes the worker for nothing, which costs one empty look.
 */
export function createCommitWatch({
  pool,
  onReleased,
}: {
  pool: pg.Pool;
  onReleased: (queue: string) => void;
}): CommitWatch {
  const waiting = new Map<pg.PoolClient, Set<string>>();
  const listener = (_error: Error | undefined, client: pg.PoolClient) => {
    const queues = waiting.get(client);
    if (queues === undefined) return;
    waiting.delete(client);
    for (const queue of queues) onReleased(queue);
  };
  pool.on('release', listener);
  return {
    watch(client, queue) {
      const queues = waiting.get(client) ?? new Set();
      waiting.set(client, queues.add(queue));
    },
    close() {
      pool.off('release', listener);
      waiting.clear();
    },
  };
}
