import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { cutPower } from '../../../testing/cut-power.ts';
import { readTrace } from '../../../testing/disk-trace.ts';
import { createSeededRandom } from '../../../testing/seeded-random.ts';
import { createEmbeddedFolder, createTestFolder } from '../../../testing/start-test-database.ts';
import { createTestLog } from '../../../testing/test-log.ts';
import { openDatabase } from '../open-database.ts';

const TRACED_ENGINE = new URL('../../../testing/traced-engine-child.ts', import.meta.url);
const CUTS = 10;
const CONTROL_CUTS = 3;
const ROWS = 300;
const ROWS_BETWEEN_CHECKPOINTS = 30;
const seed = Date.now() % 1_000_000;
const random = createSeededRandom(seed);
const migrationsDir = createTestFolder();

/** A row that the database had acknowledged when the trace had this many bytes. */
type Acknowledged = {
  id: number;
  traceBytes: number;
};

describe(`power cut on the embedded database (seed ${seed})`, () => {
  it(`keeps every acknowledged row in ${CUTS} cuts, and the simulation loses rows where fsync does nothing`, async () => {
    const image = join(createTestFolder(), 'image');
    const work = await writeUnderTrace(image);
    expect(work.acknowledged).toHaveLength(ROWS);

    for (let cut = 0; cut < CUTS; cut += 1) {
      const outcome = await cutAndReopen({ ...work, image, ignoreSyncs: false });
      expect(outcome, `cut ${cut} of seed ${seed}`).toEqual({ lost: [] });
    }

    const control = [];
    for (let cut = 0; cut < CONTROL_CUTS; cut += 1) {
      control.push(await cutAndReopen({ ...work, image, ignoreSyncs: true }));
    }
    expect(control.some((outcome) => outcome.lost.length > 0)).toBe(true);
  }, 600_000);
});

async function writeUnderTrace(image: string): Promise<{ acknowledged: Acknowledged[]; trace: string }> {
  const dataDir = await createEmbeddedFolder();
  cpSync(join(dataDir, 'database'), image, { recursive: true });
  const trace = join(dataDir, 'trace');
  const engineVariant = { entry: TRACED_ENGINE };
  const database = await openDatabase({ dataDir, migrationsDir, log: createTestLog(), engineVariant });
  await database.pool.query('CREATE TABLE kept (id integer PRIMARY KEY, text text NOT NULL, changes int NOT NULL)');
  const acknowledged: Acknowledged[] = [];
  let next = 1;
  const writers = Array.from({ length: 4 }, async () => {
    while (next <= ROWS) {
      const id = next;
      next += 1;
      await writeRow(database.pool, id);
      acknowledged.push({ id, traceBytes: statSync(trace).size });
      if (id % ROWS_BETWEEN_CHECKPOINTS === 0) await database.pool.query('CHECKPOINT');
    }
  });
  await Promise.all(writers);
  await database.close();
  return { acknowledged, trace };
}

async function writeRow(pool: pg.Pool, id: number): Promise<void> {
  await pool.query('INSERT INTO kept (id, text, changes) VALUES ($1, $2, 0)', [id, textOf(id)]);
  await pool.query('UPDATE kept SET changes = changes + 1 WHERE id = $1', [id]);
}

async function cutAndReopen(parts: {
  image: string;
  trace: string;
  acknowledged: Acknowledged[];
  ignoreSyncs: boolean;
}): Promise<{ lost: number[] }> {
  const steps = readTrace(parts.trace);
  // Anywhere after the first acknowledged rows; the end of the trace is an orderly close.
  const bytes = statSync(parts.trace).size * (0.1 + 0.8 * random());
  let at = 0;
  const before = steps.filter(({ step, data }) => {
    at += 8 + Buffer.byteLength(JSON.stringify(step)) + data.length;
    return at <= bytes;
  });
  const dataDir = createTestFolder();
  const target = join(dataDir, 'database');
  cutPower({ image: parts.image, steps: before, target, random, ignoreSyncs: parts.ignoreSyncs });
  const expected = parts.acknowledged.filter((row) => row.traceBytes <= bytes).map((row) => row.id);
  const lost = await findLost(dataDir, expected);
  rmSync(dataDir, { recursive: true });
  return { lost };
}

async function findLost(dataDir: string, expected: number[]): Promise<number[]> {
  try {
    const database = await openDatabase({ dataDir, migrationsDir, log: createTestLog() });
    const { rows } = await database.pool.query<{ id: number; text: string; changes: number }>('SELECT * FROM kept');
    await database.close();
    const whole = rows.filter((row) => row.text === textOf(row.id) && row.changes === 1);
    const ids = new Set(whole.map((row) => row.id));
    return expected.filter((id) => !ids.has(id));
  } catch {
    // It does not even open, or the table is gone or torn.
    return expected;
  }
}

function textOf(id: number): string {
  return `row ${id} `.repeat(1 + (id % 40));
}
