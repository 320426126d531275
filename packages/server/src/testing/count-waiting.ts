import type pg from 'pg';

/** How many statements of this database wait for a row that another transaction holds. */
export async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows.length;
}
