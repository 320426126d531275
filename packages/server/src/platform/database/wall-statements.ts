import pg from 'pg';
import { findRequest } from '../scope/request-scope.ts';
import { nameOf } from './name-statements.ts';
import { ACCOUNT_SETTING, REQUEST_ROLE } from './raise-account-wall.ts';
import { statementName } from './statement-name.ts';

/**
 * All end with the transaction: that of the statement itself where no other is open. Lists of people are asked with many
 * conditions: the database may plan them for the values given.
 */
const WALL = `select set_config('${ACCOUNT_SETTING}', $1, true), set_config('role', $2, true), set_config('plan_cache_mode', 'auto', true)`;
/**
 * Everything else is the path of messages and its sweeps: the same few rows, found by the same indexes, whatever the values.
 * Left to itself the database guesses that a plan for the values is cheaper, and plans the largest of them at every call.
 */
const PLAN_ONCE = 'set plan_cache_mode = force_generic_plan';
const WALL_NAME = statementName(WALL);
/** PostgreSQL plans a prepared statement anew whenever its role changes: requests have statements of their own. */
const MARK = '/* request */ ';
const CONTROLS = /^(?:begin|commit|rollback)$/i;

type Callback = (error: Error | undefined, result: unknown) => void;

/**
 * Puts the wall of `raiseAccountWall` before every statement of a request (`withinRequest`): its account and role are set
 * by one more message of the same round trip, inside the statement's own transaction. A connection belongs to the account
 * in whose scope it was asked for, until it goes back to the pool.
 */
export function wallStatements(pool: pg.Pool): void {
  const accounts = new WeakMap<pg.ClientBase, string>();
  rememberAccounts(pool, accounts);
  pool.on('connect', (client) => wallClient(client, accounts));
}

/** Prepares the wall on a new connection, so that later it is only bound; what stands outside of it is planned once. */
export async function prepareWall(client: pg.ClientBase): Promise<void> {
  await client.query(PLAN_ONCE);
  await client.query({ name: WALL_NAME, text: WALL, values: ['', 'none'] });
}

function rememberAccounts(pool: pg.Pool, accounts: WeakMap<pg.ClientBase, string>): void {
  const connect = pool.connect;
  const note = (client: pg.ClientBase, accountId: string | undefined) => {
    if (accountId === undefined) accounts.delete(client);
    else accounts.set(client, accountId);
  };
  Object.defineProperty(pool, 'connect', {
    value: (callback?: (error: unknown, client: pg.ClientBase | undefined, release: unknown) => void) => {
      // Now: the pool calls back from the work of whoever releases a connection.
      const accountId = findRequest()?.accountId;
      if (callback === undefined) return connectAndNote(pool, { connect, note: (client) => note(client, accountId) });
      return Reflect.apply(connect, pool, [
        (error: unknown, client: pg.ClientBase | undefined, release: unknown) => {
          if (client !== undefined) note(client, accountId);
          callback(error, client, release);
        },
      ]);
    },
  });
}

async function connectAndNote(
  pool: pg.Pool,
  { connect, note }: { connect: () => Promise<pg.PoolClient>; note: (client: pg.ClientBase) => void },
): Promise<pg.PoolClient> {
  const client = await Reflect.apply(connect, pool, []);
  note(client);
  return client;
}

function wallClient(client: pg.ClientBase, accounts: WeakMap<pg.ClientBase, string>): void {
  const query = client.query;
  Object.defineProperty(client, 'query', {
    value: (config: unknown, values: unknown, callback: Callback | undefined) => {
      const accountId = accounts.get(client);
      if (accountId === undefined || (typeof config === 'string' && CONTROLS.test(config))) {
        return Reflect.apply(query, client, [config, values, callback]);
      }
      const walled = putBehindWall(readStatement(config, values), accountId);
      if (callback !== undefined) return Reflect.apply(query, client, [Object.assign(walled, { callback })]);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
      Reflect.apply(query, client, [Object.assign(walled, { callback: settle })]);
      return promise;
    },
  });
}

type Asked = { text: string; values: unknown[]; name: string | undefined };

function readStatement(config: unknown, values: unknown): Asked {
  const given = Array.isArray(values) ? values : [];
  if (typeof config === 'string') {
    const text = MARK + config;
    return { text, values: given, name: given.length > 0 ? nameOf(text) : undefined };
  }
  if (typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string') {
    const own = 'values' in config && Array.isArray(config.values) ? config.values : given;
    return { text: MARK + config.text, values: own, name: undefined };
  }
  throw new Error('This kind of statement cannot stand behind the wall between accounts');
}

/** The driver's own query with two messages more at its begin, whose answers are passed over. */
function putBehindWall({ text, values, name }: Asked, accountId: string): pg.Query {
  const query = Object.assign(new pg.Query(text, values), { name });
  const inherited = (method: string, parameters: unknown[]) =>
    Reflect.apply(Reflect.get(pg.Query.prototype, method), query, parameters);
  let isPassed = false;
  return Object.assign(query, {
    requiresPreparation: () => true,
    prepare: (connection: pg.Connection) => {
      connection.bind({ portal: '', statement: WALL_NAME, values: [accountId, REQUEST_ROLE] }, true);
      connection.execute({ portal: '' }, true);
      inherited('prepare', [connection]);
    },
    handleDataRow: (message: unknown) => {
      if (isPassed) inherited('handleDataRow', [message]);
    },
    handleCommandComplete: (message: unknown, connection: unknown) => {
      if (isPassed) inherited('handleCommandComplete', [message, connection]);
      isPassed = true;
    },
  });
}
