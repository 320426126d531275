import type pg from 'pg';
import { outsideRequest } from '../scope/request-scope.ts';
import type { DatabaseLog } from './database-log.ts';

/** Rows of a statement that reads `late` commits without waiting for the disk; `on`: whether it does. */
export const lateIf = (on: string): string =>
  `late as materialized (select case when ${on} then set_config('synchronous_commit', 'off', true) end)`;
export const LATE = lateIf('true');

/** What was committed without waiting for the disk (`LATE`), and when it has reached it. */
export type LateCommits = {
  /** Such a statement has ended, here or elsewhere; gives what `reached` is asked for. */
  note(): number;
  /** Notes a statement once it has ended. */
  noteAfter<Result>(statement: Promise<Result>): Promise<Result>;
  /** A commit that waits for the disk begins; call what it gives once it has ended and has written something. */
  begin(): () => void;
  /** Whether such commits follow each other so closely that what comes with them need not wait for one of its own. */
  isCarried(): boolean;
  /** Ends when what was noted is on the disk; fails where it cannot be brought there. */
  reached(noted: number): Promise<void>;
  /** Forgets what is due, before the pool ends: the embedded engine writes everything when it ends. */
  stop(): void;
};

/** As often as PostgreSQL's log writer looks by itself. */
const DELAY_MS = 200;
/** Whoever waits for the disk and is carried by nobody waits so long: a few commits of others. */
const PATIENCE_MS = 15;
/** So many commits within this time carry what comes with them. */
const CARRIERS = 4;
const CARRIED_WITHIN_MS = 100;
// A commit that has written something waits for the disk, and takes along all that was committed before.
const WRITE_LOG = "SELECT pg_logical_emit_message(true, 'otvet', '')";

type Waiting = { upTo: number; resolve(): void; reject(error: unknown): void };

/**
 * The log is one, in the order of commits: a commit that waits for the disk brings along all that was committed before it
 * began. `isEmbedded`: the engine has no process that brings the rest there, so this does, once for all that comes within
 * its delay.
 */
export function createLateCommits({
  pool,
  log,
  isEmbedded,
}: {
  pool: pg.Pool;
  log: DatabaseLog;
  isEmbedded: boolean;
}): LateCommits {
  const waiting = new Set<Waiting>();
  const carriers: number[] = [];
  let noted = 0;
  let onDisk = 0;
  let isWriting = false;
  const soon = createDelay(DELAY_MS, () => {
    if (onDisk < noted) void write();
  });
  const patience = createDelay(PATIENCE_MS, () => {
    if (waiting.size > 0) void write();
  });

  function begin(): () => void {
    const upTo = noted;
    return () => {
      onDisk = Math.max(onDisk, upTo);
      for (const one of waiting) if (one.upTo <= onDisk) end(one).resolve();
    };
  }

  function end(one: Waiting): Waiting {
    waiting.delete(one);
    return one;
  }

  async function write(): Promise<void> {
    const upTo = noted;
    const done = begin();
    isWriting = true;
    try {
      await outsideRequest(() => pool.query(WRITE_LOG));
      done();
    } catch (error) {
      log.warn({ err: error }, 'What was committed could not be brought to the disk');
      for (const one of waiting) if (one.upTo <= upTo) end(one).reject(error);
    } finally {
      isWriting = false;
      if (waiting.size > 0) patience.begin();
    }
  }

  function note(): number {
    noted += 1;
    if (isEmbedded) soon.begin();
    return noted;
  }

  return {
    note,
    async noteAfter(statement) {
      const result = await statement;
      note();
      return result;
    },
    begin() {
      const done = begin();
      return () => {
        carriers.push(performance.now());
        if (carriers.length > CARRIERS) carriers.shift();
        done();
      };
    },
    isCarried() {
      const [first = Number.NEGATIVE_INFINITY] = carriers;
      return carriers.length === CARRIERS && performance.now() - first < CARRIED_WITHIN_MS;
    },
    reached(upTo) {
      if (onDisk >= upTo) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.add({ upTo, resolve, reject });
        if (!isWriting) patience.begin();
      });
    },
    stop() {
      soon.stop();
      patience.stop();
    },
  };
}

/** Work that is done once after a time, however often it is begun meanwhile. */
function createDelay(ms: number, work: () => void): { begin(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
