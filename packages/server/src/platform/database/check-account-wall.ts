import type pg from 'pg';
import { outsideRequest, withinRequest } from '../scope/request-scope.ts';
import { errorCode } from './database-errors.ts';
import type { DatabaseLog } from './database-log.ts';
import { raiseAccountWall } from './raise-account-wall.ts';
import { withTransaction } from './with-transaction.ts';

/** The role is not there, may not be taken, or may not read the tables any more. */
const LOST = new Set(['22023', '42501', '42704']);
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** One statement as a request makes it. A wall that somebody took away is put up again; throws where that does not help. */
export async function checkAccountWall({ pool, log }: { pool: pg.Pool; log: DatabaseLog }): Promise<void> {
  const ask = () =>
    withinRequest({ accountId: NOBODY }, () => pool.query('select id from accounts where id = $1', [NOBODY]));
  try {
    await ask();
  } catch (error) {
    if (!LOST.has(errorCode(error) ?? '')) throw error;
    log.error({ err: error }, 'Requests cannot read the database: the wall between accounts is put up again');
    await outsideRequest(() => withTransaction(pool, (client) => raiseAccountWall({ client, log })));
    await ask();
  }
}
