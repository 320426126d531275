import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeJson } from './wire.ts';
import type { Bot, Webhook, World } from './world.ts';

/** An offline webhook is tried again for an hour, then the event is lost: https://developers.viber.com/docs/faq/, read 2026-11. */
const EVENT_LIFE_MS = 3_600_000;
/** These cannot be switched off. */
const always = new Set(['message', 'subscribed', 'unsubscribed', 'webhook']);

type Answer = { status: number; text: string };

export const signatureOf = (body: Buffer, token: string): string =>
  createHmac('sha256', token).update(body).digest('hex');

/** One signed request; status 0 where nothing answered. */
export async function postEvent(world: World, target: { url: string; token: string; body: Buffer }): Promise<Answer> {
  const { token, body } = target;
  const signature = signatureOf(body, token);
  const isHeader = world.signatureIn === 'header';
  const url = isHeader ? target.url : `${target.url}?sig=${signature}`;
  try {
    const response = await world.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(isHeader && { 'x-viber-content-signature': signature }) },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([world.signal, AbortSignal.timeout(world.webhookTimeoutMs)]),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

type Event = { event: string; [field: string]: unknown };
type Notice = { bot: Bot; personId: string; event: Event; onAnswer?(text: string): void };

/** Brings an event to the bot's webhook, the events of one person in order, each until it is taken or an hour is over. */
export function notify(world: World, notice: Notice): void {
  const { bot, personId, event } = notice;
  const { webhook } = bot;
  if (webhook === null || !isWanted(webhook, event.event)) return;
  const token = typeof event.message_token === 'string' ? event.message_token : world.nextToken();
  const body = writeJson({ timestamp: world.now(), ...event, message_token: token });
  world.history.push({ bot, body, event: event.event, token });
  const lane = `${bot.id} ${personId}`;
  const before = world.lanes.get(lane) ?? Promise.resolve();
  const work = before.then(() => deliver(world, { ...notice, webhook, token, body }));
  world.lanes.set(lane, work);
}

const isWanted = ({ events }: Webhook, name: string) => always.has(name) || events === null || events.has(name);

type Parcel = Notice & { webhook: Webhook; token: string; body: Buffer };

async function deliver(world: World, { bot, event, webhook, token, body, onAnswer }: Parcel): Promise<void> {
  const end = world.now() + EVENT_LIFE_MS;
  for (let attempt = 1; !world.signal.aborted && bot.webhook === webhook && world.now() < end; attempt += 1) {
    const { status, text } = await postEvent(world, { url: webhook.url, token: bot.token, body });
    world.deliveries.push({ event: event.event, token, attempt, status, answer: text });
    if (status >= 200 && status < 300) {
      onAnswer?.(text);
      return;
    }
    const delay = Math.min(world.backoff.firstMs * 2 ** (attempt - 1), world.backoff.maxMs);
    await sleep(delay, undefined, { signal: world.signal, ref: false }).catch(() => undefined);
  }
}
