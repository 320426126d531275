import { z } from 'zod';
import { openDatabase } from '../platform/database/open-database.ts';
import { createTestLog } from './test-log.ts';

// A server on the embedded database that writes numbered rows from four connections and tells which are acknowledged.
const settings = z
  .object({ dataDir: z.string(), migrationsDir: z.string(), first: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''));
process.on('disconnect', () => process.exit(0));
const database = await openDatabase({ ...settings, log: createTestLog() });
await database.pool.query('CREATE TABLE IF NOT EXISTS kept (id integer PRIMARY KEY, text text NOT NULL)');
process.send?.('open');
let next = settings.first;

async function write(): Promise<void> {
  for (;;) {
    const id = next;
    next += 1;
    await database.pool.query('INSERT INTO kept (id, text) VALUES ($1, $2)', [id, `row ${id}`]);
    process.send?.(id);
  }
}

await Promise.all([write(), write(), write(), write()]);
