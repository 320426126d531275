import { join } from 'node:path';
import { type ConnectorRegistry, connectors as ownConnectors } from './connectors/registry.ts';
import type { Config } from './platform/config/config.ts';
import { type Database, openDatabase } from './platform/database/open-database.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import type { Log } from './platform/log/logger.ts';
import { createMailTransport, type MailTransport } from './platform/mail/mail-transport.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { createMetrics, type Metrics } from './platform/metrics/index.ts';
import { lockDataFolder, readNodeId } from './platform/node/node-identity.ts';
import type { Keyring } from './platform/secrets/keyring.ts';
import { loadKeyring } from './platform/secrets/load-keyring.ts';
import { createFiles, type Files } from './platform/storage/index.ts';
import { type Clock, systemClock } from './platform/time/clock.ts';
import { createIds, type NewId, type Random, systemRandom } from './platform/time/ids.ts';

/** What a whole process is made of; tests give their own clock and sources. */
export type AppOptions = {
  config: Config;
  log: Log;
  clock?: Clock;
  random?: Random;
  /** Connectors by channel type in place of those of this build. */
  connectors?: ConnectorRegistry;
  /** Lines for the person who runs the server, such as the link of a mail. */
  announce?: (line: string) => void;
  /** The embedded engine is lost for good: the process should end. */
  onFatal?: (error: Error) => void;
};

/** Everything under the domains. */
export type PlatformParts = {
  config: Config;
  log: Log;
  clock: Clock;
  random: Random;
  newId: NewId;
  nodeId: string;
  connectors: ConnectorRegistry;
  database: Database;
  keyring: Keyring;
  metrics: Metrics;
  jobs: Jobs;
  transport: MailTransport;
  mailer: Mailer;
  files: Files;
  close(): Promise<void>;
};

const migrationsDir = join(import.meta.dirname, 'platform/database/migrations');

async function openStore(options: AppOptions): Promise<{ database: Database; close(): Promise<void> }> {
  const { config, log } = options;
  const unlock = config.databaseUrl === undefined ? () => undefined : await lockDataFolder(config.dataDir);
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    migrationsDir,
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

/** Opens the database, the keys and what stands on them. */
export async function openPlatform(options: AppOptions): Promise<PlatformParts> {
  const { config, log, clock = systemClock, random = systemRandom } = options;
  const newId = createIds({ clock, random });
  const store = await openStore(options);
  const { database } = store;
  const { pool } = database;
  const nodeId = await readNodeId({ dataDir: config.dataDir, newId });
  const keyring = await loadKeyring({ config, dataDir: config.dataDir, random });
  const metrics = createMetrics();
  const jobs = createJobs({ pool, log, clock, newId });
  const transport = createMailTransport({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    dataDir: config.dataDir,
    announce: options.announce ?? ((line) => log.info(line)),
  });
  const mailer = createMailer({ pool, transport, keyring, jobs, clock, newId, log });
  const linkKeys = keyring.derive('file-links').map((key) => key.bytes);
  const files = createFiles({ pool, dataDir: config.dataDir, linkKeys, clock, newId });
  return {
    config,
    log,
    clock,
    random,
    newId,
    nodeId,
    connectors: options.connectors ?? ownConnectors,
    database,
    keyring,
    metrics,
    jobs,
    transport,
    mailer,
    files,
    async close() {
      await jobs.stop({ gracefulMs: 5000 });
      transport.close();
      await store.close();
    },
  };
}
