import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { vector } from '@electric-sql/pglite-pgvector';
import type { DurableFileSystem } from './durable-file-system.ts';

// As shipped the engine starts with -F (no fsync); and its default wal_sync_method, fdatasync, does nothing there.
const SETTINGS = [
  'fsync=on',
  'wal_sync_method=fsync',
  'shared_buffers=16MB',
  'effective_cache_size=256MB',
  'jit=off',
  // The engine's memory only grows: what ANALYZE and VACUUM take once stays taken. ANALYZE reads 300 rows for each step of
  // the target, whole ones: 30,000 at the usual 100, which is 40 MB of webhooks.
  'default_statistics_target=25',
  'maintenance_work_mem=8MB',
  // So that deep nesting ends in an SQL error before it ends the process (see NODE_FLAGS).
  'max_stack_depth=400kB',
];
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
];

// Among what PostgreSQL writes at a start: why it ended.
const REASON = /(?:FATAL|PANIC|DETAIL|HINT): /;

const SELF_TEST = "SELECT pg_logical_emit_message(true, 'otvet', 'self-test')";

/**
 * Creates an empty database in the folder, without fsync: the caller forces the whole folder onto the disk. It needs
 * much memory for a moment: call it where that is given back.
 */
export async function initialiseDatabase(folder: string): Promise<void> {
  const engine = await PGlite.create({
    fs: new NodeFS(folder),
    // A quarter of the usual size: less to write at the first start, and shorter pauses when a new one is begun.
    initDbStartParams: ['--wal-segsize=4'],
  });
  await engine.close();
}

/** Opens the database of the folder, and proves with one commit that commits reach the disk; refuses if they do not. */
export async function openEngine(fileSystem: DurableFileSystem): Promise<PGlite> {
  const engine = await startPostgres(fileSystem);
  const before = fileSystem.syncCount;
  await engine.exec(SELF_TEST);
  if (fileSystem.syncCount === before) {
    await engine.close();
    throw new Error(
      'A commit of the embedded database did not reach the disk (no fsync was called): a power cut would lose ' +
        'messages that were acknowledged. It does not run like this. Reinstall with npm ci, or set DATABASE_URL.',
    );
  }
  return engine;
}

/** PGlite says only that the start failed; PostgreSQL says why, on the error output that PGlite drops. */
async function startPostgres(fileSystem: DurableFileSystem): Promise<PGlite> {
  const reasons: string[] = [];
  let isStarting = true;
  try {
    return await PGlite.create({
      fs: fileSystem,
      startParams: START_PARAMETERS,
      extensions: { pg_trgm, vector },
      onStderr: (line) => {
        // Once it serves, its lines may hold what people wrote.
        if (isStarting && REASON.test(line)) reasons.push(line);
        return false;
      },
    });
  } catch (error) {
    throw new Error(`${messageOf(error)}: ${reasons.join(' ') || 'PostgreSQL gave no reason'}`, { cause: error });
  } finally {
    isStarting = false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
