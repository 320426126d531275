import { randomBytes } from 'node:crypto';
import { mediaFaults, sendMediaFault } from '../http/media-faults.ts';
import { type Exchange, sendBytes, sendJson, serve } from '../http/serve.ts';
import { grant } from './account-methods.ts';
import {
  type CustomerMessage,
  customerEdits,
  customerReads,
  customerSends,
  customerUnsends,
  personAnswers,
} from './customers.ts';
import { handshake, post } from './deliver.ts';
import { createFaultScript, type FaultScript } from './faults.ts';
import { handleGraph } from './graph-api.ts';
import {
  type Account,
  type App,
  type Call,
  type Callback,
  type ChatEntry,
  type Delivery,
  findChat,
  type MetaObject,
  type Person,
  type World,
} from './world.ts';

export type MetaSimulatorOptions = {
  port?: number | undefined;
  host?: string | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  /** What addresses of applications are called with. */
  fetch?: typeof fetch | undefined;
  backoff?: World['backoff'] | undefined;
};

type Place = { accountId: string; from: Person };
type Granted = { accountId: string; appId: string; scopes?: string[] };

/** A running stand-in of the Graph API, of Instagram's own host and of both logins, with its controls. */
export type MetaSimulator = {
  url: string;
  port: number;
  calls: readonly Call[];
  deliveries: readonly Delivery[];
  faults: Pick<FaultScript, 'add' | 'clear'>;
  registerApp(): App;
  /** A page, with an Instagram account where one is named. */
  registerPage(page: { name: string; tasks?: string[]; instagram?: string }): { id: string; instagramId: string };
  /** What the dashboard generates. */
  issuePageToken(grant: Granted): string;
  issueInstagramToken(grant: Granted & { endsInDays?: number }): string;
  /** Of an account: its tokens work no longer, or again. */
  setRevoked(accountId: string, isRevoked: boolean): void;
  /** "Verify and save" in the dashboard: whether the address answered the challenge. */
  saveCallback(callback: { appId: string; object: MetaObject; url: string; verifyToken: string }): Promise<boolean>;
  /** The address as it was set long ago. */
  setCallback(callback: { appId: string; object: MetaObject } & Callback): void;
  /** The person logs in and allows what is asked for: where the browser is sent back to. */
  logIn(address: string, person?: { accountId: string }): string;
  customerSends(message: CustomerMessage): string;
  customerEdits(edit: Place & { mid: string; text: string }): void;
  customerUnsends(unsent: Place & { mid: string }): void;
  customerReads(place: Place): void;
  personAnswers(answer: Place & { text: string }): void;
  entriesOf(accountId: string, personId: string): ChatEntry[];
  subscribersOf(accountId: string): string[];
  /** Brings every event so far once more, in the given order of their places. */
  redeliver(order: (count: number) => number[]): Promise<number[]>;
  /** Waits until every event has been taken. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const BACKOFF = { firstMs: 1000, maxMs: 60_000 };
/** Ids of people and of Instagram accounts go beyond 2^53. */
const FIRST_ID = 17_841_400_000_000_001n;

/** Starts the stand-in on a free port. */
export async function startMetaSimulator(options: MetaSimulatorOptions = {}): Promise<MetaSimulator> {
  const stop = new AbortController();
  const world = buildWorld(options, stop.signal);
  const { port, host } = options;
  const server = await serve({ port, host, handle: (exchange) => route(world, exchange) });
  world.url = server.url;
  return {
    ...controlAccounts(world),
    ...controlPeople(world),
    url: server.url,
    port: server.port,
    calls: world.calls,
    deliveries: world.deliveries,
    faults: world.faults,
    redeliver: (order) => {
      const past = [...world.history];
      return Promise.all(
        order(past.length)
          .flatMap((place) => past[place] ?? [])
          .map((parcel) => post(world, parcel)),
      );
    },
    settled: async () => {
      await Promise.all(world.lanes.values());
    },
    close: () => {
      stop.abort();
      return server.close();
    },
  };
}

function buildWorld(options: MetaSimulatorOptions, signal: AbortSignal): World {
  let next = FIRST_ID;
  const nextNumber = () => {
    next += 1n;
    return String(next);
  };
  return {
    now: options.clock ?? Date.now,
    fetch: options.fetch ?? fetch,
    signal,
    backoff: options.backoff ?? BACKOFF,
    url: '',
    apps: new Map(),
    accounts: new Map(),
    tokens: new Map(),
    codes: new Map(),
    chats: new Map(),
    uploads: new Map(),
    media: new Map(),
    // Numbers of messages are as long as the real ones.
    nextId: (prefix) =>
      prefix === undefined ? nextNumber() : `${prefix}${nextNumber()}${randomBytes(24).toString('hex')}`,
    faults: createFaultScript(),
    calls: [],
    deliveries: [],
    history: [],
    lanes: new Map(),
  };
}

const PAGE_SCOPES = [
  'pages_messaging',
  'pages_manage_metadata',
  'pages_show_list',
  'instagram_manage_messages',
  'instagram_basic',
];
const INSTAGRAM_SCOPES = ['instagram_business_basic', 'instagram_business_manage_messages'];
const DAY_SECONDS = 86_400;

function controlAccounts(world: World) {
  const { apps, accounts, tokens } = world;
  const secondsNow = () => Math.floor(world.now() / 1000);
  const add = (account: Pick<Account, 'kind' | 'name'> & Partial<Account>): Account => {
    const made = {
      id: world.nextId(),
      username: '',
      linkedTo: undefined,
      tasks: [],
      subscribers: new Map(),
      ...account,
    };
    accounts.set(made.id, made);
    return made;
  };
  return {
    registerApp: (): App => {
      const [secret, instagramSecret] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
      const app: App = { id: world.nextId(), secret, instagramSecret, callbacks: new Map() };
      apps.set(app.id, app);
      return app;
    },
    registerPage: ({
      name,
      tasks = ['MESSAGING'],
      instagram,
    }: {
      name: string;
      tasks?: string[];
      instagram?: string;
    }) => {
      const page = add({ kind: 'page', name, tasks });
      if (instagram === undefined) return { id: page.id, instagramId: '' };
      const linked = add({ kind: 'instagram', name, username: instagram, linkedTo: page.id });
      page.linkedTo = linked.id;
      return { id: page.id, instagramId: linked.id };
    },
    issuePageToken: ({ accountId, appId, scopes = PAGE_SCOPES }: Granted) =>
      grant(world, { kind: 'PAGE', accountId, appId, scopes, isValid: true, expiresAt: 0 }).access_token,
    issueInstagramToken: ({
      accountId,
      appId,
      scopes = INSTAGRAM_SCOPES,
      endsInDays = 60,
    }: Granted & { endsInDays?: number }) => {
      const expiresAt = secondsNow() + endsInDays * DAY_SECONDS;
      return grant(world, { kind: 'INSTAGRAM', accountId, appId, scopes, isValid: true, expiresAt }).access_token;
    },
    setRevoked: (accountId: string, isRevoked: boolean) => {
      for (const token of tokens.values()) if (token.accountId === accountId) token.isValid = !isRevoked;
    },
    saveCallback: async (input: { appId: string; object: MetaObject; url: string; verifyToken: string }) => {
      const isAnswered = await handshake(world, input);
      const { url, verifyToken } = input;
      const fields = ['messages', 'messaging_postbacks', 'message_echoes', 'standby'];
      if (isAnswered) apps.get(input.appId)?.callbacks.set(input.object, { url, verifyToken, fields });
      return isAnswered;
    },
    setCallback: ({ appId, object, ...callback }: { appId: string; object: MetaObject } & Callback) => {
      apps.get(appId)?.callbacks.set(object, callback);
    },
    logIn: (address: string, person?: { accountId: string }) => logIn(world, address, person?.accountId),
    subscribersOf: (accountId: string) => [...(accounts.get(accountId)?.subscribers.keys() ?? [])],
  };
}

/** Both logins ask for the same things, by the names of their permissions. */
function logIn(world: World, address: string, accountId = ''): string {
  const query = new URL(address).searchParams;
  const appId = query.get('client_id') ?? '';
  const back = new URL(query.get('redirect_uri') ?? '');
  const scopes = (query.get('scope') ?? '').split(',');
  if (!world.apps.has(appId)) throw new Error('No application has this id.');
  const code = world.nextId('AQ');
  const kind = scopes.some((scope) => scope.startsWith('instagram_business')) ? 'INSTAGRAM' : 'USER';
  const expiresAt = Math.floor(world.now() / 1000) + 3600;
  world.codes.set(code, { kind, accountId, appId, scopes, isValid: true, expiresAt });
  back.searchParams.set('code', code);
  back.searchParams.set('state', query.get('state') ?? '');
  return String(back);
}

function controlPeople(world: World) {
  return {
    customerSends: (message: CustomerMessage) => customerSends(world, message),
    customerEdits: (edit: Place & { mid: string; text: string }) => customerEdits(world, edit),
    customerUnsends: (unsent: Place & { mid: string }) => customerUnsends(world, unsent),
    customerReads: (place: Place) => customerReads(world, place),
    personAnswers: (answer: Place & { text: string }) => personAnswers(world, answer),
    entriesOf: (accountId: string, personId: string) => findChat(world, accountId, personId)?.entries ?? [],
  };
}

async function route(world: World, exchange: Exchange): Promise<void> {
  const { url, response } = exchange;
  const [, host] = url.pathname.split('/');
  if (host === 'graph' || host === 'instagram') return await handleGraph(world, exchange, host);
  if (host === 'login') {
    // The person has nothing to decide here.
    const location = logIn(world, String(url), url.searchParams.get('account') ?? '');
    return sendBytes(response, { status: 302, body: Buffer.alloc(0), headers: { location } });
  }
  if (host === 'media') return sendMedia(world, exchange);
  sendJson(response, { status: 404, body: {} });
}

function sendMedia(world: World, { url, response }: Exchange): void {
  const file = world.media.get(url.pathname);
  const fault = mediaFaults.find((kind) => world.faults.take(kind));
  if (file !== undefined && fault === undefined)
    sendBytes(response, { status: 200, body: file.bytes, headers: { 'content-type': file.contentType } });
  else sendMediaFault({ response }, fault ?? 'expired-media');
}
