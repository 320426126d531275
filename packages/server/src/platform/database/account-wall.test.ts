import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { outsideRequest, withinRequest } from '../scope/request-scope.ts';
import { raiseAccountWall } from './raise-account-wall.ts';
import { withTransaction } from './with-transaction.ts';

const OURS = randomUUID();
const THEIRS = randomUUID();
const INSERT = 'insert into notes (account_id, id, note) values ($1, $2, $3) returning note';
const READ = 'select note from notes where $1::int > 0 order by note';

describe.each(['server', 'embedded'] as const)('the wall between accounts on the %s database', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind, poolSize: 2 });
    await database.pool.query('create table notes (account_id uuid not null, id uuid primary key, note text)');
    // What a start does, which finds a table of a new migration.
    await withTransaction(database.pool, (client) => raiseAccountWall({ client, log: createTestLog() }));
    await database.pool.query(INSERT, [OURS, randomUUID(), 'ours']);
    await database.pool.query(INSERT, [THEIRS, randomUUID(), 'theirs']);
  });
  afterAll(() => database.close());

  async function readNotes(): Promise<(string | null)[]> {
    const { rows } = await database.pool.query<{ note: string }>(READ, [1]);
    return rows.map(({ note }) => note);
  }

  it('hides the rows of others from every form of a statement, though it does not name the account', async () => {
    expect(await readNotes()).toEqual(['ours', 'theirs']);
    await withinRequest({ accountId: OURS }, async () => {
      expect(await readNotes()).toEqual(['ours']);
      const forms = [
        database.pool.query({ text: READ, values: [1] }),
        database.pool.query('select note from notes'),
        database.pool.query('select note from notes', []),
        withTransaction(database.pool, (tx) => tx.query(READ, [1])),
      ];
      for (const { rows } of await Promise.all(forms)) expect(rows).toEqual([{ note: 'ours' }]);
    });
    expect(await withinRequest({ accountId: THEIRS }, readNotes)).toEqual(['theirs']);
    expect(await readNotes()).toEqual(['ours', 'theirs']);
  });

  it('leaves the plan of a request to its values; what is no request is planned once, however its values differ', async () => {
    const text = 'select count(*)::int from generate_series(1, $1::int) n where n > $2::int';
    const ask = async () => {
      for (let size = 1; size <= 12; size += 1) await database.pool.query(text, [10 ** (size % 6), size]);
    };
    const countPlans = async (mark: string) => {
      const { rows } = await database.pool.query<{ custom: number }>(
        'select custom_plans::int as custom from pg_prepared_statements where statement = $1',
        [mark + text],
      );
      return rows.reduce((sum, { custom }) => sum + custom, 0);
    };
    await ask();
    expect(await countPlans('')).toBe(0);
    await withinRequest({ accountId: OURS }, ask);
    expect(await countPlans('/* request */ ')).toBeGreaterThan(0);
  });

  it('refuses a row for others, and changes none of theirs', async () => {
    await withinRequest({ accountId: OURS }, async () => {
      await expect(database.pool.query(INSERT, [THEIRS, randomUUID(), 'planted'])).rejects.toThrow(
        'row-level security',
      );
      const { rowCount } = await database.pool.query('update notes set note = $1', ['ours']);
      expect(rowCount).toBe(1);
      expect((await database.pool.query('delete from notes where account_id = $1', [THEIRS])).rowCount).toBe(0);
    });
    expect(await readNotes()).toEqual(['ours', 'theirs']);
  });

  it('stands around a whole transaction, and a failed statement leaves nothing of it behind', async () => {
    await withinRequest({ accountId: OURS }, async () => {
      const failing = withTransaction(database.pool, async (tx) => {
        await tx.query(INSERT, [OURS, randomUUID(), 'more']);
        await tx.query('select 1 / $1::int', [0]);
      });
      await expect(failing).rejects.toThrow('division by zero');
      await expect(database.pool.query('select 2 / $1::int', [0])).rejects.toThrow('division by zero');
      expect(await readNotes()).toEqual(['ours']);
    });
    const { rows } = await database.pool.query(
      'select current_user = session_user as is_own, count(*)::int from notes',
    );
    expect(rows).toEqual([{ is_own: true, count: 2 }]);
  });

  it('risk: requests of many accounts wait for the same few connections', async () => {
    const seen = await Promise.all(
      Array.from({ length: 90 }, (_, number) => {
        if (number % 3 === 0) return readNotes();
        return withinRequest({ accountId: number % 3 === 1 ? OURS : THEIRS }, readNotes);
      }),
    );
    seen.forEach((notes, number) => {
      expect(notes).toEqual([['ours', 'theirs'], ['ours'], ['theirs']][number % 3]);
    });
  });

  it('does not stand around what a request starts for the product, or leaves behind', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const later = await withinRequest({ accountId: OURS }, async () => {
      expect(await outsideRequest(readNotes)).toEqual(['ours', 'theirs']);
      return { notes: promise.then(readNotes) };
    });
    resolve();
    expect(await later.notes).toEqual(['ours', 'theirs']);
  });

  it('stands before every table that holds accounts', async () => {
    const { rows } = await database.pool.query(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.atttypid = 'uuid'::regtype
         and (a.attname = 'account_id' or c.relname = 'accounts' and a.attname = 'id')
         and not exists (select from pg_policy p where p.polrelid = c.oid and c.relrowsecurity)`,
    );
    expect(rows).toEqual([]);
  });
});

it('risk: after a change of the database user, requests may not read what he makes', async () => {
  const database = await startTestDatabase({ kind: 'server' });
  const user = `heir_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(database.databaseUrl ?? '');
  Object.assign(url, { username: user, password: 'heir' });
  try {
    await database.pool.query(`create role ${user} login superuser password 'heir'`);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query('create table later (account_id uuid not null, note text)');
    expect(await raiseAccountWall({ client, log: createTestLog() })).toBe(true);
    await client.query('create table latest (account_id uuid not null, note text)');
    await client.end();
    for (const table of ['later', 'latest'])
      await withinRequest({ accountId: OURS }, () => database.pool.query(`select note from ${table}`));
  } finally {
    await database.pool.query(`drop owned by ${user} cascade; drop role if exists ${user}`);
    await database.close();
  }
});

it('risk: an administrator takes the role’s rights away while the product runs', async () => {
  const database = await startTestDatabase({ kind: 'server' });
  const ask = () => withinRequest({ accountId: OURS }, () => database.pool.query('select id from channels'));
  try {
    await ask();
    await database.checkWall();
    await database.pool.query('drop owned by otvet_request');
    await expect(ask()).rejects.toThrow('permission denied');
    await database.checkWall();
    expect((await ask()).rows).toEqual([]);
  } finally {
    await database.close();
  }
});

it('a user of the database who may not create roles is told what to do, and the product works', async () => {
  const database = await startTestDatabase({ kind: 'server' });
  const user = `plain_${randomUUID().replaceAll('-', '')}`;
  const log = createTestLog();
  try {
    await database.pool.query(`create role ${user} login password 'plain'`);
    await database.pool.query(`create schema ${user} authorization ${user}`);
    const url = new URL(database.databaseUrl ?? '');
    Object.assign(url, { username: user, password: 'plain' });
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    expect(await raiseAccountWall({ client, log })).toBe(false);
    await client.end();
    expect(log.lines.join('\n')).toContain('CREATE ROLE otvet_request; GRANT otvet_request TO');
  } finally {
    await database.pool.query(`drop schema if exists ${user} cascade; drop role if exists ${user}`);
    await database.close();
  }
});
