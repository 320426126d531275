import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { statementName } from '../statement-name.ts';
import { createSharedStatements, type WireMessage } from './shared-statements.ts';
import { SYNC, startupMessage, typedMessage } from './wire-frames.ts';

const migrationsDir = createTestFolder();
let database: TestDatabase;
let first: pg.PoolClient;
let second: pg.PoolClient;

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded', migrationsDir });
  [first, second] = [await database.pool.connect(), await database.pool.connect()];
});

afterAll(async () => {
  first.release();
  second.release();
  await database.close();
});

async function prepared(text: string): Promise<number> {
  const { rows } = await database.pool.query(`SELECT statement FROM pg_prepared_statements`);
  return rows.filter(({ statement }) => statement === text).length;
}

describe('statements that all connections share', () => {
  it('two connections prepare the same statement: it is there once, and outlives the one that made it', async () => {
    const text = 'SELECT $1::int + 1 AS next';
    const maker = await database.pool.connect();
    expect((await maker.query(text, [1])).rows).toEqual([{ next: 2 }]);
    expect((await first.query(text, [2])).rows).toEqual([{ next: 3 }]);
    expect((await second.query(text, [3])).rows).toEqual([{ next: 4 }]);
    expect(await prepared(text)).toBe(1);
    maker.release(true);
    expect((await first.query(text, [4])).rows).toEqual([{ next: 5 }]);
    expect(await prepared(text)).toBe(1);
  });

  it('risk: a Parse that failed is remembered', async () => {
    const text = 'SELECT id FROM comes_later WHERE id = $1';
    for (const client of [first, second]) await expect(client.query(text, [1])).rejects.toThrow('does not exist');
    await first.query('CREATE TABLE comes_later AS SELECT 1 AS id');
    for (const client of [first, second]) expect((await client.query(text, [1])).rows).toEqual([{ id: 1 }]);
    expect(await prepared(text)).toBe(1);
  });

  it('risk: a known statement in a transaction that has failed', async () => {
    const text = 'SELECT 10 / $1::int AS share';
    expect((await first.query(text, [5])).rows).toEqual([{ share: 2 }]);
    await second.query('BEGIN');
    await expect(second.query('SELECT nothing', [])).rejects.toThrow('nothing');
    await expect(second.query(text, [5])).rejects.toThrow('current transaction is aborted');
    await expect(second.query('SELECT $1::int AS unknown_yet', [5])).rejects.toThrow('current transaction is aborted');
    await second.query('ROLLBACK');
    await expect(second.query(text, [0])).rejects.toThrow('division by zero');
    for (const client of [first, second]) expect((await client.query(text, [2])).rows).toEqual([{ share: 5 }]);
  });

  it('risk: the schema changes under a statement that is prepared', async () => {
    const text = 'SELECT * FROM grows WHERE id = $1';
    await first.query('CREATE TABLE grows AS SELECT 1 AS id');
    for (const client of [first, second]) expect((await client.query(text, [1])).rows).toEqual([{ id: 1 }]);
    await second.query(`ALTER TABLE grows ADD COLUMN name text DEFAULT 'new'`);
    for (const client of [first, second]) {
      expect((await client.query(text, [1])).rows).toEqual([{ id: 1, name: 'new' }]);
    }
    // Where nothing announces the change, one answer is an error, and the next is right.
    await first.query('BEGIN');
    await first.query('ALTER TABLE grows ALTER COLUMN id TYPE text');
    expect((await first.query('SELECT * FROM grows WHERE id::int = $1', [1])).rows).toEqual([{ id: '1', name: 'new' }]);
    await first.query('ROLLBACK');
    const changed = 'SELECT * FROM grows WHERE id::int = $1';
    await expect(second.query(changed, [1])).rejects.toThrow('cached plan must not change result type');
    for (const client of [first, second]) expect((await client.query(changed, [1])).rows[0]).toMatchObject({ id: 1 });
  });

  it('risk: another client drops all statements', async () => {
    const text = 'SELECT $1::int * 2 AS twice';
    for (const drop of ['DEALLOCATE ALL', 'DISCARD ALL', `DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$`]) {
      for (const client of [first, second]) expect((await client.query(text, [2])).rows).toEqual([{ twice: 4 }]);
      await first.query(drop);
      expect(await prepared(text)).toBe(0);
    }
    for (const client of [first, second]) expect((await client.query(text, [3])).rows).toEqual([{ twice: 6 }]);
  });

  it('risk: a client that names another text like it, or closes it', async () => {
    const text = 'SELECT $1::int AS own';
    const name = statementName(text);
    expect((await first.query(text, [1])).rows).toEqual([{ own: 1 }]);
    const stranger = await connectRaw(database.dataDir);
    await stranger.ask(parse(name, 'SELECT 13 AS strange'), SYNC);
    expect(await stranger.ask(bind(name), EXECUTE, SYNC)).toContain('13');
    await stranger.ask(typedMessage('C', Buffer.from(`S${name}\0`)), parse(name, text), SYNC);
    await stranger.ask(typedMessage('C', Buffer.from(`S${name}\0`)), SYNC);
    expect(await stranger.ask(bind(name), EXECUTE, SYNC)).toContain('does not exist');
    stranger.socket.destroy();
    expect((await second.query(text, [2])).rows).toEqual([{ own: 2 }]);
  });

  it('risk: several in one message, the middle one fails', async () => {
    const [good, bad] = ['SELECT 41 + 1 AS good', 'SELECT no_such_column'];
    const stranger = await connectRaw(database.dataDir);
    const one = (text: string) => [parse(statementName(text), text), bind(statementName(text)), EXECUTE];
    const answer = await stranger.ask(...one(good), ...one(bad), ...one(good), SYNC);
    expect(answer.match(/42/g)).toHaveLength(2); // one row, and the code of the error (42703)
    expect(await stranger.ask(...one(good), ...one(good), SYNC)).toMatch(/42.*42/s);
    stranger.socket.destroy();
  });

  it('risk: a client leaves between a failed statement and its Sync', async () => {
    const stranger = await connectRaw(database.dataDir);
    await stranger.ask(parse('', 'BEGIN'), bind(''), EXECUTE, SYNC);
    expect(await stranger.ask(parse('', 'SELECT no_such_column'), FLUSH)).toContain('no_such_column');
    stranger.socket.destroy();
    expect((await first.query('SELECT $1::int AS alive', [1])).rows).toEqual([{ alive: 1 }]);
    expect((await first.query('BEGIN')).command).toBe('BEGIN');
    await first.query('ROLLBACK');
  });
});

