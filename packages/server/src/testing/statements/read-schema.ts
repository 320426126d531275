import type pg from 'pg';

/** A column of a table. `allowed`: the texts that its check constraint lists. */
export type SchemaColumn = { isNullable: boolean; allowed: string[] | undefined };

/** What the database knows about types and tables, by the ids that it uses when it describes a statement. */
export type Schema = {
  typeName(id: number): string;
  column(tableId: number, columnId: number): SchemaColumn | undefined;
};

const TYPES = `select t.oid::int4 as id, coalesce(item.typname || '[]', t.typname) as name
  from pg_type t left join pg_type item on item.oid = t.typelem and t.typcategory = 'A'`;
const COLUMNS = `select a.attrelid::int4 as table_id, a.attnum::int4 as column_id, not a.attnotnull as is_nullable,
    (select pg_get_constraintdef(c.oid) from pg_constraint c
      where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as constraint
  from pg_attribute a join pg_class t on t.oid = a.attrelid
  where a.attnum > 0 and not a.attisdropped and t.relnamespace = 'public'::regnamespace`;

type ColumnRow = { table_id: number; column_id: number; is_nullable: boolean; constraint: string | null };

export async function readSchema(client: pg.ClientBase): Promise<Schema> {
  const types = await client.query<{ id: number; name: string }>(TYPES);
  const columns = await client.query<ColumnRow>(COLUMNS);
  const nameById = new Map(types.rows.map(({ id, name }) => [id, name]));
  const columnByIds = new Map(
    columns.rows.map((row) => [
      `${row.table_id}.${row.column_id}`,
      { isNullable: row.is_nullable, allowed: allowedTexts(row.constraint) },
    ]),
  );
  return {
    typeName: (id) => nameById.get(id) ?? `type ${id}`,
    column: (tableId, columnId) => columnByIds.get(`${tableId}.${columnId}`),
  };
}

/** Of `CHECK ((state = ANY (ARRAY['new'::text, 'done'::text])))` the texts. */
function allowedTexts(constraint: string | null): string[] | undefined {
  if (constraint === null || !/^CHECK \(\(\w+ = ANY \(ARRAY\[/.test(constraint)) return undefined;
  return [...constraint.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '');
}
