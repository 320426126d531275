import { postEvent } from './deliver.ts';
import { ViberError } from './errors.ts';
import { webhookOrder } from './schemas.ts';
import { writeJson } from './wire.ts';
import type { Bot, World } from './world.ts';

const OPTIONAL_EVENTS = ['delivered', 'seen', 'failed', 'conversation_started'];

/** https://creators.viber.com/docs/bots-api/resources/app/get-app-info, read 2026-11-23. */
export function getAccountInfo(_world: World, bot: Bot): object {
  return {
    id: bot.id,
    name: bot.name,
    uri: bot.uri,
    icon: 'http://example.com/icon.jpg',
    background: 'http://example.com/background.jpg',
    category: 'Companies, Brands & Products',
    subcategory: 'Shopping',
    country: 'RU',
    webhook: bot.webhook?.url ?? '',
    event_types: listEvents(bot),
    subscribers_count: [...bot.chats.values()].filter(({ isSubscribed }) => isSubscribed).length,
    members: [{ id: 'member-1', name: 'Owner', avatar: 'http://example.com/owner.jpg', role: 'admin' }],
  };
}

const listEvents = ({ webhook }: Bot): string[] => (webhook?.events ? [...webhook.events] : OPTIONAL_EVENTS);

/** Posts a check to the address before it takes it: https://creators.viber.com/docs/bots-api/getting-started/web-hooks, read 2026-11-23. */
export async function setWebhook(world: World, bot: Bot, body: unknown): Promise<object> {
  const order = webhookOrder.safeParse(body);
  if (!order.success) throw new ViberError(3, 'badData');
  const { url, event_types: events, send_name: hasNames = false } = order.data;
  if (url === '') {
    bot.webhook = null;
    return { event_types: [] };
  }
  const isFit = URL.canParse(url) && (world.allowHttp || url.startsWith('https://'));
  if (!isFit) throw new ViberError(1, 'invalidUrl: the webhook has to be https');
  const check = writeJson({ event: 'webhook', timestamp: world.now(), message_token: world.nextToken() });
  const { status } = await postEvent(world, { url, token: bot.token, body: check });
  world.deliveries.push({ event: 'webhook', token: '', attempt: 1, status, answer: '' });
  if (status !== 200)
    throw new ViberError(1, status === 0 ? 'failed: connection refused' : `Result from your url: HTTP ${status}`);
  bot.webhook = { url, events: events === undefined ? null : new Set(events), hasNames };
  return { event_types: listEvents(bot) };
}
