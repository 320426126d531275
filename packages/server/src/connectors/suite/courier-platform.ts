import { startVendorServer, type VendorAnswer, type VendorRequest } from './vendor-server.ts';

type Page = {
  id: string;
  title: string;
  canConnect: boolean;
  webhook: { url: string; secret: string } | null;
  updates: object[];
};

export type CourierPlatform = {
  url: string;
  keys: Record<string, string>;
  addPage(page: { id: string; canConnect?: boolean }): void;
  /** The person at the platform's login: gives the address that the browser is sent back to. */
  logIn(address: string): string;
  /** Somebody whose name the platform tells when asked. */
  meet(id: string, name: string): void;
  /** What subscribing does wrong from now on, until it is told otherwise. */
  failSubscribing(isFailing: boolean): void;
  /** A message of a customer waits to be pulled. */
  queue(page: string, event: object): void;
  webhookOf(page: string): { url: string; secret: string } | null;
  /** What was sent to customers, each key once. */
  sent: { page: string; chat: string; text: string }[];
  /** Answers of our webhooks to what the platform asked. */
  heard: { url: string; status: number; body: string }[];
  close(): Promise<void>;
};

type World = {
  pages: Map<string, Page>;
  codes: Set<string>;
  sent: Map<string, CourierPlatform['sent'][number]>;
  heard: CourierPlatform['heard'];
  people: Map<string, string>;
  isFailing: boolean;
  reach: typeof fetch;
  /** Polls that wait for something to come. */
  polls: Set<() => void>;
};

type Call = { page: Page | undefined; person: string; body: Record<string, unknown>; token: string };

const KEYS = {
  COURIER_APP_ID: 'app-1',
  COURIER_APP_SECRET: 'app-secret-0123456789',
  COURIER_VERIFY_TOKEN: 'verify-token-0123456789',
};
const USER_TOKEN = 'user-token';
const tokenOf = (page: string) => `page-token-${page}`;
const give = (body: unknown): VendorAnswer => ({ status: 200, body });
const refuse = (status: number, error: string): VendorAnswer => ({ status, body: { error } });

/** Subscribing asks our address for a text that only the owner of the page could look up. */
async function subscribe(world: World, page: Page, webhook: { url: string; secret: string }): Promise<VendorAnswer> {
  const body = JSON.stringify({ type: 'confirmation', secret: webhook.secret, page: page.id });
  const answer = await world.reach(webhook.url, { method: 'POST', body });
  const text = await answer.text();
  world.heard.push({ url: webhook.url, status: answer.status, body: text });
  if (world.isFailing || text !== `confirm-${page.id}`) return refuse(400, 'could not confirm the address');
  page.webhook = webhook;
  return give({ ok: true });
}

type Method = (call: Call) => VendorAnswer | Promise<VendorAnswer>;

function describeApplication({ pages, codes }: World): Record<string, Method> {
  return {
    token: ({ body, token }) => {
      const isKnown = token === KEYS.COURIER_APP_SECRET && codes.delete(String(body.code));
      return isKnown ? give({ token: USER_TOKEN }) : refuse(400, 'login unknown');
    },
    pages: ({ token }) => {
      const list = [...pages.values()].map(({ id, title, canConnect }) => ({ id, title, canConnect }));
      return token === USER_TOKEN ? give({ pages: list }) : refuse(401, 'token');
    },
    'pages/token': ({ page, token }) =>
      page && token === USER_TOKEN ? give({ token: tokenOf(page.id) }) : refuse(401, 'token'),
  };
}

function describePages(world: World): Record<string, (page: Page, call: Call) => VendorAnswer | Promise<VendorAnswer>> {
  return {
    me: ({ id, title, webhook }) => give({ id, title, webhook: webhook?.url ?? null }),
    people: (_page, { person }) => {
      const name = world.people.get(person);
      return name === undefined ? refuse(404, 'nobody') : give({ name, phone: '+79990000001' });
    },
    'pages/confirmation': ({ id }) => give({ confirmation: `confirm-${id}` }),
    'pages/webhook': async (page, { body }) => {
      if (typeof body.url === 'string')
        return await subscribe(world, page, { url: body.url, secret: String(body.secret) });
      page.webhook = null;
      return give({ ok: true });
    },
    'pages/updates': async ({ updates }, { body }) => {
      const from = Number(body.cursor || 0);
      if (updates.length <= from) await new Promise<void>((resolve) => world.polls.add(resolve));
      return give({ events: updates.slice(from), cursor: String(updates.length) });
    },
    'pages/messages': ({ id }, { body }) => {
      const key = String(body.key);
      world.sent.set(key, { page: id, chat: String(body.chat), text: String(body.text) });
      return give({ id: `sent-${key}` });
    },
  };
}

function createAnswer(world: World): (request: VendorRequest) => Promise<VendorAnswer> {
  const [ofApplication, ofPages] = [describeApplication(world), describePages(world)];
  return async ({ path, headers, body }) => {
    const [first = '', id = '', method] = path.slice(1).split('/');
    const name = method === undefined ? first : `${first}/${method}`;
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    const call = { page: world.pages.get(id), person: id, token, body: JSON.parse(body.toString()) };
    if (ofApplication[name]) return await ofApplication[name](call);
    const page = [...world.pages.values()].find((known) => tokenOf(known.id) === token);
    if (!page) return refuse(401, 'token');
    if (first === 'pages' && id !== page.id) return refuse(404, 'no such page');
    return (await ofPages[name]?.(page, call)) ?? refuse(404, 'no such call');
  };
}

/** The invented platform itself. `reach` is how it calls addresses of ours. */
export async function startCourierPlatform(reach: typeof fetch): Promise<CourierPlatform> {
  const world: World = {
    pages: new Map(),
    codes: new Set(),
    sent: new Map(),
    heard: [],
    people: new Map(),
    isFailing: false,
    reach,
    polls: new Set(),
  };
  const { pages, codes, sent, heard } = world;
  const server = await startVendorServer();
  server.answerWith(createAnswer(world));
  return {
    url: server.url,
    keys: KEYS,
    addPage: ({ id, canConnect = true }) => {
      pages.set(id, { id, title: `Page ${id}`, canConnect, webhook: null, updates: [] });
    },
    logIn: (address) => {
      const asked = new URL(address).searchParams;
      const code = `code-${asked.get('state')}`;
      codes.add(code);
      const back = new URL(asked.get('return') ?? '');
      back.search = String(new URLSearchParams({ state: asked.get('state') ?? '', code }));
      return back.href;
    },
    meet: (id, name) => void world.people.set(id, name),
    failSubscribing: (isFailing) => {
      world.isFailing = isFailing;
    },
    queue: (page, event) => {
      pages.get(page)?.updates.push(event);
      for (const answer of world.polls) answer();
      world.polls.clear();
    },
    webhookOf: (page) => pages.get(page)?.webhook ?? null,
    get sent() {
      return [...sent.values()];
    },
    heard,
    close: server.close,
  };
}
