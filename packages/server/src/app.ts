import { join } from 'node:path';
import { createDomains, type Doors, type Replacements } from './domains.ts';
import { mountRoutes } from './mount-routes.ts';
import {
  createHttpServer,
  createNetworkReport,
  createRequestRates,
  type HttpServer,
  type RequestRates,
} from './platform/http/index.ts';
import { openPlatform, type PlatformOptions, type PlatformParts } from './platform/parts/open-platform.ts';
import { startPeriodicTasks } from './platform/periodic-tasks/periodic-tasks.ts';
import { createRealtime } from './platform/realtime/index.ts';

export type AppOptions = PlatformOptions & Replacements & { rates?: RequestRates | undefined };

export type App = {
  /** Address that it listens on, without a slash at the end. */
  url: string;
  platform: PlatformParts;
  domains: Doors;
  /** Stops intake, ends or parks what is under way, closes everything. */
  close(): Promise<void>;
};

/** How long a request that is under way may take at a stop. */
const SLOW_CLIENT_MS = 3000;

function addressOf(http: HttpServer): string {
  const address = http.app.server.address();
  return `http://localhost:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

/** Starts the whole product and gives it ready to serve. */
export async function startApp(options: AppOptions): Promise<App> {
  const platform = await openPlatform(options);
  const { config, hosts, log, clock, newId, metrics } = platform;
  const reportRefused = createNetworkReport({ log, metrics: metrics.http, clock });
  const rates = options.rates ?? createRequestRates(clock, reportRefused);
  const http = createHttpServer({
    log,
    rates,
    reportRefused,
    hosts,
    newId,
    metrics: metrics.http,
    publicUrl: config.publicUrl,
    spoolFolder: join(config.dataDir, 'uploads'),
    trustedProxies: config.trustedProxies,
  });
  let url = config.publicUrl ?? '';
  const domains = createDomains(platform, { ...options, baseUrl: () => url });
  const { list, doors } = domains;
  await mountRoutes(http.app, { platform, domains, rates });
  const realtime = createRealtime({
    server: http.app.server,
    authenticate: doors.accounts.authenticate,
    verifySocket: http.verifySocket,
    rates,
    trustedProxies: config.trustedProxies,
    onSessionsEnded: doors.accounts.onSessionsEnded,
    hosts,
    log,
  });
  for (const domain of list) domain.connectSockets?.(realtime);
  for (const domain of list) await domain.prepare?.();
  const isWorker = config.role !== 'web';
  await platform.jobs.start({ withWorkers: isWorker });
  if (isWorker) for (const domain of list) await domain.recover?.();
  await http.app.listen({ port: config.port, host: config.host });
  const local = addressOf(http);
  if (url === '') url = local;
  const ofDomains = list.flatMap((domain) => domain.periodicTasks ?? []);
  const tasks = [...platform.periodicTasks, ...domains.periodicTasks, ...ofDomains];
  const running = startPeriodicTasks({ tasks: isWorker ? tasks : [], clock, log });
  if (isWorker) for (const domain of list) domain.begin?.();
  return {
    url: local,
    platform,
    domains: doors,
    async close() {
      http.stopIntake();
      for (const domain of list) await domain.stopIntake?.();
      await running.stop();
      // The last domain first: what the assistant has ready, the gateway still sends.
      for (const domain of list.toReversed()) await domain.stop?.();
      await realtime.close();
      const cutSlowClients = clock.after(SLOW_CLIENT_MS, () => http.app.server.closeAllConnections());
      await http.app.close();
      cutSlowClients();
      await platform.close();
    },
  };
}
