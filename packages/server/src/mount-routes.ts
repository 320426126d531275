import { join } from 'node:path';
import { contract, limits } from '@otvet/contract';
import type { FastifyInstance } from 'fastify';
import type { DomainParts } from './domain-parts.ts';
import { userHandlers } from './domains/accounts/index.ts';
import { channelHandlers } from './domains/channels/index.ts';
import { dialogHandlers } from './domains/dialogs/index.ts';
import { knowledgeHandlers } from './domains/knowledge/index.ts';
import { registerVisitorRoutes } from './domains/visitors/index.ts';
import { mountControl } from './mount-control.ts';
import { mountContract, mountDocs, mountHealth, mountWeb } from './platform/http/index.ts';
import { mountFiles } from './platform/storage/index.ts';
import type { PlatformParts } from './platform-parts.ts';

const packages = join(import.meta.dirname, '../..');

function createRouter({ platform, domains }: { platform: PlatformParts; domains: DomainParts }) {
  const { files } = platform;
  const { accounts, channels, dialogs, gateway, knowledge, assistant } = domains;
  return {
    user: userHandlers({ accounts }),
    channels: channelHandlers({ channels, files, requireBase: knowledge.bases.find }),
    learning: knowledgeHandlers(knowledge),
    chat: dialogHandlers({
      dialogs,
      deliver: gateway.deliver,
      answer: (dialog) => assistant.scheduleAnswer({ ...dialog, dueAt: platform.clock.now() }),
      retryMedia: gateway.retryMedia,
      profileLink: gateway.profileLink,
      userName: (user) => accounts.nameOf(user),
      subscriptionStatus: (accountId) => accounts.subscriptionStatusOf(accountId),
      savePhoto: async ({ accountId, file }) => {
        const bytes = Buffer.from(await file.arrayBuffer());
        const stored = await files.saveImage({ accountId, bytes, name: file.name, maxBytes: limits.photoBytes });
        return { id: stored.id, url: files.links.make({ accountId, fileId: stored.id }) };
      },
    }),
  };
}

/** Every address of the product. */
export async function mountRoutes(
  app: FastifyInstance,
  parts: { platform: PlatformParts; domains: DomainParts },
): Promise<void> {
  const { platform, domains } = parts;
  const { config, clock, log, random, newId, files, metrics } = platform;
  const { pool } = platform.database;
  mountHealth(app, {
    readyChecks: [
      {
        name: 'database',
        check: async () => {
          await pool.query('select 1');
          return undefined;
        },
      },
    ],
    metrics,
    metricsToken: config.metricsToken,
  });
  domains.accounts.registerAuthRoutes(app);
  mountControl(app, { accounts: domains.accounts, keyring: platform.keyring });
  await mountContract(app, { router: createRouter(parts), authenticate: domains.accounts.authenticate });
  mountDocs(app, { contract });
  domains.gateway.mountWebhooks(app);
  mountFiles(app, { files });
  const { channels, gateway, dialogs } = domains;
  await registerVisitorRoutes(app, {
    channels,
    gateway,
    dialogs,
    files,
    pool,
    clock,
    random,
    newId,
    log,
    publicUrl: config.publicUrl,
    widgetFolder: join(packages, 'widget/dist'),
  });
  await mountWeb(app, {
    webFolder: join(packages, 'web/dist'),
    startedAt: clock.now(),
    privacyPolicyUrl: config.privacyPolicyUrl,
  });
}
