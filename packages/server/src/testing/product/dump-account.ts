import type { Pool } from 'pg';

type ColumnRow = { schema: string; table: string; column: string; type: string };

async function listColumns(pool: Pool): Promise<ColumnRow[]> {
  const { rows } = await pool.query<ColumnRow>(
    `select c.table_schema as schema, c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
     order by 1, 2, c.ordinal_position`,
  );
  return rows;
}

/** Every row that belongs to an account, by table, as one text. Times of visits, audits, probes and looks are left out. */
export async function dumpAccount(pool: Pool, accountId: string): Promise<Record<string, string>> {
  const columns = await listColumns(pool);
  const tables = columns
    .filter(({ column, type, table }) => column === 'account_id' && type === 'uuid' && table !== 'audit_log')
    .map(({ table }) => table);
  const dump: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await pool.query<{ all: string | null }>(
      `select string_agg(row, E'\\n' order by row) as all from (select to_jsonb(t) - 'next_probe_at' - 'pull_until' - 'pull_owner' - 'last_seen_at' - 'checked_at' - 'checked_revision' as value from "${table}" t where account_id = $1) v cross join lateral (select v.value::text as row) r`,
      [accountId],
    );
    dump[table] = rows[0]?.all ?? '';
  }
  return dump;
}

/** Every text, JSON and byte column of the whole database (the queue's schema too), as places with their content. */
export async function* dumpTexts(pool: Pool): AsyncGenerator<{ place: string; content: string }> {
  for (const { schema, table, column, type } of await listColumns(pool)) {
    if (!/text|char|json|bytea|ARRAY|xml/.test(type)) continue;
    const shown = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const { rows } = await pool.query<{ content: string | null }>(
      `select string_agg(${shown}, E'\\n') as content from "${schema}"."${table}"`,
    );
    yield { place: `${schema}.${table}.${column}`, content: rows[0]?.content ?? '' };
  }
}
