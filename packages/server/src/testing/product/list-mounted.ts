import { createDomains } from '../../domains.ts';
import { mountRoutes } from '../../mount-routes.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createHttpServer } from '../../platform/http/index.ts';
import { createLog } from '../../platform/log/logger.ts';
import { openPlatform } from '../../platform/parts/open-platform.ts';
import { createPreparedPlace } from '../start-test-database.ts';

/** A mounted address; `isRest` where it only answers methods that the address does not take. */
export type MountedRoute = { method: string; url: string; isRest: boolean };

/** Every address of the product, from a second one that never starts, only to hear what is mounted. */
export async function listMounted(): Promise<MountedRoute[]> {
  const store = await createPreparedPlace('server');
  const config = readConfig({ DATA_DIR: store.dataDir, DATABASE_URL: store.databaseUrl });
  const platform = await openPlatform({ config, log: createLog({ level: 'fatal' }) });
  const domains = createDomains(platform, { baseUrl: () => '' });
  const { app: http } = createHttpServer({
    log: platform.log,
    newId: platform.newId,
    metrics: { observe: () => undefined, connectionDropped: () => undefined, networkRefused: () => undefined },
    publicUrl: undefined,
    trustedProxies: [],
  });
  const mounted: MountedRoute[] = [];
  http.addHook('onRoute', ({ method, url }) => {
    // Calls of the contract are mounted one by one; a list of methods under /api is the answer "not this method".
    const isRest = Array.isArray(method) && url.startsWith('/api/');
    for (const one of [method].flat()) mounted.push({ method: one, url, isRest });
  });
  await mountRoutes(http, { platform, domains });
  await http.close();
  await domains.doors.accounts.close();
  await platform.close();
  await store.drop();
  return mounted;
}
