import type pg from 'pg';
import type { PgBoss as Boss, Db } from 'pg-boss';
import { type Log, redactText } from '../log/logger.ts';
import { type AnyQueue, deadLetterOf, queueSettings } from './queue.ts';

export type OpenBossDeps = { pool: pg.Pool; log: Log };

/** Database schema that holds the queue library's own tables. */
export const JOBS_SCHEMA = 'jobs';

/** Opens the queue library on our pool; it creates and upgrades its tables by itself. */
export async function openBoss({ pool, log }: OpenBossDeps): Promise<Boss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: oneLookAtATime(executor(pool)),
    schema: JOBS_SCHEMA,
    // No cron, no history, no index care, no flows: on the embedded engine each would cost statements all day long.
    schedule: false,
    persistQueueStats: false,
    reindex: false,
    monitorVacuum: false,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 300,
    maintenanceIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 300,
    // A dead worker's job is found at the first look after its heartbeat (10 s) is missed.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error: Error) => log.error({ reason: redactText(error.message) }, 'The job queue failed'));
  boss.on('warning', (warning: { message: string }) => log.warn({ reason: warning.message }, 'The job queue warns'));
  await boss.start();
  return boss;
}

/** Runs the library's statements on our pool, or inside a transaction on its client. */
export function executor(target: pg.Pool | pg.PoolClient): Db {
  return { executeSql: (text, values) => target.query(text, values) };
}

/**
 * The statement that takes a job of a queue with shares counts the running jobs of its owner: two at once do not see
 * each other's and would take more than the share, so on one node they go one after the other.
 */
function oneLookAtATime(db: Db): Db {
  let last: Promise<unknown> = Promise.resolve();
  return {
    executeSql(text, values) {
      if (!text.includes('active_group')) return db.executeSql(text, values);
      const look = last.then(() => db.executeSql(text, values));
      last = look.catch(() => undefined);
      return look;
    },
  };
}

/** For `onExhausted`, which writes one row: the database may be away for a while. */
const exhaustedSettings = { retryLimit: 20, retryDelay: 30, retryBackoff: false };

/** Creates a queue and the one of its failed jobs, or brings the settings of a known one up to date. */
export async function ensureQueue(boss: Boss, queue: AnyQueue): Promise<void> {
  const settings = queueSettings(queue);
  const deadLetter = deadLetterOf(queue.name);
  if ((await boss.getQueue(deadLetter)) === null) await boss.createQueue(deadLetter, exhaustedSettings);
  const known = await boss.getQueue(queue.name);
  if (known === null) {
    await boss.createQueue(queue.name, { ...settings, deadLetter, policy: 'short' });
  } else {
    const isSame = Object.entries(settings).every(([key, value]) => Reflect.get(known, key) === value);
    if (isSame) return;
    await boss.updateQueue(queue.name, { ...settings, deadLetter });
  }
  // The library now reads what it keeps of the queue. Else it would do so at the first job, on a second connection while
  // the caller's transaction is open: the embedded engine has one session for both.
  await boss.getJobById(queue.name, NO_JOB);
}

const NO_JOB = '00000000-0000-0000-0000-000000000000';
