import { join } from 'node:path';
import { contract } from '@otvet/contract';
import type { FastifyInstance } from 'fastify';
import type { Domains } from './domains.ts';
import { mountControl } from './mount-control.ts';
import { probeDatabase } from './platform/database/probe-database.ts';
import {
  type ApiRouter,
  measureLoopDelay,
  mountContract,
  mountDocs,
  mountHealth,
  mountWeb,
  type RequestRates,
  watchEventLoop,
} from './platform/http/index.ts';
import { mailFolderOf } from './platform/mail/mail-folder.ts';
import type { PlatformParts } from './platform/parts/open-platform.ts';
import { mountFiles, probeFolder } from './platform/storage/index.ts';
import { systemClock } from './platform/time/clock.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist');

/** The handlers of all domains as one router of the contract. */
function createRouter({ list, doors }: Domains): ApiRouter {
  return Object.fromEntries(list.flatMap((domain) => Object.entries(domain.handlers?.(doors) ?? {})));
}

/** Every address of the product. */
export async function mountRoutes(
  app: FastifyInstance,
  parts: { platform: PlatformParts; domains: Domains; rates?: RequestRates },
): Promise<void> {
  const { platform, domains, rates } = parts;
  const { config, clock, database, files, log, metrics } = platform;
  const { accounts } = domains.doors;
  mountHealth(app, {
    readyChecks: [
      { name: 'database', check: () => probeDatabase(database.pool) },
      { name: 'requests in the database', check: database.checkWall },
      { name: 'data folder', check: () => probeFolder(config.dataDir) },
      { name: 'files', check: files.probe },
      ...(config.smtpUrl === undefined
        ? [{ name: 'mail', check: () => probeFolder(mailFolderOf(config.dataDir)) }]
        : []),
      { name: 'pictures', check: platform.confined.check },
      ...domains.list.flatMap((domain) => domain.readyChecks ?? []),
      // The process is late by the machine's time, whatever time the product lives in.
      { name: 'event loop', check: watchEventLoop({ clock: systemClock, measure: measureLoopDelay(systemClock) }) },
    ],
    log,
    clock,
    metrics,
    metricsToken: config.metricsToken,
  });
  mountControl(app, { accounts, keyring: platform.keyring });
  await mountContract(app, { router: createRouter(domains), authenticate: accounts.authenticate, rates, clock });
  mountDocs(app, { contract });
  mountFiles(app, { files });
  for (const domain of domains.list) await domain.mount?.(app);
  await mountWeb(app, {
    publicUrl: config.publicUrl,
    webFolder: WEB_FOLDER,
    startedAt: clock.now(),
    privacyPolicyUrl: config.privacyPolicyUrl,
  });
}