describe('the number of statements', () => {
  let alive: Set<string>;
  let asked: string[];

  // Answers as the engine does, and keeps what is prepared in it.
  const engine = {
    isInTransaction: () => false,
    run: async (messages: Uint8Array, onData: (bytes: Uint8Array) => void) => {
      for (const { type, body } of split(Buffer.from(messages))) {
        const name =
          body
            .subarray(type === 'C' || type === 'B' ? 1 : 0)
            .toString()
            .split('\0')[0] ?? '';
        if (type === 'P') alive.add(name);
        if (type === 'C') alive.delete(name);
        if (type === 'B' && !alive.has(name)) throw new Error(`${name} is not there`);
        asked.push(type + name);
        if (type === 'P') onData(typedMessage('1', Buffer.alloc(0)));
        if (type === 'C') onData(typedMessage('3', Buffer.alloc(0)));
      }
      return true;
    },
  };

  beforeEach(() => {
    alive = new Set();
    asked = [];
  });

  it('is bounded: the one used longest ago goes, and comes back when it is used', async () => {
    const { run } = createSharedStatements({ engine, max: 2 });
    const use = (name: string): WireMessage[] => [
      { statement: { name, parse: parse(name, name) }, message: bind(name) },
      SYNC,
    ];
    for (const name of ['a', 'b', 'a', 'c']) await run(use(name), () => undefined);
    expect([...alive]).toEqual(['a', 'c']);
    await run(['b', 'c', 'a', 'b'].flatMap((name) => use(name).slice(0, 1)).concat(SYNC), () => undefined);
    expect([...alive]).toEqual(['a', 'b']);
    expect(asked.filter((each) => each === 'Pa')).toHaveLength(2);
  });
});

const EXECUTE = typedMessage('E', Buffer.from('\0\0\0\0\0'));
const FLUSH = typedMessage('H', Buffer.alloc(0));

function parse(name: string, text: string): Buffer {
  return typedMessage('P', Buffer.from(`${name}\0${text}\0\0\0`));
}

function bind(name: string): Buffer {
  return typedMessage('B', Buffer.from(`\0${name}\0\0\0\0\0\0\0`));
}

function* split(messages: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = 0; at < messages.length; at += 1 + messages.readInt32BE(at + 1)) {
    yield { type: messages.toString('latin1', at, at + 1), body: messages.subarray(at + 5) };
  }
}

/** A client that sends what pg would not; its answers as text. */
async function connectRaw(dataDir: string) {
  const socket: Socket = createConnection(join(dataDir, '.s.PGSQL.5432'));
  const ask = async (...messages: Buffer[]): Promise<string> => {
    socket.write(Buffer.concat(messages));
    let answer = '';
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<Buffer>();
      socket.once('data', resolve);
      answer += (await promise).toString('latin1');
      if (answer.at(-6) === 'Z' || messages.at(-1) === FLUSH) return answer;
    }
  };
  await ask(startupMessage('postgres'));
  return { socket, ask };
}
