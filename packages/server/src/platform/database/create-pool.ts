import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { nameStatements } from './name-statements.ts';
import { guardConnections } from './nested-connections.ts';
import { prepareWall, wallStatements } from './wall-statements.ts';

/** Where the database listens and how many connections may be open. */
export type PoolSettings = {
  connection: pg.ClientConfig;
  size: number;
  log: DatabaseLog;
  /** Whether statements of a request stand behind the wall between accounts. */
  hasWall: boolean;
};

const CONNECT_MILLISECONDS = 4_500;
const STATEMENT_MILLISECONDS = 9_000;
const QUERY_MILLISECONDS = 10_000;
const IDLE_IN_TRANSACTION_MILLISECONDS = 10_000;

/**
 * The pool that all of the server uses. Waiting for a connection and for a statement together stays under 15 s,
 * also when the network swallows everything; losing the database never ends the process.
 */
export function createPool({ connection, size, log, hasWall }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    application_name: 'otvet',
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    query_timeout: QUERY_MILLISECONDS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
    keepAlive: true,
    ...(hasWall && { onConnect: prepareWall }),
  });
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost'));
  // A client that is checked out has no listener of the pool; without one a lost connection would end the process.
  pool.on('connect', (client) => {
    nameStatements(client);
    client.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'));
  });
  guardConnections(pool);
  if (hasWall) wallStatements(pool);
  return pool;
}
