import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readBytes, readJsonObject } from '../http/read-body.ts';
import { type Exchange, type RunningServer, sendBytes, sendJson, serve } from '../http/serve.ts';
import type { SimulatedPlatform } from '../simulated-platform.ts';

/** A platform with people who may write on it. */
export type ShownPlatform = {
  type: string;
  title: string;
  customers: readonly { id: string; name: string }[];
  platform: SimulatedPlatform;
};

export type CustomersPageOptions = {
  host: string;
  port?: number;
  platforms: readonly ShownPlatform[];
  /** How a customer would open an address that stands in a message. */
  openable?(text: string): string;
  /** A platform works again; by its type. */
  onRepaired?(type: string): void;
};

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'";
const files: Record<string, { file: string; type: string }> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/view.js': { file: 'view.js', type: 'text/javascript; charset=utf-8' },
  '/texts.js': { file: 'texts.js', type: 'text/javascript; charset=utf-8' },
};
const BODY_BYTES = 100_000;
const FAULTS = ['rate-limited', 'server-error', 'revoked'] as const;

const message = z.object({
  type: z.string(),
  customer: z.string(),
  text: z.string().trim().min(1).max(4000).optional(),
  attachment: z.enum(['photo', 'voice', 'file']).optional(),
});
const fault = z.object({ type: z.string(), fault: z.enum(FAULTS).nullable() });

type Answer = { status: number; body: object };
type Page = CustomersPageOptions & { faults: Map<string, (typeof FAULTS)[number]> };

const done: Answer = { status: 200, body: {} };
const refused: Answer = { status: 400, body: { error: 'Not understood' } };

/** One page on which one writes as a customer of any platform, and lets it fail. */
export async function startCustomersPage(options: CustomersPageOptions): Promise<RunningServer> {
  const { host, port } = options;
  const page: Page = { ...options, faults: new Map() };
  return await serve({ host, port, handle: (exchange) => handle(page, exchange) });
}

async function handle(page: Page, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  const file = request.method === 'GET' ? files[url.pathname] : undefined;
  if (file) {
    const body = readFileSync(new URL(`./page/${file.file}`, import.meta.url));
    const headers = { 'content-type': file.type, 'cache-control': 'no-cache', 'content-security-policy': PAGE_POLICY };
    return sendBytes(response, { status: 200, body, headers });
  }
  sendJson(response, await answer(page, exchange));
}

async function answer(page: Page, { request, url }: Exchange): Promise<Answer> {
  const call = `${request.method} ${url.pathname}`;
  if (call === 'GET /_demo/platforms')
    return { status: 200, body: page.platforms.map((shown) => describe(page, shown)) };
  if (call === 'POST /_demo/messages') return send(page, await readFields(request));
  if (call === 'POST /_demo/fault') return setFault(page, await readFields(request));
  return { status: 404, body: { error: 'Not found' } };
}

async function readFields(request: Exchange['request']): Promise<unknown> {
  // A page of another site can send a form, but no JSON without being asked.
  if (request.headers['content-type'] !== 'application/json') return undefined;
  return readJsonObject(await readBytes(request, BODY_BYTES));
}

function describe({ faults, openable = (text) => text }: Page, { type, title, customers, platform }: ShownPlatform) {
  const shown = customers.map(({ id, name }) => ({
    id,
    name,
    messages: readConversation(platform, id).map((one) => ({ ...one, text: openable(one.text) })),
  }));
  return { type, title, fault: faults.get(type) ?? null, customers: shown };
}

/** Some platforms know nobody who has not written yet. */
function readConversation(platform: SimulatedPlatform, customerId: string) {
  try {
    return platform.conversation(customerId);
  } catch {
    return [];
  }
}

function send({ platforms }: Page, fields: unknown): Answer {
  const wanted = message.safeParse(fields).data;
  const shown = platforms.find(({ type }) => type === wanted?.type);
  const from = shown?.customers.find(({ id }) => id === wanted?.customer);
  if (!wanted || !shown || !from) return refused;
  const { text, attachment } = wanted;
  if (text === undefined && attachment === undefined) return refused;
  shown.platform.customerSends({ from, ...(text !== undefined && { text }), ...(attachment && { attachment }) });
  return done;
}

/** A limit and a failure meet the next message, a revoked access all of them until it is given back. */
function setFault({ platforms, faults, onRepaired }: Page, fields: unknown): Answer {
  const wanted = fault.safeParse(fields).data;
  const shown = platforms.find(({ type }) => type === wanted?.type);
  if (!wanted || !shown) return refused;
  if (wanted.fault === null) {
    faults.delete(shown.type);
    shown.platform.repair();
    onRepaired?.(shown.type);
    return done;
  }
  if (wanted.fault === 'revoked') faults.set(shown.type, wanted.fault);
  shown.platform.fail(wanted.fault);
  return done;
}
