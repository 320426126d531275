import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { createHttpServer } from '../../../platform/http/create-http-server.ts';
import { createKnownHosts } from '../../../platform/http/index.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { createIds, systemRandom } from '../../../platform/time/ids.ts';
import { registerVisitorRoutes } from '../routes.ts';
import { createMemoryDoors, type MemoryDoors } from './memory-doors.ts';

export type VisitorServer = { url: string; doors: MemoryDoors; logged: string[]; close(): Promise<void> };

/** The visitors' routes on a real HTTP server and a real database; the earlier domains' doors in memory. */
export async function startVisitorServer(input: {
  database: { pool: Queryable };
  widgetFolder?: string;
  /** Moves with the test; real timers. */
  /** `frozenAt`: the clock stands still, for rates that a slow machine would refill. */
  time?: { aheadMs: number; frozenAt?: number | undefined };
}): Promise<VisitorServer> {
  const { database, widgetFolder = 'absent', time = { aheadMs: 0, frozenAt: undefined } } = input;
  const clock = { ...systemClock, now: () => new Date((time.frozenAt ?? Date.now()) + time.aheadMs) };
  const logged: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => logged.push(line) } });
  const newId = createIds({ clock, random: systemRandom });
  const http = createHttpServer({
    log,
    newId,
    metrics: { observe: () => undefined, connectionDropped: () => undefined, networkRefused: () => undefined },
    publicUrl: undefined,
    trustedProxies: [],
    clock,
  });
  const doors = createMemoryDoors();
  const hosts = createKnownHosts({ publicUrl: undefined, allowedHosts: [] });
  const random = systemRandom;
  const deps = { ...doors, pool: database.pool, clock, random, newId, log, hosts, publicUrl: undefined, widgetFolder };
  await registerVisitorRoutes(http.app, deps);
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${portOf(http.app.server.address())}`,
    doors,
    logged,
    close: () => closeSoon(http.app),
  };
}

/** Connections that a client opened and never used do not count as idle: a close would wait for them. */
async function closeSoon(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), 300);
  await app.close();
  clearTimeout(timer);
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
