import type pg from 'pg';
import { z } from 'zod';
import type { DatabaseLog } from '../database-log.ts';

const ROUND_MILLISECONDS = 60_000;
// What the next start after a kill has to replay: 32 MB take well under a second.
const MAX_LOG_BYTES = 32 * 1024 * 1024;

const LOG_BYTES = `SELECT (pg_current_wal_insert_lsn() - redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()`;
const WORST_TABLE = `SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name
  FROM pg_stat_user_tables
  WHERE n_dead_tup > 500 + 0.2 * n_live_tup OR n_mod_since_analyze > 500 + 0.1 * n_live_tup
  ORDER BY n_dead_tup + n_mod_since_analyze DESC LIMIT 1`;

/**
 * The engine is one process without PostgreSQL's background workers, so nobody makes checkpoints, vacuums or collects
 * statistics for the planner: this does, one table a minute. Returns the function that stops it.
 */
export function keepTidy(parts: { pool: pg.Pool; log: DatabaseLog }): () => void {
  const timer = setInterval(() => {
    vacuumOnce(parts.pool).catch((error) => parts.log.warn({ err: error }, 'Tidying the embedded database failed'));
  }, ROUND_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round: a checkpoint if the log has grown, and the table that needs it most is vacuumed and analysed. */
export async function vacuumOnce(pool: pg.Pool): Promise<{ checkpoint: boolean; table: string | undefined }> {
  const log = await pool.query(LOG_BYTES);
  const [{ bytes }] = z.tuple([z.object({ bytes: z.number() })]).parse(log.rows);
  const checkpoint = bytes > MAX_LOG_BYTES;
  if (checkpoint) {
    await pool.query('CHECKPOINT');
  }
  const worst = await pool.query(WORST_TABLE);
  const table = z.array(z.object({ name: z.string() })).parse(worst.rows)[0]?.name;
  if (table !== undefined) {
    await pool.query(`VACUUM (ANALYZE) ${table}`);
  }
  return { checkpoint, table };
}
