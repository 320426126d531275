import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guardian, startGuardian } from '../../testing/start-guardian.ts';
import { createTestFolder } from '../../testing/start-test-database.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { DatabaseUnavailableError, toDatabaseError } from './database-errors.ts';
import { openDatabase } from './open-database.ts';

const migrationsDir = createTestFolder();
/** Keeps writers from spinning while the server is down; nothing is judged by it. */
const FAILED_WRITER_PAUSE_MS = 20;
let server: Guardian;

beforeAll(async () => {
  server = await startGuardian({ postgres: 'durable' });
  await server.ready;
});

afterAll(async () => {
  await server.close();
});

describe('a PostgreSQL server that goes away', () => {
  it('by immediate restarts under load: rows stay, errors say unavailable, the pool recovers by itself', async () => {
    const database = await open(server.databaseUrl);
    await database.pool.query('CREATE TABLE kept (id int PRIMARY KEY)');
    const acknowledged: number[] = [];
    const failures: unknown[] = [];
    let isOver = false;
    let next = 0;
    const writers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        next += 1;
        const id = next;
        try {
          await database.pool.query('INSERT INTO kept VALUES ($1)', [id]);
          acknowledged.push(id);
        } catch (error) {
          failures.push(toDatabaseError(error));
          await sleep(FAILED_WRITER_PAUSE_MS);
        }
      }
    });
    const waitForWrites = () => {
      const enough = acknowledged.length + 20;
      return waitUntil(() => acknowledged.length >= enough);
    };
    for (let round = 0; round < 3; round += 1) {
      await waitForWrites();
      await server.restart();
    }
    await waitForWrites();
    isOver = true;
    await Promise.all(writers);
    const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM kept');
    await database.close();
    const ids = new Set(rows.map((row) => row.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((error) => !(error instanceof DatabaseUnavailableError))).toEqual([]);
  });

  it('behind a network that swallows everything: the query fails, and a later one works', async () => {
    const proxy = await startProxy(Number(new URL(server.databaseUrl).port));
    const database = await open(server.databaseUrl.replace(/:\d+\//, `:${proxy.port}/`));
    await database.pool.query('SELECT 1');
    proxy.setSwallowing(true);
    const error: unknown = await database.pool.query('SELECT 2').catch(toDatabaseError);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    proxy.setSwallowing(false);
    expect((await database.pool.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
    await database.close();
    await proxy.close();
  });
});

function open(databaseUrl: string) {
  return openDatabase({ databaseUrl, dataDir: createTestFolder(), migrationsDir, log: createTestLog(), poolSize: 4 });
}

async function startProxy(target: number) {
  let isSwallowing = false;
  const sockets = new Set<Socket>();
  const proxy: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => (isSwallowing ? undefined : to.write(chunk)));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    setSwallowing: (value: boolean) => {
      isSwallowing = value;
    },
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
