import { isOfferedChannelType } from '../packages/contract/src/index.ts';
import type { App } from '../packages/server/src/app.ts';
import { type ConnectorRegistry, connectors } from '../packages/server/src/connectors/registry.ts';
import { createWhatsappWebConnector } from '../packages/server/src/connectors/whatsapp-web/index.ts';
import { usualPace } from '../packages/server/src/connectors/whatsapp-web/settings.ts';
import {
  type ConnectDoor,
  connectPlatform,
  type ShownPlatform,
  type SimulatedPlatform,
  simulatedPlatforms,
  startPlatforms,
  startWhatsappWebDouble,
} from '../packages/simulators/src/index.ts';

/** Where the platforms of the demo find it: their calls are led back to this machine. */
export const DEMO_WEBHOOK_URL = 'https://otvet.demo';

const names = [
  ['Анна Белова', 'Дмитрий Орлов', 'Sarah Miller'],
  ['Ольга Седова', 'Павел Громов', 'Tom Evans'],
  ['Ирина Власова', 'Сергей Дроздов', 'Kate Walker'],
  ['Светлана Юдина', 'Антон Белых', 'Mark Reed'],
  ['Наталья Зуева', 'Роман Фомин', 'Emma Hughes'],
  ['Юлия Панова', 'Кирилл Ершов', 'James Cole'],
  ['Вера Мельник', 'Олег Сомов', 'Lucy Grant'],
  ['Полина Жукова', 'Виктор Лапин', 'Henry Stone'],
  ['Дарья Котова', 'Максим Носов', 'Alice Ward'],
  ['Алина Рябова', 'Глеб Титов', 'Peter Nash'],
] as const;

export type DemoPlatforms = {
  shown: readonly ShownPlatform[];
  environment: Record<string, string>;
  /** Those of the product, with a stand-in where a platform has no address that could be led elsewhere. */
  connectors: ConnectorRegistry;
  close(): Promise<void>;
};

/** Between two attempts to bring an event. */
const RETRY_MS = 500;

/** Starts a stand-in of every platform; `appUrl` is asked when one of them calls. */
export async function startDemoPlatforms({ host, appUrl }: { host: string; appUrl(): string }): Promise<DemoPlatforms> {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(DEMO_WEBHOOK_URL, appUrl()), init);
  const offered = simulatedPlatforms.filter(({ type }) => isOfferedChannelType(type));
  const returnUrl = (path: string) => `${appUrl()}${path}`;
  const started = await startPlatforms(offered, { host, fetch: reach, returnUrl, retryMs: RETRY_MS });
  const phone = startPhone();
  const shown = [...started.platforms, phone.stand].map(({ customerIds, ...platform }, place) => {
    const shop = names[place % names.length] ?? names[0];
    return { ...platform, customers: customerIds.map((id, at) => ({ id, name: shop[at] ?? id })) };
  });
  return {
    shown,
    environment: started.environment,
    connectors: { ...connectors, 'whatsapp-web': phone.connector },
    async close() {
      await started.close();
      await phone.stand.platform.close();
    },
  };
}

/** WhatsApp Web has no address that could be led here: its stand-in takes the place of the library that speaks to it. */
function startPhone() {
  const double = startWhatsappWebDouble();
  const platform: SimulatedPlatform = {
    ...double,
    // A link that was removed stays removed: what is repaired is linked anew, by the code that is shown then.
    repair() {
      double.repair();
      double.scan();
    },
  };
  const customerIds = ['79160000007', '79160000008', '447700900009'] as const;
  return {
    stand: { type: 'whatsapp-web', title: 'WhatsApp Web', customerIds, platform },
    connector: createWhatsappWebConnector(double.load, usualPace),
  };
}

type Shop = { accountId: string; knowledgeBaseId: string };

/** The bot of an earlier run is told where we are now; the other platforms have forgotten theirs, and begin anew. */
export async function repairShop(
  { domains: { channels } }: App,
  { accountId }: Shop,
  { telegramToken }: { telegramToken: string },
): Promise<void> {
  for (const { id, type } of await channels.list(accountId)) {
    const place = { accountId, type, id };
    if (type === 'telegram') await channels.update({ ...place, update: {}, credentials: { token: telegramToken } });
    else if (type !== 'widget') await channels.unlink({ ...place, by: null });
  }
}

/** One after another: the gallery shows them in this order. */
export async function connectPlatforms(
  app: App,
  { accountId, knowledgeBaseId }: Shop,
  platforms: readonly ShownPlatform[],
): Promise<void> {
  const door = doorOf(app, accountId);
  for (const { type, platform } of platforms) await connectPlatform(door, { type, platform, knowledgeBaseId });
}

/** Connecting as the owner of the shop, without a session of his. */
function doorOf({ domains }: App, accountId: string): ConnectDoor {
  const { connecting } = domains.channels;
  const show = (progress: Awaited<ReturnType<typeof connecting.poll>>) => {
    if (progress.isDone) return { status: 'done', channel: progress.channel };
    const { id, draft } = progress.open;
    return { status: 'step', id, step: draft.step, fault: draft.fault };
  };
  return {
    start: async (type, knowledgeBaseId) => show(await connecting.start({ accountId, type, knowledgeBaseId })),
    advance: async (id, input) => show(await connecting.advance({ accountId, id, input })),
    comeBack: async (query) => show(await connecting.finishRedirect({ accountId, query })),
    poll: async (id) => show(await connecting.poll({ accountId, id })),
  };
}

/** The platform works again: in earnest that is noticed within the hour, or when somebody asks. */
export async function recheckPlatform(
  { domains: { channels } }: App,
  { accountId }: Shop,
  type: string,
): Promise<void> {
  const broken = (await channels.list(accountId)).filter(
    (channel) => channel.type === type && channel.inactiveReason !== null,
  );
  for (const { id } of broken) await channels.update({ accountId, type, id, update: {}, replaceWebhook: true });
}
