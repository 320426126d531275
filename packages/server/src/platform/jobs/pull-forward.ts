import type { Queryable } from '../database/queryable.ts';
import { JOBS_SCHEMA } from './open-boss.ts';

/**
 * The database's clock stood ahead and was set back: what waits for longer than its queue lets a job wait begins now, and
 * a worker that is taken for alive until tomorrow has its usual time to say that it is. Gives how many jobs began.
 */
export async function pullForward(pool: Queryable): Promise<number> {
  await pool.query(
    `update ${JOBS_SCHEMA}.job set heartbeat_on = now(), started_on = least(started_on, now())
      where state = 'active' and heartbeat_on > now() + interval '1 minute'`,
    [],
  );
  const { rowCount } = await pool.query(
    `update ${JOBS_SCHEMA}.job set start_after = now()
      where state in ('created', 'retry') and start_after > now() + greatest(retry_delay, retry_delay_max) * interval '1 second'
        and start_after > now() + interval '1 minute'`,
    [],
  );
  return rowCount ?? 0;
}
