import { createEventFeed } from '../http/event-feed.ts';
import { sendMediaFault } from '../http/media-faults.ts';
import { type Exchange, sendBytes, sendJson, serve } from '../http/serve.ts';
import { checkToken, executeMethod, handleBotApi, openCall } from './bot-api.ts';
import { handleControl } from './control/control-routes.ts';
import { createControls, type TelegramControls } from './control/controls.ts';
import { BotApiError } from './errors.ts';
import { createFaultScripts, FILE_HOST } from './faults.ts';
import { createLedger } from './ledger.ts';
import { createFileStore } from './media/files.ts';
import { servePage } from './page.ts';
import type { Backoff, World } from './world.ts';

export type TelegramSimulatorOptions = {
  port?: number | undefined;
  host?: string | undefined;
  random?: (() => number) | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  fetch?: typeof fetch | undefined;
  /** Takes http webhooks and any port, which the real platform refuses. */
  allowHttp?: boolean | undefined;
  /** Waits between webhook retries; without it the real ones, 1 s doubling to 60–120 s. */
  backoff?: Backoff | undefined;
  webhookTimeoutMs?: number | undefined;
};

/** A running stand-in of the Bot API with its controls. */
export type TelegramSimulator = TelegramControls & { url: string; port: number; close(): Promise<void> };

const WEBHOOK_TIMEOUT_MS = 60_000;

/** Starts a stand-in of the Telegram Bot API; the chat page is at its root, the controls at `/_sim/`. */
export async function startTelegramSimulator(options: TelegramSimulatorOptions = {}): Promise<TelegramSimulator> {
  const stop = new AbortController();
  const world = buildWorld(options, stop.signal);
  const controls = createControls(world);
  const server = await serve({
    port: options.port,
    host: options.host,
    handle: (exchange) => route({ world, controls }, exchange),
  });
  return {
    ...controls,
    url: server.url,
    port: server.port,
    close: () => {
      stop.abort();
      return server.close();
    },
  };
}

function buildWorld(options: TelegramSimulatorOptions, signal: AbortSignal): World {
  const now = options.clock ?? Date.now;
  const world: World = {
    allowHttp: options.allowHttp ?? false,
    backoff: options.backoff,
    webhookTimeoutMs: options.webhookTimeoutMs ?? WEBHOOK_TIMEOUT_MS,
    now,
    random: options.random ?? Math.random,
    fetch: options.fetch ?? fetch,
    signal,
    bots: new Map(),
    users: new Map(),
    avatars: new Map(),
    conversations: new Map(),
    files: createFileStore(now),
    ledger: createLedger(),
    faults: createFaultScripts(),
    events: createEventFeed(),
    executeReply: async (bot, { method, ...fields }) => {
      const body = { fields, files: [] };
      const call = openCall(world, { target: { token: bot.token, method: String(method) }, body });
      const answer = await executeMethod(world, { bot, method: call.method, body, call, signal });
      call.answer = { ...answer, at: world.now() };
    },
  };
  return world;
}

async function route(scene: { world: World; controls: TelegramControls }, exchange: Exchange): Promise<void> {
  const { url, response } = exchange;
  if (url.pathname.startsWith('/_sim/')) return handleControl(scene, exchange);
  const call = /^\/bot([^/]+)\/([A-Za-z]+)\/?$/.exec(url.pathname);
  if (call !== null) {
    const target = { token: decodeURIComponent(call[1] ?? ''), method: call[2] ?? '' };
    return handleBotApi(scene.world, { exchange, target });
  }
  const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(url.pathname);
  if (file !== null) {
    return sendFile(scene.world, { exchange, token: decodeURIComponent(file[1] ?? ''), path: file[2] ?? '' });
  }
  if (servePage(exchange)) return;
  sendJson(response, { status: 404, body: { ok: false, error_code: 404, description: 'Not Found' } });
}

function sendFile(world: World, wanted: { exchange: Exchange; token: string; path: string }): void {
  const { response } = wanted.exchange;
  const bot = checkToken(world, wanted.token);
  const fault = world.faults.take({ method: FILE_HOST, token: wanted.token, chatId: undefined });
  if (fault?.kind === 'garbage') {
    sendMediaFault({ response }, 'media-page');
    return;
  }
  const isOpen = !(bot instanceof BotApiError) && fault === undefined;
  const file = isOpen ? world.files.open(wanted.token, wanted.path) : undefined;
  if (file === undefined) {
    const error = bot instanceof BotApiError ? bot : new BotApiError(404, 'Not Found');
    const body = { ok: false, error_code: error.code, description: error.message };
    sendJson(response, { status: error.code, body });
    return;
  }
  // The real host names no content type of its own either: the caller goes by the message and the bytes.
  sendBytes(response, { status: 200, body: file.bytes, headers: { 'content-type': 'application/octet-stream' } });
}
