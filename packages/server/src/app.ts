import { parseDialogUniqueId } from '@otvet/contract';
import { createDomains, type DomainParts } from './domain-parts.ts';
import { createChangeMerger } from './merge-changes.ts';
import { mountRoutes } from './mount-routes.ts';
import { createHttpServer, type HttpServer } from './platform/http/index.ts';
import { createRealtime, type Realtime } from './platform/realtime/index.ts';
import { KeyMismatchError } from './platform/secrets/load-keyring.ts';
import { type AppOptions, openPlatform, type PlatformParts } from './platform-parts.ts';
import { type Round, startRounds } from './rounds.ts';

export type App = {
  /** Address that it listens on, without a slash at the end. */
  url: string;
  platform: PlatformParts;
  domains: DomainParts;
  /** Stops intake, ends or parks what is under way, closes everything. */
  close(): Promise<void>;
};

/** News of the domains become events of the sockets. */
function connectRealtime({
  domains,
  realtime,
  clock,
}: {
  domains: DomainParts;
  realtime: Realtime;
  clock: PlatformParts['clock'];
}): void {
  const { accounts, channels, dialogs, knowledge } = domains;
  dialogs.onChanged(
    createChangeMerger(clock, ({ accountId, uniqueId, version, isNew }) =>
      realtime.publish(accountId, 'dialog.changed', { uniqueId, version, isNew }),
    ),
  );
  dialogs.onTyping(({ accountId, uniqueId, by, name }) =>
    realtime.publish(accountId, 'dialog.typing', { uniqueId, by, name }),
  );
  channels.onChanged(({ accountId, id }) => realtime.publish(accountId, 'channel.changed', { id }));
  knowledge.onChanged(({ accountId, id }) => realtime.publish(accountId, 'knowledge.changed', { id }));
  accounts.onUserDataChanged(({ accountId }) => realtime.publish(accountId, 'user-data.changed'));
  realtime.onTyping(({ user, uniqueId }) => {
    void tellTyping(domains, { accountId: user.accountId, userId: user.userId, uniqueId });
  });
}

async function tellTyping(
  { accounts, channels, dialogs, gateway }: DomainParts,
  typing: { accountId: string; userId: string; uniqueId: string },
): Promise<void> {
  const place = parseDialogUniqueId(typing.uniqueId);
  const channel = place && (await channels.live(place.channelId));
  if (!place || channel?.accountId !== typing.accountId) return;
  const name = await accounts.nameOf(typing);
  dialogs.noteTyping({ ...place, accountId: typing.accountId, uniqueId: typing.uniqueId, by: 'operator', name });
  await gateway.sendTyping(place);
}

const dayMs = 24 * 3_600_000;
/** How long a request that is under way may take at a stop. */
const slowClientMs = 3000;

function roundsOf({ domains, files }: { domains: DomainParts; files: PlatformParts['files'] }): Round[] {
  const { accounts, assistant, dialogs, gateway } = domains;
  return [
    { name: 'gateway.sweep', everyMs: 1000, work: gateway.sweep },
    { name: 'assistant.sweep', everyMs: 1000, work: assistant.sweep },
    { name: 'dialogs.renew-claims', everyMs: 8000, work: dialogs.renewClaims },
    { name: 'gateway.delete-old-events', everyMs: 3_600_000, work: gateway.deleteOldEvents },
    { name: 'storage.sweep', everyMs: dayMs, work: files.sweep },
    { name: 'accounts.delete-expired', everyMs: dayMs, work: accounts.deleteExpired },
  ];
}

function addressOf(http: HttpServer): string {
  const address = http.app.server.address();
  return `http://localhost:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

/** Starts the whole product and gives it ready to serve. */
export async function startApp(options: AppOptions): Promise<App> {
  const platform = await openPlatform(options);
  const { config, log, clock, newId, metrics } = platform;
  const http = createHttpServer({
    log,
    newId,
    metrics: metrics.http,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
  });
  let url = config.publicUrl ?? '';
  const domains = createDomains(platform, { baseUrl: () => url });
  await mountRoutes(http.app, { platform, domains });
  const realtime = createRealtime({
    server: http.app.server,
    authenticate: domains.accounts.authenticate,
    onSessionsEnded: domains.accounts.onSessionsEnded,
    publicUrl: config.publicUrl,
    log,
  });
  connectRealtime({ domains, realtime, clock });
  if (!(await domains.channels.doKeysFit())) throw new KeyMismatchError(config.dataDir);
  await domains.dialogs.abandonClaims();
  const isWorker = config.role !== 'web';
  await platform.jobs.start({ withWorkers: isWorker });
  if (isWorker) await domains.gateway.recover();
  await http.app.listen({ port: config.port, host: config.host });
  const local = addressOf(http);
  if (url === '') url = local;
  const rounds = startRounds({ rounds: isWorker ? roundsOf({ domains, files: platform.files }) : [], clock, log });
  if (isWorker) {
    // A channel that was just connected is pulled at once, not at the next round.
    domains.channels.onChanged(() => void domains.gateway.refreshPulls());
    void domains.gateway.sweep().catch((error: unknown) => log.warn({ err: error }, 'the first sweep failed'));
    void domains.channels
      .reactivate()
      .catch((error: unknown) => log.warn({ err: error }, 'channels could not be set up again'))
      .then(domains.gateway.refreshPulls);
  }
  return {
    url: local,
    platform,
    domains,
    async close() {
      http.stopIntake();
      await domains.gateway.stopIntake();
      await rounds.stop();
      // The assistant first: what it has ready is still sent.
      await domains.assistant.stop();
      await domains.gateway.stop();
      await realtime.close();
      await domains.accounts.close();
      const cutSlowClients = clock.after(slowClientMs, () => http.app.server.closeAllConnections());
      await http.app.close();
      cutSlowClients();
      await platform.close();
    },
  };
}
