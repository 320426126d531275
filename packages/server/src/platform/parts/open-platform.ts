import { hostname } from 'node:os';
import { join } from 'node:path';
import { limits } from '@otvet/contract';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { type Confined, createConfined } from '../confined/index.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { createYoungTables } from '../database/young-tables.ts';
import { createKnownHosts, type KnownHosts } from '../http/index.ts';
import { createJobs, type Jobs } from '../jobs/index.ts';
import type { Log } from '../log/logger.ts';
import { deleteOldMails } from '../mail/mail-folder.ts';
import { createMailTransport, type MailTransport } from '../mail/mail-transport.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import { createMetrics, type Metrics } from '../metrics/index.ts';
import { lockDataFolder, readNodeId } from '../node/node-identity.ts';
import type { PeriodicTask } from '../periodic-tasks/periodic-tasks.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { loadKeyring } from '../secrets/load-keyring.ts';
import { createFiles, type Files } from '../storage/index.ts';
import { requireWritableFolder } from '../storage/probe-folder.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { createIds, type NewId, type Random, systemRandom } from '../time/ids.ts';
import { createSharedClock, type SharedClock, shareClock } from '../time/shared-clock.ts';

/** What a whole process is made of; tests give their own clock and sources. */
export type PlatformOptions = {
  config: Config;
  log: Log;
  clock?: Clock;
  /** Which time is shared by the nodes; without it the given clock, or the database's where none is given. */
  sharedClock?: SharedClock;
  random?: Random;
  /** The embedded engine is lost for good: the process should end. */
  onFatal?: (error: Error) => void;
};

/** Everything under the domains. */
export type PlatformParts = {
  config: Config;
  hosts: KnownHosts;
  log: Log;
  clock: Clock;
  sharedClock: SharedClock;
  random: Random;
  newId: NewId;
  nodeId: string;
  database: Database;
  keyring: Keyring;
  metrics: Metrics;
  jobs: Jobs;
  transport: MailTransport;
  mailer: Mailer;
  files: Files;
  confined: Confined;
  periodicTasks: PeriodicTask[];
  close(): Promise<void>;
};

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../database/migrations');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const JOBS_GRACE_MS = 5000;
const SYNC_EVERY_MS = 30_000;
const YOUNG_EVERY_MS = 2000;
const PULL_EVERY_MS = 60_000;

async function openStore(options: PlatformOptions): Promise<{ database: Database; close(): Promise<void> }> {
  const { config, log } = options;
  const unlock = config.databaseUrl === undefined ? () => undefined : await lockDataFolder(config.dataDir);
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    migrationsDir: MIGRATIONS_FOLDER,
    log,
    onFailure: options.onFatal,
  });
  return {
    database,
    async close() {
      await database.close();
      unlock();
    },
  };
}

/** A clock that a test gives stands for both, unless it gives two. */
async function openSharedClock(
  { clock, sharedClock }: Pick<PlatformOptions, 'clock' | 'sharedClock'>,
  pool: pg.Pool,
): Promise<SharedClock> {
  const shared = sharedClock ?? (clock ? shareClock(clock) : createSharedClock({ pool, clock: systemClock }));
  await shared.sync();
  return shared;
}

/** Puts together what stands on an open database and its keys. `close` of the result leaves the database open. */
export function assemblePlatform(
  options: PlatformOptions & { sharedClock: SharedClock; database: Database; nodeId: string; keyring: Keyring },
): PlatformParts {
  const { config, log, clock = systemClock, sharedClock, random = systemRandom, database, nodeId, keyring } = options;
  const { pool } = database;
  const newId = createIds({ clock, random });
  const jobs = createJobs({ pool, log, clock, newId });
  const transport = createMailTransport({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    dataDir: config.dataDir,
  });
  const mailer = createMailer({ pool, transport, keyring, jobs, clock, newId, log });
  const linkKeys = keyring.derive('file-links').map((key) => key.bytes);
  const hosts = createKnownHosts({ ...config, machineName: hostname() });
  const own = { config, hosts, log, clock, sharedClock, random, newId, nodeId, database, keyring };
  // Its bounds are times of the machine, whatever time the product lives in.
  const confined = createConfined({ clock: systemClock, log, folder: join(config.dataDir, 'looking') });
  const quota = { maxBytes: config.fileQuotaBytes, maxFiles: limits.filesPerAccount };
  const files = createFiles({ pool, dataDir: config.dataDir, linkKeys, clock, newId, confined, quota });
  return {
    ...own,
    metrics: createMetrics(),
    jobs,
    transport,
    mailer,
    files,
    confined,
    periodicTasks: [
      { name: 'storage.sweep-unattached', everyMs: HOUR_MS, work: files.sweepUnattached },
      { name: 'storage.sweep', everyMs: DAY_MS, work: files.sweep },
      { name: 'mail.delete-old', everyMs: DAY_MS, work: () => deleteOldMails({ ...config, now: clock.now() }) },
      { name: 'database.know-young-tables', everyMs: YOUNG_EVERY_MS, work: createYoungTables(pool) },
      { name: 'time.sync', everyMs: SYNC_EVERY_MS, work: sharedClock.sync },
      { name: 'jobs.pull-forward', everyMs: PULL_EVERY_MS, work: jobs.pullForward },
    ],
    async close() {
      await jobs.stop({ gracefulMs: JOBS_GRACE_MS });
      await confined.close();
    },
  };
}

/** Opens the database, the keys and what stands on them. */
export async function openPlatform(options: PlatformOptions): Promise<PlatformParts> {
  const { config, clock = systemClock, random = systemRandom } = options;
  await requireWritableFolder(config.dataDir);
  const store = await openStore(options);
  const nodeId = await readNodeId({ dataDir: config.dataDir, newId: createIds({ clock, random }) });
  const keyring = await loadKeyring({ config, dataDir: config.dataDir, random });
  const sharedClock = await openSharedClock(options, store.database.pool);
  const parts = assemblePlatform({ ...options, sharedClock, database: store.database, nodeId, keyring });
  return {
    ...parts,
    async close() {
      await parts.close();
      await store.close();
    },
  };
}
