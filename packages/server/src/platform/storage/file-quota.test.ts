import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWaiting } from '../../testing/count-waiting.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createConfined } from '../confined/index.ts';
import { besideTransaction } from '../database/nested-connections.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { createFiles, type Files } from './index.ts';
import { insertFile } from './store.ts';
import type { Uploader } from './uploader.ts';

const QUOTA = { maxBytes: 1000, maxFiles: 20 };
const HOUR_MS = 3_600_000;
const member = { kind: 'member', userId: 'Ann' } as const;

/** What the counters say, and what the rows are. */
async function countFiles({ pool }: TestDatabase, accountId: string) {
  const { rows } = await pool.query(
    `select coalesce(sum(size), 0)::int as bytes, count(*)::int as files from files where account_id = $1
     union all select bytes::int, files::int from file_usage where account_id = $1`,
    [accountId],
  );
  return rows;
}

describe.each(['server', 'embedded'] as const)('the files of an account on the %s database', (kind) => {
  const clock = createTestClock();
  const confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }) });
  let database: TestDatabase;
  let files: Files;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
    const { pool, dataDir } = database;
    const linkKeys = [Buffer.alloc(32)];
    files = createFiles({ pool, dataDir, linkKeys, clock, newId: randomUUID, confined, quota: QUOTA });
  });
  afterAll(async () => {
    await confined.close();
    await database.close();
  });

  const save = (accountId: string, size: number, by: Uploader = member) =>
    files.saveFile({ accountId, bytes: Buffer.alloc(size, 'a'), name: 'note.txt', maxBytes: 10_000, by });
  const onDisk = (accountId: string) => readdir(join(database.dataDir, 'files', accountId)).catch(() => []);

  it('a full account takes no further byte, and again what was removed', async () => {
    const accountId = randomUUID();
    const first = await save(accountId, 600);
    await expect(save(accountId, 401)).rejects.toMatchObject({ code: 'files.quota', status: 409 });
    await save(accountId, 400);
    await expect(save(accountId, 1)).rejects.toMatchObject({ code: 'files.quota' });
    expect(await onDisk(accountId)).toHaveLength(2);
    expect(await files.usage(accountId)).toEqual({ bytes: 1000, files: 2, ...QUOTA });
    await files.remove({ accountId, fileId: first.id });
    await files.remove({ accountId, fileId: first.id });
    expect(await files.usage(accountId)).toMatchObject({ bytes: 400, files: 1 });
    await save(accountId, 600);
    await save(randomUUID(), 1000);
  });

  it('one file alone may not pass the bound either', async () => {
    const accountId = randomUUID();
    await expect(save(accountId, 1001)).rejects.toMatchObject({ code: 'files.quota' });
    expect(await countFiles(database, accountId)).toEqual([{ bytes: 0, files: 0 }]);
    expect(await onDisk(accountId)).toEqual([]);
  });

  it.each([{ kind: 'platform' } as const, { kind: 'visitor', ip: '203.0.113.0', visitorId: 'v' } as const])(
    'the last tenth is not for strangers: $kind',
    async (by) => {
      const accountId = randomUUID();
      await save(accountId, 900, by);
      await expect(save(accountId, 1, by)).rejects.toMatchObject({ code: 'files.quota' });
      await save(accountId, 100);
    },
  );

  it('risk: parallel uploads at the brink pass the bound of bytes or of files', async () => {
    const store = (accountId: string, size: number) => {
      const file = {
        accountId,
        id: randomUUID(),
        kind: 'file' as const,
        contentType: 'text/plain',
        size,
        name: 'a.txt',
      };
      const rest = {
        purpose: 'other' as const,
        width: null,
        height: null,
        sha256: Buffer.alloc(32),
        createdAt: clock.now(),
        ...QUOTA,
      };
      return insertFile.run(database.pool, { ...file, ...rest });
    };
    const [ofBytes, ofFiles] = [randomUUID(), randomUUID()];
    const stored = await Promise.all([
      ...Array.from({ length: 40 }, () => store(ofBytes, 90)),
      ...Array.from({ length: 40 }, () => store(ofFiles, 1)),
    ]);
    expect(stored.filter((count) => count === 1)).toHaveLength(11 + 20);
    expect(await countFiles(database, ofBytes)).toEqual(Array(2).fill({ bytes: 990, files: 11 }));
    expect(await countFiles(database, ofFiles)).toEqual(Array(2).fill({ bytes: 20, files: 20 }));
  });

  it('what nothing refers to goes after a day, with its bytes; what is used stays', async () => {
    const accountId = randomUUID();
    const used = await save(accountId, 10);
    const forgotten = await save(accountId, 20);
    expect(await files.attach({ accountId, fileIds: [used.id, 'no id', randomUUID()] }, database.pool)).toEqual([
      used.id,
    ]);
    clock.advance(23 * HOUR_MS);
    await files.sweepUnattached();
    expect((await onDisk(accountId)).toSorted()).toEqual([used.id, forgotten.id].toSorted());
    const young = await save(accountId, 30);
    clock.advance(1 * HOUR_MS + 1);
    await files.sweepUnattached();
    expect((await onDisk(accountId)).toSorted()).toEqual([used.id, young.id].toSorted());
    expect(await countFiles(database, accountId)).toEqual(Array(2).fill({ bytes: 40, files: 2 }));
    expect(await files.find({ accountId, fileId: forgotten.id })).toBeUndefined();
    expect(await files.attach({ accountId, fileIds: [forgotten.id] }, database.pool)).toEqual([]);
  });

  it('a file of another account is not attached', async () => {
    const { id } = await save(randomUUID(), 10);
    expect(await files.attach({ accountId: randomUUID(), fileIds: [id] }, database.pool)).toEqual([]);
  });

  it('more files than a batch go in one run', async () => {
    const accountId = randomUUID();
    await database.pool.query(
      `insert into files (account_id, id, kind, content_type, size, name, sha256, created_at, attached_at)
       select $1, gen_random_uuid(), 'file', 'text/plain', 1, 'a', '', $2, null from generate_series(1, 2500)`,
      [accountId, new Date(clock.now().getTime() - 25 * HOUR_MS)],
    );
    expect(await files.sweepUnattached()).toBeGreaterThanOrEqual(2500);
    expect(await countFiles(database, accountId)).toEqual([{ bytes: 0, files: 0 }]);
  });

  it('risk: a sweep removes what is being attached: it stays, or attaching says that it is gone', async () => {
    const accountId = randomUUID();
    const stored = [];
    for (let count = 0; count < 8; count += 1) stored.push(await save(accountId, 1));
    clock.advance(25 * HOUR_MS);
    const attachEach = stored.map(({ id }) =>
      withTransaction(database.pool, (tx) => files.attach({ accountId, fileIds: [id] }, tx)),
    );
    const [attached] = await Promise.all([Promise.all(attachEach), files.sweepUnattached()]);
    await files.sweepUnattached();
    const kept = attached.flat();
    expect((await onDisk(accountId)).toSorted()).toEqual(kept.toSorted());
    for (const fileId of kept) expect(await files.find({ accountId, fileId })).toBeDefined();
  });
});

it('risk: the sweep waits for a transaction that attaches, and then leaves its file', async () => {
  const database = await startTestDatabase({ kind: 'server' });
  const confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }) });
  const clock = createTestClock();
  const { pool, dataDir } = database;
  const linkKeys = [Buffer.alloc(32)];
  const files = createFiles({ pool, dataDir, linkKeys, clock, newId: randomUUID, confined, quota: QUOTA });
  const accountId = randomUUID();
  const file = { accountId, bytes: Buffer.from('a'), name: 'a.txt', maxBytes: 10, by: member };
  const { id } = await files.saveFile(file);
  clock.advance(25 * HOUR_MS);
  let sweep: Promise<number> | undefined;
  await withTransaction(pool, async (tx) => {
    expect(await files.attach({ accountId, fileIds: [id] }, tx)).toEqual([id]);
    sweep = besideTransaction(() => files.sweepUnattached());
    // Asked outside the transaction, which would see one moment alone.
    await Promise.race([sweep, waitUntil(async () => (await besideTransaction(() => countWaiting(pool))) > 0)]);
  });
  expect(await sweep).toBe(0);
  expect(await files.find({ accountId, fileId: id })).toBeDefined();
  await confined.close();
  await database.close();
});
