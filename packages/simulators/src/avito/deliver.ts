import { randomUUID } from 'node:crypto';
import { showMessage } from './show.ts';
import { newId, nowSeconds, type StoredChat, type StoredMessage, type World } from './world.ts';

/** The whole answer has to be there by then. */
const TIMEOUT_MS = 2000;

/** Tells every address of a message, ours too, once: whoever misses it is not told again. */
export function tell(world: World, chat: StoredChat, message: StoredMessage): void {
  const value = {
    ...showMessage(message),
    chat_id: chat.id,
    user_id: world.account.id,
    chat_type: chat.id.slice(0, 3),
  };
  const published = { published_at: new Date(message.created * 1000).toISOString(), item_id: 1_768_287_444 };
  const body = JSON.stringify({
    id: randomUUID(),
    version: 'v3.0.0',
    timestamp: nowSeconds(world),
    payload: { type: 'message', value: { ...value, ...published } },
  });
  world.history.push({ messageId: message.id, body });
  if (world.isDeaf) return;
  world.delivering = world.delivering.then(() => bring(world, message.id, body));
}

async function bring(world: World, messageId: string, body: string): Promise<void> {
  for (const url of world.subscriptions) {
    const status = await post(world, url, body);
    world.ledger.deliveries.push({ url, messageId, status });
  }
}

/** One request; status 0 where nobody answered in time. */
export async function post({ fetch: reach, signal }: World, url: string, body: string): Promise<number> {
  try {
    const response = await reach(url, {
      method: 'POST',
      // Nobody outside knows what it is made of.
      headers: { 'content-type': 'application/json', 'x-avito-messenger-signature': newId(32) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
