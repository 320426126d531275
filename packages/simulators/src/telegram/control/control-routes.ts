import { z } from 'zod';
import { openEventStream } from '../../http/event-stream.ts';
import { readBytes, readJsonObject } from '../../http/read-body.ts';
import { type Exchange, isFromElsewhere, sendBytes, sendJson } from '../../http/serve.ts';
import { botSchema, describeBot } from '../bots.ts';
import { chatSchema, customerActionSchema, personSchema } from '../customers/customer-input.ts';
import { SAMPLE_PEOPLE } from '../customers/sample-people.ts';
import { faultSchema } from '../faults.ts';
import type { World } from '../world.ts';
import type { TelegramControls } from './controls.ts';

const BODY_LIMIT = 80 * 1024 * 1024;

const who = z.strictObject({ token: z.string(), userId: z.int() });
const group = z.strictObject({ token: z.string(), chatId: z.int(), by: personSchema });
const repeat = z.strictObject({ updateId: z.int(), token: z.string().optional(), isParallel: z.boolean().optional() });

type Controls = { world: World; controls: TelegramControls };
type Action = (scene: Controls, body: unknown) => unknown;

const ACTIONS: Record<string, Action> = {
  bots: ({ controls }, body) => controls.registerBot(botSchema.parse(body)),
  'customer-sends': ({ controls }, body) => controls.customerSends(customerActionSchema.parse(body)),
  block: ({ controls }, body) => ({ updateId: controls.block(who.parse(body)) }),
  unblock: ({ controls }, body) => ({ updateId: controls.unblock(who.parse(body)) }),
  deactivate: ({ controls }, body) => controls.deactivate(who.parse(body)),
  revoke: ({ controls }, body) => controls.revokeToken(z.strictObject({ token: z.string() }).parse(body).token),
  redeliver: ({ controls }, body) => {
    const { updateId, ...options } = repeat.parse(body);
    return controls.redeliver(updateId, options);
  },
  'out-of-order': ({ controls }, body) =>
    controls.outOfOrder(z.strictObject({ token: z.string(), count: z.int().positive() }).parse(body)),
  faults: ({ controls }, body) => controls.faults.add(faultSchema.parse(body)),
  'faults/clear': ({ controls }) => controls.faults.clear(),
  'groups/add': ({ controls }, body) => ({
    updateIds: controls.addToGroup(
      z.strictObject({ token: z.string(), chat: chatSchema, by: personSchema }).parse(body),
    ),
  }),
  'groups/remove': ({ controls }, body) => ({ updateId: controls.removeFromGroup(group.parse(body)) }),
  'groups/upgrade': ({ controls }, body) => ({ chatId: controls.upgradeGroup(group.parse(body)) }),
  avatars: ({ controls }, body) =>
    controls.setAvatar(
      z.strictObject({ token: z.string(), person: personSchema, base64: z.base64().optional() }).parse(body),
    ),
};

const VIEWS: Record<string, (scene: Controls, query: URLSearchParams) => unknown> = {
  bots: ({ world }) => [...world.bots.values()].map(describeBot),
  people: () => SAMPLE_PEOPLE,
  blocked: ({ world }, query) =>
    [...world.conversations.values()]
      .filter(({ token, state }) => token === query.get('token') && state === 'blocked')
      .map(({ chat }) => chat.id),
  ledger: ({ controls }) => controls.ledger,
  messages: ({ controls }, query) => controls.messagesOf(Number(query.get('chat')), query.get('token') ?? undefined),
};

/** `/_sim/…`: the controls for another process and for the chat page. */
export async function handleControl(scene: Controls, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  const name = decodeURIComponent(url.pathname.slice('/_sim/'.length));
  if (name === 'events') return streamEvents(scene.world, exchange);
  if (name.startsWith('files/')) return sendFile(scene.world, { exchange, fileId: name.slice('files/'.length) });
  const view = VIEWS[name];
  if (request.method === 'GET' && view !== undefined) {
    return sendJson(response, { status: 200, body: view(scene, url.searchParams) });
  }
  const action = ACTIONS[name];
  if (request.method !== 'POST' || action === undefined) {
    return sendJson(response, { status: 404, body: { error: 'There is no such control.' } });
  }
  if (isFromElsewhere(request)) {
    return sendJson(response, { status: 403, body: { error: 'This is a page of another site.' } });
  }
  try {
    const bytes = await readBytes(request, BODY_LIMIT);
    const result = await action(scene, bytes.byteLength === 0 ? {} : readJsonObject(bytes));
    sendJson(response, { status: 200, body: result ?? {} });
  } catch (error) {
    sendJson(response, { status: 400, body: { error: error instanceof Error ? error.message : String(error) } });
  }
}

function streamEvents(world: World, { response }: Exchange): void {
  const end = world.events.subscribe(openEventStream(response));
  response.on('close', end);
}

function sendFile(world: World, wanted: { exchange: Exchange; fileId: string }): void {
  const { response } = wanted.exchange;
  const file = world.files.findForPage(wanted.fileId);
  if (file === undefined) {
    sendJson(response, { status: 404, body: { error: 'There is no such file.' } });
    return;
  }
  const headers = {
    'content-type': file.mimeType,
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
  };
  sendBytes(response, { status: 200, body: file.bytes, headers });
}
