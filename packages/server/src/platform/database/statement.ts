import type { QueryResultRow } from 'pg';
import { compileSql } from './compile-sql.ts';
import type { Queryable } from './queryable.ts';
import { type Declared, readerOf, type SqlType, toSqlType, type ValueOf, writerOf } from './sql-types.ts';

export { json, nullable, nullableAll, oneOf, present } from './sql-types.ts';

type Declarations = Record<string, Declared>;
/** The row that such columns give. */
export type RowValues<Row extends Declarations> = { -readonly [Name in keyof Row]: ValueOf<Row[Name]> };
/** Where null may be given, undefined may too: it means null. */
type Given<Value> = null extends Value ? Value | undefined : Value;
type Input<Params extends Declarations> = { -readonly [Name in keyof Params]: Given<ValueOf<Params[Name]>> };

/** One SQL statement with named parameters and typed rows. Defined once, where its module is loaded. */
export type Statement<Params extends Declarations, Row extends Declarations> = {
  /** Rows, with camelCase names. */
  all(db: Queryable, params: Input<Params>): Promise<RowValues<Row>[]>;
  /** The first row, or undefined when there is none. */
  first(db: Queryable, params: Input<Params>): Promise<RowValues<Row> | undefined>;
  /** How many rows were changed or found. */
  run(db: Queryable, params: Input<Params>): Promise<number>;
};

/** The row type of a statement. */
export type RowOf<Some> = Some extends Statement<infer _Params, infer Row> ? RowValues<Row> : never;

/** What a statement is given. */
export type ParamsOf<Some> = Some extends Statement<infer Params, infer _Row> ? Input<Params> : never;

/** What is known about a statement; the check of all statements against the schema reads it. */
export type StatementDefinition = {
  sql: string;
  text: string;
  params: { name: string; type: SqlType }[];
  row: Record<string, SqlType>;
  /** Its stack says where the statement is defined. */
  origin: Error;
};

const definitions: StatementDefinition[] = [];

/** All statements whose modules are loaded. */
export const listStatements = (): readonly StatementDefinition[] => definitions;

/**
 * Defines a statement: `:name` in the SQL is a parameter, snake_case columns are camelCase fields of a row. The types
 * are those of the database; a test prepares every statement on both engines and compares.
 */
export function statement<const Params extends Declarations, const Row extends Declarations = Record<never, never>>({
  sql,
  params,
  row,
  isPlannedPerCall = false,
}: {
  sql: string;
  params: Params;
  row?: Row;
  /**
   * For conditions that null switches off: one plan for all of them would be wrong for most. Costs a plan per call, and
   * holds in requests alone: outside of them the connection plans without the values (`wall-statements.ts`).
   */
  isPlannedPerCall?: boolean;
}): Statement<Params, Row> {
  const types = toSqlTypes(params);
  const columns = toSqlTypes(row ?? {});
  const { text, names } = compileSql(
    sql,
    Object.fromEntries(Object.entries(types).map(([name, { type }]) => [name, type])),
  );
  const toValues = createWriter(names, types);
  const toRow = createReader<Row>(columns);
  // Only a bare text is prepared under a name and keeps its plan.
  const ask = <Found extends QueryResultRow>(db: Queryable, values: unknown[]) =>
    isPlannedPerCall ? db.query<Found>({ text, values }) : db.query<Found>(text, values);
  definitions.push({
    sql,
    text,
    params: names.map((name) => ({ name, type: types[name] ?? toSqlType('text') })),
    row: columns,
    origin: new Error('A statement is defined here'),
  });
  return {
    async all(db, input) {
      const { rows } = await ask<Record<string, unknown>>(db, toValues(input));
      return rows.map(toRow);
    },
    async first(db, input) {
      const { rows } = await ask<Record<string, unknown>>(db, toValues(input));
      return rows[0] && toRow(rows[0]);
    },
    async run(db, input) {
      const { rowCount } = await ask(db, toValues(input));
      return rowCount ?? 0;
    },
  };
}

/** `updatedAt` here is `updated_at` in the database. */
export const toColumnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toSqlTypes(declared: Declarations): Record<string, SqlType> {
  return Object.fromEntries(Object.entries(declared).map(([name, type]) => [name, toSqlType(type)]));
}

function createWriter(names: string[], types: Record<string, SqlType>) {
  const fields = names.map((name) => ({ name, write: writerOf(types[name] ?? toSqlType('text')) }));
  return (input: Readonly<Record<string, unknown>>): unknown[] =>
    fields.map(({ name, write }) => (write ? write(input[name]) : input[name]));
}

function createReader<Row extends Declarations>(columns: Record<string, SqlType>) {
  const fields = Object.entries(columns).map(([name, type]) => ({
    name,
    column: toColumnName(name),
    read: readerOf(type),
  }));
  return (found: Record<string, unknown>): RowValues<Row> => {
    const row: Record<string, unknown> = {};
    for (const { name, column, read } of fields) row[name] = read ? read(found[column]) : found[column];
    // What the compiler cannot see, the check of all statements does: these are the columns of this statement.
    return row as RowValues<Row>;
  };
}
