import type pg from 'pg';
import { outsideRequest } from '../../scope/request-scope.ts';
import type { DatabaseLog } from '../database-log.ts';

/** As often as PostgreSQL's log writer looks by itself. */
const DELAY_MILLISECONDS = 200;
// A commit that has written something waits for the disk, and takes along all that was committed before.
const WRITE_LOG = "SELECT pg_logical_emit_message(true, 'otvet', '')";

/**
 * The engine has no process that brings to the disk what was committed without waiting for it: this does, once for all
 * that comes within its delay. `stop` forgets what is due: the engine writes everything when it ends.
 */
export function createLogWriter({ pool, log }: { pool: pg.Pool; log: DatabaseLog }): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    timer = undefined;
    outsideRequest(() => pool.query(WRITE_LOG)).catch((error) =>
      log.warn({ err: error }, 'The log of the embedded database could not be written'),
    );
  };
  return {
    soon() {
      timer ??= setTimeout(write, DELAY_MILLISECONDS);
    },
    stop: () => clearTimeout(timer),
  };
}
