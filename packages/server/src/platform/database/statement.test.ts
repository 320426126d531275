import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { compileSql } from './compile-sql.ts';
import { json, listStatements, nullable, oneOf, type ParamsOf, present, type RowOf, statement } from './statement.ts';

describe('compileSql', () => {
  it('gives each name one position and a cast', () => {
    expect(compileSql('select :b, :a, :b', { a: 'int4', b: 'text[]' })).toEqual({
      text: 'select $1::text[], $2::int4, $1::text[]',
      names: ['b', 'a'],
    });
  });

  it('leaves casts, texts, quoted names, comments and slices alone', () => {
    const sql = `select x::text, 'it''s :no', ":no", list[1:2], $tag$ :no $tag$ -- :no
      /* :no */ from t where a=:yes::uuid`;
    expect(compileSql(sql, { yes: 'uuid' })).toEqual({
      text: sql.replace(':yes::', '$1::uuid::'),
      names: ['yes'],
    });
  });

  it.each([
    ['select :a, :b', { a: 'text' }, ':b, which is not declared'],
    ['select :a', { a: 'text', b: 'text' }, 'declares b without using it'],
    ['select $1, :a', { a: 'text' }, 'without a name ($1)'],
  ])('refuses %s with %j', (sql, types, message) => {
    expect(() => compileSql(sql, types)).toThrow(message);
  });
});

describe.each(['server', 'embedded'] as const)('a statement on the %s database', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
    await database.pool.query(
      `create table statement_test (id uuid not null, big_number bigint not null, at timestamptz not null,
         tags text[] not null, data jsonb not null, note text, kind text not null, list bigint[] not null)`,
    );
  });
  afterAll(() => database.close());

  const row = {
    id: 'uuid',
    bigNumber: 'int8',
    at: 'timestamptz',
    tags: 'text[]',
    data: json<{ places: number[] }>(),
    note: nullable('text'),
    kind: oneOf(['first', 'second']),
    list: 'int8[]',
  } as const;
  const insertOne = statement({
    sql: `insert into statement_test (id, big_number, at, tags, data, note, kind, list)
      values (:id, :bigNumber, :at, :tags, :data, :note, :kind, :list)`,
    params: row,
  });
  const find = statement({
    sql: 'select id, big_number, at, tags, data, note, kind, list from statement_test where id = :id',
    params: { id: 'uuid' },
    row,
  });
  const id = '00000000-0000-4000-8000-000000000001';
  const value = {
    id,
    bigNumber: 2 ** 53 - 1,
    at: new Date('2026-11-22T03:00:00.123Z'),
    tags: ['a,b', '"c"'],
    data: { places: [1, 2] },
    kind: 'second' as const,
    list: [3, 4],
  };

  it('writes and reads every type, and gives null for what is not given', async () => {
    expect(await insertOne.run(database.pool, { ...value, note: undefined })).toBe(1);
    const found = await find.first(database.pool, { id });
    expect(found).toEqual({ ...value, note: null });
    expect(await find.all(database.pool, { id })).toEqual([found]);
    expectTypeOf<RowOf<typeof find>>().toEqualTypeOf<{
      id: string;
      bigNumber: number;
      at: Date;
      tags: string[];
      data: { places: number[] };
      note: string | null;
      kind: 'first' | 'second';
      list: number[];
    }>();
  });

  it.each([
    '2026-11-22T03:00:00.123Z',
    '1969-12-31T23:59:59.999Z',
    '0099-01-01T00:00:00.000Z',
    '0000-06-01T00:00:00.000Z',
    '+012345-06-07T08:09:10.011Z',
  ])('keeps the time %s, alone and in a list', async (text) => {
    const at = new Date(text);
    const times = statement({
      sql: 'select :at as at, :list as list, :none as none',
      params: { at: 'timestamptz', list: 'timestamptz[]', none: nullable('timestamptz') },
      row: { at: 'timestamptz', list: 'timestamptz[]', none: nullable('timestamptz') },
    });
    const given = { at, list: [at, at], none: null };
    expect(await times.first(database.pool, given)).toEqual(given);
  });

  it('gives undefined and an empty list where there is no row', async () => {
    const missing = { id: '00000000-0000-4000-8000-000000000002' };
    expect(await find.first(database.pool, missing)).toBeUndefined();
    expect(await find.all(database.pool, missing)).toEqual([]);
  });

  it.each([
    ['null where a value is declared as present', 'null::text', present('text'), 'is null'],
    ['a text outside of its set', "'third'::text", nullable(oneOf(['first', 'second'])), "holds 'third'"],
  ])('refuses %s', async (_title, value, type, message) => {
    const wrong = statement({ sql: `select ${value} as value`, params: {}, row: { value: type } });
    await expect(wrong.first(database.pool, {})).rejects.toThrow(message);
  });

  it('refuses a 64-bit number that JavaScript cannot hold', async () => {
    const beyond = statement({ sql: 'select 9007199254740993::int8 as big', params: {}, row: { big: 'int8' } });
    await expect(beyond.first(database.pool, {})).rejects.toThrow('beyond 2^53');
  });
});

it('is listed with the place of its definition', () => {
  statement({ sql: 'select 1 as listed', params: {}, row: { listed: 'int4' } });
  const found = listStatements().at(-1);
  expect(found).toMatchObject({ text: 'select 1 as listed', row: { listed: { type: 'int4', isNullable: false } } });
  expect(found?.origin.stack).toContain('statement.test.ts');
});

it('infers its parameters', () => {
  const typed = statement({
    sql: 'select :id, :count, :note',
    params: { id: 'uuid', count: 'int4', note: nullable('text') },
  });
  type Params = ParamsOf<typeof typed>;
  expectTypeOf<Params>().toEqualTypeOf<{ id: string; count: number; note: string | null | undefined }>();
});
