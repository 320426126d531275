import type pg from 'pg';
import { z } from 'zod';
import { errorCode } from './database-errors.ts';
import type { DatabaseLog } from './database-log.ts';

/** The role that statements of a request take. It has no login and no rights but on rows of the account in scope. */
export const REQUEST_ROLE = 'otvet_request';
/** The setting that names this account. */
export const ACCOUNT_SETTING = 'otvet.account_id';

const POLICY = 'account_wall';
const INSUFFICIENT_PRIVILEGE = '42501';
// An arbitrary constant of ours: nodes that start at once take turns on it.
const ADVISORY_LOCK = 7_281_946_006;

const CREATE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${REQUEST_ROLE}') then create role ${REQUEST_ROLE} nologin; end if;
exception when duplicate_object or unique_violation then null; end $$`;

/** A superuser may take every role; anybody else only one that he is a member of. */
const JOIN_ROLE = `do $$ begin
  if not pg_has_role(current_user, '${REQUEST_ROLE}', 'member')
    or (current_setting('server_version_num')::int >= 160000 and not pg_has_role(current_user, '${REQUEST_ROLE}', 'set'))
  then execute format('grant ${REQUEST_ROLE} to %I', current_user); end if;
end $$`;

/** What the user of the product makes later, the tables of the job queue among it, is open to the role as well. */
const OPEN_TABLES = `do $$ declare place text; begin
  alter default privileges grant usage on schemas to ${REQUEST_ROLE};
  alter default privileges grant select, insert, update, delete on tables to ${REQUEST_ROLE};
  alter default privileges grant usage, select on sequences to ${REQUEST_ROLE};
  for place in select nspname from pg_namespace where nspname in (current_schema(), 'jobs') loop
    if not has_schema_privilege('${REQUEST_ROLE}', place, 'usage') then
      execute format('grant usage on schema %I to ${REQUEST_ROLE}', place);
    end if;
    execute format('grant select, insert, update, delete on all tables in schema %I to ${REQUEST_ROLE}', place);
    execute format('grant usage, select on all sequences in schema %I to ${REQUEST_ROLE}', place);
  end loop;
end $$`;

/** The subquery is evaluated once for a statement, not once for a row. */
const RAISE = `do $$ declare place record; begin
  for place in
    select c.oid::regclass as name, a.attname as key from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
      and a.atttypid = 'uuid'::regtype and a.attname = case c.relname when 'accounts' then 'id' else 'account_id' end
  loop
    execute format('alter table %s enable row level security', place.name);
    execute format('create policy ${POLICY} on %s
      using (%I = (select nullif(current_setting(''${ACCOUNT_SETTING}'', true), '''')::uuid))', place.name, place.key);
  end loop;
end $$`;

/** Default privileges are those of whoever set them: after a change of the database's user they have to be set again. */
const IS_OPEN = `select
  exists (select from pg_default_acl d, aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee
    where r.rolname = '${REQUEST_ROLE}' and d.defaclrole = current_user::regrole and d.defaclnamespace = 0)
  and not exists (select from pg_class c
    where c.relnamespace in (select oid from pg_namespace where nspname in (current_schema(), 'jobs')) and c.relkind in ('r', 'p')
      and not (has_table_privilege('${REQUEST_ROLE}', c.oid, 'select') and has_table_privilege('${REQUEST_ROLE}', c.oid, 'insert')))
  as "isOpen"`;
const openRows = z.tuple([z.object({ isOpen: z.boolean() })]);

/**
 * Gives every table with accounts a policy by which a request sees the rows of its own account alone (row-level
 * security), also to tables of migrations that came since the last start. False, and a warning, where the user of the
 * database may not create the role.
 */
export async function raiseAccountWall({ client, log }: { client: pg.ClientBase; log: DatabaseLog }): Promise<boolean> {
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
  try {
    await client.query(CREATE_ROLE);
    await client.query(JOIN_ROLE);
    const [{ isOpen }] = openRows.parse((await client.query(IS_OPEN)).rows);
    if (!isOpen) await client.query(OPEN_TABLES);
    await client.query(RAISE);
    return true;
  } catch (error) {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    log.warn(
      { err: error },
      `The second wall between accounts stays down. As an administrator of the database: CREATE ROLE ${REQUEST_ROLE}; GRANT ${REQUEST_ROLE} TO its user; then start again`,
    );
    return false;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]);
  }
}
