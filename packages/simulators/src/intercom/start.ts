import { randomBytes } from 'node:crypto';
import { createLinkEnds } from '../http/media-faults.ts';
import { serve } from '../http/serve.ts';
import type { SimulatedPlatform } from '../simulated-platform.ts';
import { addCustomerMessage, type CustomerMessage } from './customers.ts';
import { deliver, makeNotification, post } from './deliver.ts';
import { addReply, handleApi } from './handle-api.ts';
import { showConversation } from './show.ts';
import type { StoredConversation, StoredPart, World } from './world.ts';

export type IntercomSimulatorOptions = {
  port?: number;
  host?: string;
  region?: World['region'];
  fetch?: typeof fetch;
  /** Between two attempts to bring a notification. */
  retryMs?: number;
};

/** A workspace with two teammates: the assistant (7001) and Olga (7002). */
export type IntercomSimulator = SimulatedPlatform & {
  ledger: World['ledger'];
  /** The owner saves our address: it is tried by HEAD and told a `ping`. */
  saveWebhook(address: string): Promise<{ head: number; ping: number }>;
  colleagueReplies(customerId: string, text: string): void;
  assign(customerId: string, adminId: string | null): void;
  /** Brings every notification again, newest first, so many times at once. */
  redeliverAll(times: number): Promise<void>;
  /** Until the address has taken all notifications. */
  settle(): Promise<void>;
};

const ASSISTANT = { id: '7001', name: 'Ассистент', email: 'assistant@shop.example' };
const COLLEAGUE = { id: '7002', name: 'Ольга', email: 'olga@shop.example' };
const RETRY_MS = 500;
/** Numbers of the platform have about as many digits. */
const FIRST_ID = 215_470_000_000_001;

/** Starts a stand-in of Intercom's REST API that tells our address of what its customers write. */
export async function startIntercomSimulator(options: IntercomSimulatorOptions = {}): Promise<IntercomSimulator> {
  const stop = new AbortController();
  let url = '';
  const world = buildWorld(options, { signal: stop.signal, url: () => url });
  const server = await serve({
    port: options.port,
    host: options.host,
    handle: (exchange) => handleApi(world, exchange),
  });
  url = server.url;
  let delivering: Promise<unknown> = Promise.resolve();
  const notify = (topic: string, conversation: StoredConversation, parts?: StoredPart[]) => {
    const notification = makeNotification(world, topic, showConversation(world, conversation, parts));
    world.notifications.push(notification);
    delivering = delivering.then(() => deliver(world, notification));
  };
  const hub = createHub(world, { notify, settle: () => delivering });
  return {
    url,
    environment: {
      INTERCOM_API_URL: `${url}/us`,
      INTERCOM_EU_API_URL: `${url}/eu`,
      INTERCOM_AU_API_URL: `${url}/au`,
    },
    credentials: { accessToken: world.token, clientSecret: world.clientSecret },
    ledger: world.ledger,
    customerSends: (message: CustomerMessage) => {
      const { conversation, part } = addCustomerMessage(world, message);
      if (part) notify('conversation.user.replied', conversation, [part]);
      else notify('conversation.user.created', conversation, []);
    },
    conversation: (customerId) => readConversation(world, customerId),
    fail: (fault, times = 1) => {
      if (fault === 'revoked') world.isRevoked = true;
      else world.faults.set(fault, times);
    },
    repair: () => {
      world.isRevoked = false;
      world.faults.clear();
    },
    ...hub,
    enter: hub.saveWebhook,
    close: () => {
      stop.abort();
      return server.close();
    },
  };
}

type Hub = Pick<IntercomSimulator, 'saveWebhook' | 'colleagueReplies' | 'assign' | 'redeliverAll' | 'settle'>;
type Notify = (topic: string, conversation: StoredConversation, parts?: StoredPart[]) => void;

/** What people do on the platform's own pages. */
function createHub(world: World, tools: { notify: Notify; settle(): Promise<unknown> }): Hub {
  const { notify } = tools;
  return {
    saveWebhook: async (address) => {
      world.webhook = undefined;
      const { status: head } = await world.fetch(address, { method: 'HEAD', signal: world.signal });
      if (head !== 200) return { head, ping: 0 };
      world.webhook = address;
      const { body } = makeNotification(world, 'ping', { type: 'ping', message: 'something something interzen' });
      return { head, ping: await post(world, body) };
    },
    colleagueReplies: (customerId, text) => {
      const conversation = requireConversation(world, customerId);
      addReply(world, conversation, { admin: COLLEAGUE, body: text, files: [] });
      notify('conversation.admin.replied', conversation, conversation.parts.slice(-1));
    },
    assign: (customerId, adminId) => {
      requireConversation(world, customerId).assigneeId = adminId;
    },
    redeliverAll: async (times) => {
      const again = world.notifications.toReversed().flatMap((one) => Array.from({ length: times }, () => one));
      await Promise.all(again.map((one) => deliver(world, one)));
    },
    settle: async () => void (await tools.settle()),
  };
}

function requireConversation({ conversations }: World, customerId: string): StoredConversation {
  const found = [...conversations.values()].find((conversation) => conversation.customerId === customerId);
  if (!found) throw new Error(`${customerId} has written nothing yet`);
  return found;
}

function readConversation(world: World, customerId: string): ReturnType<SimulatedPlatform['conversation']> {
  const { source, parts } = requireConversation(world, customerId);
  return [source, ...parts].map(({ author, body, files }) => ({
    author: author.type === 'user' ? 'customer' : 'business',
    text: author.type === 'user' ? (body ?? '') : readHtml(body ?? ''),
    attachment: files[0]?.contentType ?? null,
  }));
}

/** The words of a reply, as the messenger shows them. */
function readHtml(html: string): string {
  const lines = html
    .replaceAll('<br>', '\n')
    .replace(/^<p>/, '')
    .replace(/<\/p>$/, '');
  return lines.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function buildWorld(options: IntercomSimulatorOptions, base: Pick<World, 'signal' | 'url'>): World {
  let lastId = FIRST_ID;
  return {
    ...base,
    region: options.region ?? 'us',
    token: `dG9rOnNpbXVsYXRlZA${randomBytes(18).toString('base64url')}=`,
    clientSecret: randomBytes(18).toString('hex'),
    workspace: { id: `ws${randomBytes(4).toString('hex')}`, name: 'Магазин «Норд»' },
    admins: [ASSISTANT, COLLEAGUE],
    people: new Map(),
    conversations: new Map(),
    files: new Map(),
    linkEnds: createLinkEnds(),
    webhook: undefined,
    notifications: [],
    faults: new Map(),
    isRevoked: false,
    ledger: { calls: [], deliveries: [] },
    now: Date.now,
    fetch: options.fetch ?? fetch,
    retryMs: options.retryMs ?? RETRY_MS,
    nextId: () => {
      lastId += 1;
      return lastId;
    },
  };
}
