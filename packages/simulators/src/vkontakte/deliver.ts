import type { CallbackServer, VkEvent, World } from './world.ts';

const API_VERSION = '5.199';
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (compatible; vkShare)' };
const DEADLINE_MS = 5000;

/** Tells every callback server and the long poll what has happened, where they asked for it. Gives the event. */
export function tell(world: World, type: string, object: unknown): VkEvent {
  const event: VkEvent = {
    type,
    event_id: world.newId().toString(16).padStart(40, '0'),
    group_id: world.groupId,
    v: API_VERSION,
    object,
  };
  for (const server of world.servers) {
    if (server.status === 'ok' && server.settings.has(type)) enqueue(world, server, event);
  }
  if (world.longPoll.isEnabled && world.longPoll.settings.has(type)) world.longPoll.events.push(event);
  world.news.emit('event');
  return event;
}

function enqueue(world: World, server: CallbackServer, event: VkEvent): void {
  world.ledger.pending += 1;
  server.tail = server.tail.then(() => attempt(world, { server, event, retry: 0 }));
}

type Attempt = { server: CallbackServer; event: VkEvent; retry: number };

/** Anything but `ok` with 200 is a failure: repeats after 10 s, 3 min, 10 min, 30 min and 1 h, then the server is given up. */
async function attempt(world: World, { server, event, retry }: Attempt): Promise<void> {
  const body = JSON.stringify({ ...event, secret: server.secret });
  const { status, text } = await post(world, { server, body, retry });
  const { url } = server;
  world.ledger.deliveries.push({ url, body, type: event.type, eventId: event.event_id, retry, status, answer: text });
  const isTaken = status === 200 && text === 'ok';
  const wait = world.repeatsAfterMs[retry];
  if (text === 'remove') world.servers = world.servers.filter((one) => one !== server);
  if (isTaken || text === 'remove' || wait === undefined || world.signal.aborted) {
    if (!isTaken && wait === undefined) server.status = 'failed';
    world.ledger.pending -= 1;
  } else {
    const timer = setTimeout(() => void attempt(world, { server, event, retry: retry + 1 }), wait);
    world.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
  world.news.emit('delivery');
}

type Post = { server: CallbackServer; body: string; retry: number };

async function post(world: World, { server, body, retry }: Post): Promise<{ status: number; text: string }> {
  const headers = retry === 0 ? HEADERS : { ...HEADERS, 'x-retry-counter': String(retry) };
  try {
    const signal = AbortSignal.any([world.signal, AbortSignal.timeout(DEADLINE_MS)]);
    const answer = await world.fetch(server.url, { method: 'POST', headers, body, signal });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/** Asks a new server for the confirmation text, while it is being added: with or without the secret. */
export async function confirm(world: World, server: CallbackServer): Promise<void> {
  const body = JSON.stringify({
    type: 'confirmation',
    group_id: world.groupId,
    event_id: 'confirmation',
    v: API_VERSION,
  });
  const { status, text } = await post(world, { server, body, retry: 0 });
  const { url } = server;
  world.ledger.deliveries.push({ url, body, type: 'confirmation', eventId: '', retry: 0, status, answer: text });
  server.status = status === 200 && text === world.confirmationCode ? 'ok' : 'failed';
}
