import { randomBytes } from 'node:crypto';
import { mediaFaults, sendMediaFault } from '../http/media-faults.ts';
import { type Exchange, sendBytes, sendJson, serve } from '../http/serve.ts';
import { buildSamplePhoto } from '../telegram/customers/sample-media.ts';
import { handleBotApi } from './bot-api.ts';
import { type CustomerMessage, customerOpens, customerReads, customerSends, customerSubscribes } from './customers.ts';
import { postEvent } from './deliver.ts';
import { createFaultScript, type FaultScript } from './faults.ts';
import { type Backoff, type Bot, type Call, type ChatEntry, type Delivery, requireBot, type World } from './world.ts';

export type ViberSimulatorOptions = {
  port?: number | undefined;
  host?: string | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  /** What webhooks and addresses of files are called with. */
  fetch?: typeof fetch | undefined;
  allowHttp?: boolean | undefined;
  backoff?: Backoff | undefined;
  webhookTimeoutMs?: number | undefined;
  /** Where deliveries bear their signature. */
  signatureIn?: World['signatureIn'] | undefined;
};

type Person = CustomerMessage['from'];
type Place = { token: string; from: Person };

/** A running stand-in of the REST Bot API with its controls. */
export type ViberSimulator = {
  url: string;
  port: number;
  calls: readonly Call[];
  deliveries: readonly Delivery[];
  faults: Pick<FaultScript, 'add' | 'clear'>;
  registerBot(bot?: { token?: string; name?: string; uri?: string }): { token: string; id: string };
  /** A token that was issued anew, or works again. */
  setRevoked(token: string, isRevoked: boolean): void;
  customerSends(message: CustomerMessage): string;
  customerOpens(place: Place): void;
  customerSubscribes(place: Place & { isSubscribed: boolean }): void;
  customerReads(place: Place): void;
  entriesOf(token: string, personId: string): ChatEntry[];
  webhookOf(token: string): string;
  /** Brings every event so far once more, in the given order of their places. */
  redeliver(order: (count: number) => number[]): Promise<number[]>;
  /** Waits until every event has been taken. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const WEBHOOK_TIMEOUT_MS = 5000;
const BACKOFF = { firstMs: 1000, maxMs: 60_000 };
/** Numbers of messages are above 2^53 from the first one on. */
const FIRST_NUMBER = 5_741_311_803_571_721_087n;

/** Starts a stand-in of `https://chatapi.viber.com`; its methods are under `/pa/`. */
export async function startViberSimulator(options: ViberSimulatorOptions = {}): Promise<ViberSimulator> {
  const stop = new AbortController();
  const world = buildWorld(options, stop.signal);
  const { port, host } = options;
  const server = await serve({ port, host, handle: (exchange) => route(world, exchange) });
  world.url = server.url;
  return {
    ...control(world),
    url: server.url,
    port: server.port,
    close: () => {
      stop.abort();
      return server.close();
    },
  };
}

function buildWorld(options: ViberSimulatorOptions, signal: AbortSignal): World {
  let next = FIRST_NUMBER;
  return {
    allowHttp: options.allowHttp ?? false,
    backoff: options.backoff ?? BACKOFF,
    webhookTimeoutMs: options.webhookTimeoutMs ?? WEBHOOK_TIMEOUT_MS,
    signatureIn: options.signatureIn ?? 'header',
    now: options.clock ?? Date.now,
    fetch: options.fetch ?? fetch,
    signal,
    url: '',
    bots: new Map(),
    media: new Map(),
    nextToken: () => String(next++),
    faults: createFaultScript(),
    calls: [],
    deliveries: [],
    history: [],
    lanes: new Map(),
  };
}

function control(world: World): Omit<ViberSimulator, 'url' | 'port' | 'close'> {
  return {
    calls: world.calls,
    deliveries: world.deliveries,
    faults: world.faults,
    registerBot: (bot) => registerBot(world, bot),
    setRevoked: (token, isRevoked) => {
      requireBot(world, token).isRevoked = isRevoked;
    },
    customerSends: (message) => customerSends(world, message),
    customerOpens: (place) => customerOpens(world, place),
    customerSubscribes: (place) => customerSubscribes(world, place),
    customerReads: (place) => customerReads(world, place),
    entriesOf: (token, personId) => requireBot(world, token).chats.get(personId)?.entries ?? [],
    webhookOf: (token) => requireBot(world, token).webhook?.url ?? '',
    redeliver: async (order) => {
      const past = [...world.history];
      const repeats = order(past.length).map(async (place) => {
        const { bot, body } = past[place] ?? {};
        if (!bot?.webhook || !body) return 0;
        return (await postEvent(world, { url: bot.webhook.url, token: bot.token, body })).status;
      });
      return await Promise.all(repeats);
    },
    settled: async () => {
      await Promise.all(world.lanes.values());
    },
  };
}

const group = () => randomBytes(8).toString('hex');

function registerBot(
  world: World,
  { token = `${group()}-${group()}-${group()}`, name = 'Мебель', uri = 'mebel' }: Partial<Bot> = {},
): { token: string; id: string } {
  const id = `pa:${BigInt(`0x${group()}`)}`;
  world.bots.set(token, { token, id, name, uri, webhook: null, isRevoked: false, chats: new Map() });
  return { token, id };
}

async function route(world: World, exchange: Exchange): Promise<void> {
  const { url, response, request } = exchange;
  const method = /^\/pa\/([a-z_]+)$/.exec(url.pathname)?.[1];
  if (method !== undefined && request.method === 'POST') return await handleBotApi(world, exchange, method);
  if (url.pathname.startsWith('/media/')) return sendMedia(world, exchange);
  if (/^\/stickers\/\d+\.png$/.test(url.pathname)) {
    const { bytes, mimeType } = buildSamplePhoto({ width: 64, height: 64 });
    return sendBytes(response, { status: 200, body: bytes, headers: { 'content-type': mimeType } });
  }
  sendJson(response, { status: 404, body: { status: 3, status_message: 'not found' } });
}

function sendMedia(world: World, { url, response }: Exchange): void {
  const file = world.media.get(url.pathname);
  const fault = mediaFaults.find((kind) => world.faults.take(kind));
  const isThere = file !== undefined && world.now() <= file.until;
  if (isThere && fault === undefined)
    sendBytes(response, { status: 200, body: file.bytes, headers: { 'content-type': file.mimeType } });
  else sendMediaFault({ response }, fault ?? 'missing-media');
}
