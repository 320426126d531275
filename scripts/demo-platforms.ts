import { isOfferedChannelType } from '../packages/contract/src/index.ts';
import type { App } from '../packages/server/src/app.ts';
import {
  type ShownPlatform,
  type SimulatedPlatform,
  simulatedPlatforms,
  startPlatforms,
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
  const shown = started.platforms.map(({ customerIds, ...platform }, place) => {
    const shop = names[place % names.length] ?? names[0];
    return { ...platform, customers: customerIds.map((id, at) => ({ id, name: shop[at] ?? id })) };
  });
  return { shown, environment: started.environment, close: started.close };
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
export async function connectPlatforms(app: App, shop: Shop, platforms: readonly ShownPlatform[]): Promise<void> {
  for (const platform of platforms) await connectPlatform(app, shop, platform);
}

/** Connects a channel as its owner would: every step is answered by what the platform gives. */
async function connectPlatform(
  { domains }: App,
  { accountId, knowledgeBaseId }: Shop,
  { type, platform }: ShownPlatform,
): Promise<void> {
  const { connecting } = domains.channels;
  let progress = await connecting.start({ accountId, type, knowledgeBaseId });
  while (!progress.isDone) {
    const { id, draft } = progress.open;
    const { step } = draft;
    const advance = (input: Parameters<typeof connecting.advance>[0]['input']) =>
      connecting.advance({ accountId, id, input });
    switch (step.kind) {
      case 'fields':
        progress = await advance({ kind: 'fields', step: step.name, values: valuesFor(platform, step.fields) });
        break;
      case 'redirect': {
        const back = new URL(platform.logIn?.(step.url) ?? step.url);
        progress = await connecting.finishRedirect({ accountId, query: Object.fromEntries(back.searchParams) });
        break;
      }
      case 'choice': {
        const value = step.choices.find(({ isAvailable }) => isAvailable)?.value ?? '';
        progress = await advance({ kind: 'choice', step: step.name, value });
        break;
      }
      case 'code': {
        if (step.shown !== null) await platform.enter?.(step.shown);
        const value = step.field ? platform.credentials[step.field.name] : undefined;
        progress = await advance({ kind: 'code', step: step.name, ...(value !== undefined && { value }) });
        break;
      }
      case 'qr':
        await platform.enter?.(step.content ?? '');
        progress = await connecting.poll({ accountId, id });
        break;
      case 'review':
        progress = await advance({ kind: 'review', step: step.name });
    }
  }
}

function valuesFor({ credentials }: SimulatedPlatform, fields: readonly { name: string }[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => (name in credentials ? [[name, credentials[name] ?? '']] : [])),
  );
}
