import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUEST_ROLE } from '../platform/database/raise-account-wall.ts';
import { json, listStatements, nullable, oneOf, present, statement } from '../platform/database/statement.ts';
import { createYoungTables } from '../platform/database/young-tables.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-test-database.ts';
import { findDisagreements } from '../testing/statements/find-disagreements.ts';
import { listStoreFiles, loadStatements, readSource } from '../testing/statements/load-statements.ts';
import { readSchema, type Schema } from '../testing/statements/read-schema.ts';

const statements = await loadStatements();

/** SQL that is run without `statement`: nothing would compare it with the schema. */
const holdsLooseSql = (source: string) => /\.query\s*[<(]/.test(source);

describe('the SQL of the stores', () => {
  it('is written with `statement`', () => {
    const loose = listStoreFiles().filter((file) => holdsLooseSql(readSource(file)));
    expect(loose).toEqual([]);
    expect(statements.filter(({ name }) => name === '')).toEqual([]);
  });

  it('stands in stores alone', () => {
    expect(statements.filter(({ file }) => !listStoreFiles().includes(file))).toEqual([]);
  });
});

/** Run by the clock over all accounts, however much is written meanwhile. */
const PERIODIC = ['abandonLeases', 'deleteSettled', 'findDueDeliveries', 'findDueTurns', 'renewLeases'];

/** About all unread events, or about all of a channel. */
const OF_ALL_UNREAD = ['deleteUnreadable', 'postponeChannel', 'takeWaiting'];

/** Once for every text of a customer. */
const OF_TEXTS = ['acceptMany', 'openTextMessages', 'readTextMessage', 'readTextMessages'];

/** An id or a number in the dialog names one row, and only the primary key finds it: other indexes are read from end to end. */
const READS_MANY = [
  /using dialogs_(?!pkey|by_chat)\w+ on dialogs\b.*\n.*Index Cond: .*[(.]id = /,
  /using messages_(?!pkey|outbox|sending)\w+ on messages\b.*\n.*(?:Index Cond: .*[(.]seq = |.*\n.*Filter: .*[(.]seq = )/,
];

describe.each(['server', 'embedded'] as const)('on the %s database, when its tables begin to grow', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  async function listWide(): Promise<string[]> {
    const wide: string[] = [];
    for (const { name, text } of statements) {
      const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      if (READS_MANY.some((pattern) => pattern.test(plan))) wide.push(name);
    }
    return wide;
  }

  it('risk: for its first minute each message reads all dialogs of its account, by an index that does not find the row', async () => {
    expect((await listWide()).length).toBeGreaterThan(10);
    await database.pool.query(`with opened as (
        insert into dialogs (account_id, id, channel_id, chat_id, name, first_name, created_at, last_at)
        select account, gen_random_uuid(), account, number::text, '', '', now(), now() + number * interval '1 second'
        from generate_series(1, 1000) number, (select gen_random_uuid() as account offset 0) one returning account_id, id)
      insert into messages (account_id, dialog_id, seq, id, version, place, author, text, created_at, state)
      select account_id, id, number, gen_random_uuid(), number, number, 'customer', 'text', now(), 'received'
      from opened, generate_series(1, 8) number`);
    const known = new Set<string>();
    const look = createYoungTables(database.pool);
    // What a transaction counts is told to others a second later.
    await expect
      .poll(
        async () => {
          for (const name of await look()) known.add(name);
          return known.has('dialogs') && known.has('messages');
        },
        { timeout: 120_000 },
      )
      .toBe(true);
    expect(await listWide()).toEqual([]);
  });
});

describe.each(['server', 'embedded'] as const)('the statements on the %s database', (kind) => {
  let database: TestDatabase;
  let client: pg.PoolClient;
  let schema: Schema;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
    await database.pool.query(
      `create table canary (id uuid primary key, count integer not null, total bigint not null, note text, data jsonb not null,
         state text not null check (state in ('new', 'done')))`,
    );
    client = await database.pool.connect();
    schema = await readSchema(client);
  });
  afterAll(async () => {
    client.release();
    await database.close();
  });

  it('agree with the schema', async () => {
    const found: string[] = [];
    for (const declaration of statements) {
      const disagreements = await findDisagreements(client, { schema, declaration });
      found.push(...disagreements.map((text) => `${declaration.file} ${declaration.name}: ${text}`));
    }
    expect(found).toEqual([]);
  });

  async function listScans(): Promise<string[]> {
    const scans: string[] = [];
    for (const { name, text } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      const hasScan = rows.some((row) => /Seq Scan on (?:dialogs|inbound_events|messages)/.test(row['QUERY PLAN']));
      if (hasScan) scans.push(name);
    }
    return scans.toSorted();
  }

  it('find the rows of one dialog by an index, even with a plan that was made while there were few rows', async () => {
    expect(await listScans()).toEqual(PERIODIC);
  });

  it('find them by an index behind the wall between accounts as well', async () => {
    await client.query(`set role ${REQUEST_ROLE}`);
    try {
      const isOfRequests = (name: string) => !PERIODIC.includes(name);
      expect((await listScans()).filter(isOfRequests)).toEqual([]);
    } finally {
      await client.query('reset role');
    }
  });

  it('risk: in a rush each text reads all events that wait in its channel, or all its dialogs', async () => {
    const wide: string[] = [];
    for (const { name, text } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      const lines = rows.map((row) => row['QUERY PLAN']);
      const isOfEvents = (line: string, place: number) =>
        /(?:using|on) inbound_events_unread/.test(line) && !/Index Cond: .*chat_id = /.test(lines[place + 1] ?? '');
      if (lines.some(isOfEvents) && !OF_ALL_UNREAD.includes(name)) wide.push(`${name}: events`);
      const isOfDialogs = (line: string) => /Filter: .*\bchat_id = /.test(line);
      if (OF_TEXTS.includes(name) && lines.some(isOfDialogs)) wide.push(`${name}: dialogs`);
    }
    expect(wide).toEqual([]);
  });

  it.each([300, 4000, 16_000])(
    'risk: in a rush on a table that the planner does not know yet each text reads all events of its channel: %i',
    async (count) => {
      await client.query('begin');
      await client.query(
        `insert into inbound_events (account_id, channel_id, event_id, chat_id, payload, next_at, received_at)
        select $1, $1, (900000000 + n)::text, (2000000 + n * 7919 % 100003)::text, repeat('x', 300), now(), now() from generate_series(1, $2::int) n`,
        ['00000000-0000-0000-0000-000000000001', count],
      );
      const wide: string[] = [];
      for (const { name, text } of statements.filter((one) => OF_TEXTS.includes(one.name))) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
        if (!rows.some((row) => /inbound_events_unread.* on inbound_events older/.test(row['QUERY PLAN'])))
          wide.push(name);
      }
      await client.query('rollback');
      expect(wide).toEqual([]);
    },
  );

  const select = (columns: string, row: Parameters<typeof statement>[0]['row'], from = 'canary c') =>
    statement({ sql: `select ${columns} from ${from}`, params: {}, ...(row && { row }) });
  const joined = 'canary c left join canary other on other.count = c.total';
  const canaries: [string, () => unknown, string[]][] = [
    ['no such table', () => select('id', { id: 'uuid' }, 'canaries'), ['error: relation "canaries" does not exist']],
    ['no such column', () => select('c.ids', { ids: 'uuid' }), ['error: column c.ids does not exist']],
    ['a missing column', () => select('id', { id: 'uuid', note: 'text' }), ['column note is not in the result']],
    ['an undeclared column', () => select('id, note', { id: 'uuid' }), ['column note is not declared']],
    ['a column twice', () => select('id, c.id', { id: 'uuid' }), ['column id is there twice']],
    ['a type', () => select('total', { total: 'int4' }), ['column total is declared int4, the server gives int8']],
    [
      'a json type',
      () => select('data', { data: json('json') }),
      ['column data is declared json, the server gives jsonb'],
    ],
    ['null', () => select('note', { note: 'text' }), ['column note may be null and is declared as never null']],
    ['not null', () => select('id', { id: nullable('uuid') }), ['column id is never null and is declared nullable']],
    [
      'null through a subquery',
      () => select('s.note', { note: 'text' }, '(select note from canary) s'),
      ['column note may be null and is declared as never null'],
    ],
    [
      'null through what a change returns',
      () =>
        statement({
          sql: 'with changed as (update canary set count = 1 returning note) select note from changed',
          params: {},
          row: { note: 'text' },
        }),
      ['column note may be null and is declared as never null'],
    ],
    [
      'null through an outer join',
      () => select('other.count', { count: 'int4' }, joined),
      ['column count may be null and is declared as never null'],
    ],
    ['no null beside an outer join', () => select('c.count', { count: 'int4' }, joined), []],
    [
      'a column that is asked for',
      () => select('note', { note: present('text') }, 'canary where note is not null'),
      [],
    ],
    ['texts', () => select('state', { state: oneOf(['new']) }), ["column state may be 'done', which is not declared"]],
    [
      'a parameter',
      () => statement({ sql: 'update canary set count = :total', params: { total: 'int8' } }),
      ['parameter total is declared int8, the server expects int4'],
    ],
    [
      'a parameter of no fitting type',
      () => statement({ sql: 'select from canary where id = :id', params: { id: 'text' } }),
      ['error: operator does not exist: uuid = text'],
    ],
    [
      'nothing',
      () =>
        statement({
          sql: 'update canary set count = coalesce(:count, count), data = :data where id = :id returning id, count, note, state, data',
          params: { id: 'uuid', count: nullable('int4'), data: json<number[]>() },
          row: {
            id: 'uuid',
            count: 'int4',
            note: nullable('text'),
            state: oneOf(['new', 'done']),
            data: json<number[]>(),
          },
        }),
      [],
    ],
  ];

  it.each(canaries)('canary: disagrees on %s', async (_title, define, expected) => {
    define();
    const declaration = listStatements().at(-1);
    const found = declaration && (await findDisagreements(client, { schema, declaration }));
    expect(found).toEqual(expected);
  });
});
