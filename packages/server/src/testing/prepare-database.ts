import { z } from 'zod';
import { createDomains } from '../domains.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createLog } from '../platform/log/logger.ts';
import { assemblePlatform, MIGRATIONS_FOLDER } from '../platform/parts/open-platform.ts';
import { createKeyring } from '../platform/secrets/keyring.ts';
import { systemClock } from '../platform/time/clock.ts';
import { createIds, systemRandom } from '../platform/time/ids.ts';
import { shareClock } from '../platform/time/shared-clock.ts';

// Brings an empty database to where the first start of the product brings it: our tables and those of the job queue, and
// no row that tells of a key or a node. A process of its own, so that whoever needs a database loads none of this.
const place = z
  .object({ dataDir: z.string(), databaseUrl: z.string().optional() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const log = createLog({ level: 'fatal' });
const database = await openDatabase({ ...place, migrationsDir: MIGRATIONS_FOLDER, log });
const platform = assemblePlatform({
  config: readConfig({ DATA_DIR: place.dataDir }),
  log,
  clock: systemClock,
  sharedClock: shareClock(systemClock),
  database,
  nodeId: createIds({ clock: systemClock, random: systemRandom })(),
  keyring: createKeyring({ materials: [Buffer.alloc(43, 'k')], random: systemRandom }),
});
createDomains(platform, { baseUrl: () => 'http://localhost' });
await platform.jobs.start({ withWorkers: false });
await platform.close();
await database.close();
// Domains may hold timers that nobody begins here.
process.exit(0);
