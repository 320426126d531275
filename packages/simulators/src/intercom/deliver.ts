import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SentNotification, World } from './world.ts';
import { nowSeconds } from './world.ts';

/** Longer than any outage of a test: the platform goes on for seven days. */
const MAX_ATTEMPTS = 1000;

/** Makes a notification that is the same text at each delivery; without an address nobody hears of it. */
export function makeNotification(world: World, topic: string, item: object): SentNotification {
  const id = `notif_${world.nextId()}`;
  const at = nowSeconds(world);
  const body = JSON.stringify({
    type: 'notification_event',
    id,
    topic,
    app_id: world.workspace.id,
    created_at: at,
    first_sent_at: at,
    delivery_attempts: 1,
    delivery_status: 'pending',
    self: null,
    data: { type: 'notification_event_data', item },
  });
  return { id, body };
}

/** Signed with the client secret of the app, until the address takes it. */
export async function deliver(world: World, notification: SentNotification): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && !world.signal.aborted; attempt += 1) {
    const status = await post(world, notification.body);
    world.ledger.deliveries.push({ id: notification.id, attempt, status });
    if (status >= 200 && status < 300) return;
    await sleep(world.retryMs, undefined, { signal: world.signal, ref: false }).catch(() => undefined);
  }
}

/** One attempt; the status, 0 where nobody answered. */
export async function post(world: World, body: string): Promise<number> {
  if (world.webhook === undefined) return 0;
  const hash = createHmac('sha1', world.clientSecret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'intercom-parrot-service-client/1.0',
    'x-hub-signature': `sha1=${hash}`,
  };
  try {
    return (await world.fetch(world.webhook, { method: 'POST', headers, body, signal: world.signal })).status;
  } catch {
    return 0;
  }
}
