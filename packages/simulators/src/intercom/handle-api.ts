import { z } from 'zod';
import { mediaFaults, sendMediaFault } from '../http/media-faults.ts';
import { readBytes } from '../http/read-body.ts';
import { type Exchange, sendBytes, sendJson } from '../http/serve.ts';
import { showConversation } from './show.ts';
import { type Fault, nowSeconds, type StoredConversation, takeFault, type World } from './world.ts';

const BODY_BYTES = 300 * 1024 * 1024;
const VERSIONS = new Set(['2.14', '2.15', '2.16']);

/** `admin_reply_conversation_request` of https://github.com/intercom/Intercom-OpenAPI (2.15). */
export const replySchema = z
  .strictObject({
    message_type: z.enum(['comment', 'note', 'quick_reply']),
    type: z.literal('admin'),
    admin_id: z.string().min(1),
    body: z.string().optional(),
    created_at: z.int().optional(),
    reply_options: z.array(z.strictObject({ text: z.string(), uuid: z.uuid() })).optional(),
    attachment_urls: z.array(z.url()).max(10).optional(),
    attachment_files: z
      .array(z.strictObject({ content_type: z.string().min(1), data: z.base64(), name: z.string().min(1) }))
      .max(10)
      .optional(),
    skip_notifications: z.boolean().optional(),
  })
  .refine(({ message_type: kind, body }) => kind === 'quick_reply' || body !== undefined, 'body is missing');

type Answer = { status: number; body: object; headers?: Record<string, string> };

const refuse = (status: number, code: string, message = code, headers = {}): Answer => ({
  status,
  headers,
  body: { type: 'error.list', request_id: 'simulated', errors: [{ code, message }] },
});

/** Answers one call of the REST API, or a file. */
export async function handleApi(world: World, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  const bytes = await readBytes(request, BODY_BYTES);
  const file = /^\/files\/([^/]+)\//.exec(url.pathname)?.[1];
  if (file !== undefined) return sendFile(world, exchange, file);
  const [, region = '', path = ''] = /^\/(us|eu|au)\/(.*)$/.exec(url.pathname) ?? [];
  const body: unknown = bytes.length === 0 ? undefined : parseJson(bytes);
  const call = { region, path, body, isReply: request.method === 'POST' };
  const { answer, fault } = decide(world, exchange, call);
  const status = answer?.status ?? 0;
  world.ledger.calls.push({ method: request.method ?? '', path, status, fault, body });
  if (answer) sendJson(response, answer);
  else request.socket.destroy();
}

type Call = { region: string; path: string; body: unknown; isReply: boolean };

function decide(world: World, { request }: Exchange, call: Call): { answer: Answer | undefined; fault: Fault | null } {
  if (world.isRevoked || request.headers.authorization !== `Bearer ${world.token}` || call.region !== world.region)
    return { answer: refuse(401, world.isRevoked ? 'token_revoked' : 'token_not_found'), fault: null };
  if (!VERSIONS.has(String(request.headers['intercom-version'])))
    return { answer: refuse(400, 'intercom_version_invalid'), fault: null };
  if (!call.isReply) return { answer: show(world, call.path), fault: null };
  if (takeFault(world, 'rate-limited')) {
    const headers = { 'x-ratelimit-reset': String(nowSeconds(world) + 1), date: new Date(world.now()).toUTCString() };
    return { answer: refuse(429, 'rate_limit_exceeded', 'slow down', headers), fault: 'rate-limited' };
  }
  if (takeFault(world, 'server-error')) return { answer: refuse(500, 'server_error'), fault: 'server-error' };
  const isLost = takeFault(world, 'no-answer');
  const taken = takeReply(world, call);
  return isLost ? { answer: undefined, fault: 'no-answer' } : { answer: taken, fault: null };
}

function show(world: World, path: string): Answer {
  const [kind, id = ''] = path.split('/');
  if (path === 'me') {
    const { id: code, name } = world.workspace;
    const app = { type: 'app', id_code: code, name, region: world.region.toUpperCase() };
    return { status: 200, body: { type: 'admin', has_inbox_seat: true, ...world.admins[0], app } };
  }
  if (path === 'admins') {
    const admins = world.admins.map((admin) => ({ type: 'admin', has_inbox_seat: true, ...admin }));
    return { status: 200, body: { type: 'admin.list', admins } };
  }
  const name = world.people.get(id);
  if (kind === 'contacts' && name !== undefined)
    return { status: 200, body: { type: 'contact', id, name, email: null, phone: null, role: 'user' } };
  const found = kind === 'conversations' ? world.conversations.get(id) : undefined;
  return found ? { status: 200, body: showConversation(world, found) } : refuse(404, 'not_found');
}

function takeReply(world: World, { path, body }: Call): Answer {
  const [, id = ''] = /^conversations\/([^/]+)\/reply$/.exec(path) ?? [];
  const conversation = world.conversations.get(id);
  if (!conversation) return refuse(404, 'conversation_not_found');
  const reply = replySchema.safeParse(body);
  if (!reply.success) return refuse(400, 'parameter_invalid', reply.error.message);
  const admin = world.admins.find((known) => known.id === reply.data.admin_id);
  if (!admin) return refuse(404, 'admin_not_found');
  addReply(world, conversation, { admin, body: reply.data.body ?? '', files: reply.data.attachment_files ?? [] });
  return { status: 200, body: showConversation(world, conversation) };
}

type Reply = {
  admin: World['admins'][number];
  body: string;
  files: { content_type: string; data: string; name: string }[];
};

export function addReply(world: World, conversation: StoredConversation, { admin, body, files }: Reply): void {
  const stored = files.map(({ content_type: contentType, data, name }) => {
    const file = { id: String(world.nextId()), name, contentType, bytes: Buffer.from(data, 'base64') };
    world.files.set(file.id, file);
    return file;
  });
  conversation.parts.push({
    id: String(world.nextId()),
    partType: 'comment',
    body: `<p>${body}</p>`,
    author: { type: 'admin', ...admin },
    files: stored,
    createdAt: nowSeconds(world),
  });
}

function sendFile(world: World, { response, url }: Exchange, id: string): void {
  const found = world.files.get(id);
  const fault = mediaFaults.find((kind) => takeFault(world, kind));
  const isOver = world.linkEnds.isOver(url, fault);
  if (found === undefined || fault || isOver)
    sendMediaFault({ response }, fault ?? (isOver ? 'expired-media' : 'missing-media'));
  else sendBytes(response, { status: 200, body: found.bytes, headers: { 'content-type': found.contentType } });
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
