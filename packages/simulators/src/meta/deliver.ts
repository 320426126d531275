import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, App, Parcel, World } from './world.ts';

/** An address that fails is tried for hours, then the application is unsubscribed; a test does not wait so long. */
const EVENT_LIFE_MS = 3_600_000;
const TIMEOUT_MS = 20_000;

/** Letters beyond ASCII are escaped, and the signature is over these bytes. */
export const toWire = (body: unknown): Buffer =>
  Buffer.from(
    JSON.stringify(body).replaceAll(
      /[\u0080-\uffff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

/** One signed request; 0 where nothing answered. */
export async function post(world: World, { appId, object, secret, body }: Parcel): Promise<number> {
  const callback = world.apps.get(appId)?.callbacks.get(object);
  if (callback === undefined) return 0;
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  try {
    const response = await world.fetch(callback.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.any([world.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

type Notice = {
  account: Account;
  personId: string;
  /** The subscription that brings it. */
  field: string;
  item: object;
  list?: 'messaging' | 'standby';
};

/** Fields that an application hears of without ticking them at the account. */
const withMessages = new Set(['messages', 'message_echoes']);

/** Brings a thing to every application that hears of it; those of one person in order, each until it is taken. */
export function notify(world: World, { account, personId, field, item, list = 'messaging' }: Notice): void {
  for (const [subscriber, fields] of account.subscribers) {
    const [appId = '', way] = subscriber.split(' ');
    const app = world.apps.get(appId);
    const isHeard = fields.includes(field) || (account.kind === 'instagram' && withMessages.has(field));
    if (app === undefined || !isHeard) continue;
    const entry = { id: account.id, time: world.now(), [list]: [item] };
    const body = toWire({ object: account.kind, entry: [entry] });
    const parcel = { appId, object: account.kind, secret: secretOf(app, way), body };
    world.history.push(parcel);
    const lane = `${subscriber} ${account.id} ${personId}`;
    const before = world.lanes.get(lane) ?? Promise.resolve();
    world.lanes.set(
      lane,
      before.then(() => bring(world, parcel)),
    );
  }
}

const secretOf = ({ secret, instagramSecret }: App, way: string | undefined) =>
  way === 'direct' ? instagramSecret : secret;

async function bring(world: World, parcel: Parcel): Promise<void> {
  const end = world.now() + EVENT_LIFE_MS;
  for (let attempt = 1; !world.signal.aborted && world.now() < end; attempt += 1) {
    const status = await post(world, parcel);
    world.deliveries.push({ body: parcel.body, attempt, status });
    if (status === 200) return;
    const delay = Math.min(world.backoff.firstMs * 2 ** (attempt - 1), world.backoff.maxMs);
    await sleep(delay, undefined, { signal: world.signal, ref: false }).catch(() => undefined);
  }
}

/** What the dashboard does with "Verify and save": the challenge must come back. */
export async function handshake(
  world: World,
  { url, verifyToken }: { url: string; verifyToken: string },
): Promise<boolean> {
  const challenge = world.nextId();
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': verifyToken,
    'hub.challenge': challenge,
  });
  const response = await world.fetch(`${url}?${query}`, { signal: world.signal }).catch(() => undefined);
  return response?.status === 200 && (await response.text()) === challenge;
}
