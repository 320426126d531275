import type pg from 'pg';
import type { StatementDefinition } from '../../platform/database/statement.ts';

// The server records what the body of such a function depends on; it never runs.
const TOUCHED = `select distinct coalesce(t.relname, f.proname || '()') as name
  from pg_depend d
  left join pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid and t.relkind = 'r'
  left join pg_proc f on d.refclassid = 'pg_proc'::regclass and f.oid = d.refobjid
    and not exists (select from pg_depend e where e.objid = f.oid and e.deptype = 'e')
  where d.classid = 'pg_proc'::regclass and d.objid = 'pg_temp.touched'::regproc and coalesce(t.relname, f.proname) is not null
  order by name`;

/** Tables that a statement reads or writes, and functions of ours that it calls, as the server sees them. */
export async function findTouchedObjects(
  client: pg.ClientBase,
  { text, params }: Pick<StatementDefinition, 'text' | 'params'>,
): Promise<string[]> {
  const types = params.map(({ type }) => type.type).join(', ');
  await client.query(`create function pg_temp.touched(${types}) returns void language sql begin atomic ${text}; end`);
  const { rows } = await client.query<{ name: string }>(TOUCHED);
  await client.query('drop function pg_temp.touched');
  return rows.map(({ name }) => name);
}
