import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notice, PhoneNumber, Webhook, World } from './world.ts';

const WEBHOOK_TIMEOUT_MS = 5000;
/** A week: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview, read 2026-11. */
const EVENT_LIFE_MS = 7 * 24 * 3_600_000;

export const signatureOf = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** As the platform writes it: letters beyond ASCII are escaped before the body is signed. */
function writeBody({ number, field, value }: Notice, at: number): Buffer {
  const entry = [{ id: number.businessId, time: Math.floor(at / 1000), changes: [{ field, value }] }];
  const json = JSON.stringify({ object: 'whatsapp_business_account', entry });
  return Buffer.from(
    json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** Where events of a number go now, and with what proof. */
function targetOf(
  world: World,
  number: PhoneNumber,
): { url: string; headersFor(body: Buffer): Record<string, string> } | null {
  if (number.hosted !== null) {
    const { url, headers } = number.hosted;
    return { url, headersFor: () => headers };
  }
  const [app] = world.apps.values();
  // Which fields are told of stands in the application's subscription: without it an address of a number's own gets nothing.
  if (!app?.webhook || !world.subscribed.has(number.businessId)) return null;
  const { url } = number.webhook ?? app.webhook;
  return { url, headersFor: (body) => ({ 'x-hub-signature-256': signatureOf(body, app.secret) }) };
}

async function post(world: World, notice: Notice): Promise<number> {
  const target = targetOf(world, notice.number);
  if (target === null) return 0;
  const body = writeBody(notice, world.now());
  try {
    const response = await world.fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...target.headersFor(body) },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([world.signal, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]),
    });
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}

/** The address is asked for the word before it is taken. */
export async function isAddressOurs(world: World, { url, verifyToken }: Webhook): Promise<boolean> {
  const challenge = world.nextId();
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': challenge };
  try {
    const response = await world.fetch(`${url}?${new URLSearchParams(query)}`);
    return response.status === 200 && (await response.text()) === challenge;
  } catch {
    return false;
  }
}

/** Brings an event to the webhook, those of one lane in order, each until it is taken. */
export function notify(world: World, notice: Notice, lane: string): void {
  if (targetOf(world, notice.number) === null) return;
  world.history.push(notice);
  const key = `${notice.number.id} ${lane}`;
  const before = world.lanes.get(key) ?? Promise.resolve();
  world.lanes.set(
    key,
    before.then(() => deliver(world, notice)),
  );
}

async function deliver(world: World, notice: Notice): Promise<void> {
  const end = world.now() + EVENT_LIFE_MS;
  for (let attempt = 1; !world.signal.aborted && world.now() < end; attempt += 1) {
    if (targetOf(world, notice.number) === null) return;
    const status = await post(world, notice);
    world.deliveries.push({ number: notice.number.id, eventId: notice.eventId, attempt, status });
    if (status === 200) return;
    const delay = Math.min(world.backoff.firstMs * 2 ** (attempt - 1), world.backoff.maxMs);
    await sleep(delay, undefined, { signal: world.signal, ref: false }).catch(() => undefined);
  }
}

/** Brings every event so far once more, in the given order of their places. */
export async function redeliver(world: World, order: (count: number) => number[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const place of order(world.history.length)) {
    const notice = world.history[place];
    if (notice) statuses.push(await post(world, notice));
  }
  return statuses;
}
