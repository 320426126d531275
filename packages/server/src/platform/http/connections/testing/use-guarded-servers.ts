import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { createLog } from '../../../log/logger.ts';
import { createMetrics } from '../../../metrics/index.ts';
import { systemClock } from '../../../time/clock.ts';
import { createIds, systemRandom } from '../../../time/ids.ts';
import { createHttpServer, type HttpServer, type HttpServerDeps, mountHealth } from '../../index.ts';

const newId = createIds({ clock: systemClock, random: systemRandom });

/** Servers and clients by hand, which end after each test of the file. */
export function useGuardedServers() {
  const running: HttpServer[] = [];
  const clients: Socket[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await Promise.all(running.splice(0).map(({ app }) => app.close()));
  });

  return {
    async start(
      mount: (server: HttpServer, parts: { held: (() => void)[] }) => void,
      options: Partial<HttpServerDeps> = {},
    ) {
      const metrics = createMetrics();
      const lines: string[] = [];
      const log = createLog({ level: 'warn', destination: { write: (line: string) => lines.push(line) } });
      const own = { log, newId, metrics: metrics.http, publicUrl: undefined, trustedProxies: [] };
      const server = createHttpServer({ ...own, ...options });
      running.push(server);
      const held: (() => void)[] = [];
      mountHealth(server.app, { readyChecks: [], metrics, metricsToken: undefined, log });
      mount(server, { held });
      const accepted: Socket[] = [];
      server.app.server.on('connection', (socket) => accepted.push(socket));
      const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
      return { server, port: Number(port), held, accepted, lines, metrics };
    },
    clients,
    /** A client from an address of this machine that is a network of its own. */
    async open(port: number, from = '127.0.0.1'): Promise<Socket> {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      socket.on('error', () => undefined);
      clients.push(socket);
      await once(socket, 'connect');
      return socket;
    },
  };
}

export async function isServed(socket: Socket): Promise<boolean> {
  socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}
