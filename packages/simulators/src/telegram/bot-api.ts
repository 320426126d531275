import { BodyTooLargeError, BodyUnreadableError, type ParsedBody, readBody } from '../http/read-body.ts';
import { type Exchange, sendJson } from '../http/serve.ts';
import { type Answer, BotApiError, badRequest, describeError } from './errors.ts';
import type { BotApiCall } from './ledger.ts';
import { hashBytes } from './media/files.ts';
import { FILE_FIELDS, findMethod } from './methods/method-table.ts';
import { playFault } from './play-fault.ts';
import type { Bot, World } from './world.ts';

const BODY_LIMIT = 52 * 1024 * 1024;
const TOKEN_LIMIT = 80;

type Target = { token: string; method: string };

/** Answers `/bot<token>/<method>` and writes the call into the ledger. */
export async function handleBotApi(world: World, incoming: { exchange: Exchange; target: Target }): Promise<void> {
  const { exchange, target } = incoming;
  const body = await readCallBody(exchange);
  const call = openCall(world, { target, body: body instanceof BotApiError ? { fields: {}, files: [] } : body });
  const hungUp = new AbortController();
  exchange.response.on('close', () => hungUp.abort());
  const finish = (answer: Answer) => {
    call.answer = { ...answer, at: world.now() };
    sendJson(exchange.response, answer);
    world.events.emit({ type: 'call', callId: call.id, method: call.method });
  };
  const bot = body instanceof BotApiError ? body : checkToken(world, target.token);
  if (body instanceof BotApiError || bot instanceof BotApiError) {
    finish(describeError(bot));
    return;
  }
  const run = () => executeMethod(world, { bot, method: target.method, body, call, signal: hungUp.signal });
  const fault = world.faults.take({ method: call.method, token: bot.token, chatId: readChatId(body.fields.chat_id) });
  if (fault === undefined) finish(await run());
  else await playFault(world, { fault, call, exchange, run, finish });
}

/** Runs a method for a bot; failures come back as the API words them. */
export async function executeMethod(
  world: World,
  order: { bot: Bot; method: string; body: ParsedBody; call: BotApiCall; signal: AbortSignal },
): Promise<Answer> {
  const found = findMethod(order.method);
  if (found === undefined) return describeError(new BotApiError(404, 'Not Found: method not found'));
  try {
    const context = { world, bot: order.bot, files: order.body.files, signal: order.signal };
    const result = await found.method.run(context, order.body.fields);
    order.call.isAccepted = true;
    return { status: 200, body: { ok: true, result } };
  } catch (error) {
    return describeError(error);
  }
}

/** Opens the ledger's entry of a call. */
export function openCall(world: World, seen: { target: Target; body: ParsedBody }): BotApiCall {
  const found = findMethod(seen.target.method);
  const call: BotApiCall = {
    id: world.ledger.calls.length + 1,
    at: world.now(),
    token: seen.target.token,
    method: found?.name ?? seen.target.method,
    params: seen.body.fields,
    unknownParams: Object.keys(seen.body.fields).filter((field) => found?.method.fields.includes(field) === false),
    files: seen.body.files.map(({ field, name, mimeType, bytes }) => ({
      field,
      name,
      mimeType,
      size: bytes.byteLength,
      sha256: hashBytes(bytes),
    })),
    fault: undefined,
    isAccepted: false,
    answer: undefined,
  };
  world.ledger.calls.push(call);
  return call;
}

async function readCallBody(exchange: Exchange): Promise<ParsedBody | BotApiError> {
  const query = Object.fromEntries(exchange.url.searchParams);
  try {
    const body = await readBody(exchange.request, BODY_LIMIT);
    // A field such as `photo` may have come as a file part with text in it: clients differ.
    const files = body.files.filter((file) => FILE_FIELDS.has(file.field) || file.bytes.byteLength > 0);
    return { fields: { ...query, ...body.fields }, files };
  } catch (error) {
    if (error instanceof BodyTooLargeError) return new BotApiError(413, 'Request Entity Too Large');
    if (error instanceof BodyUnreadableError) return badRequest("can't parse request body");
    throw error;
  }
}

/** Rules of tdlib/telegram-bot-api ClientManager; the public host answers 404 to what is no token at all. */
export function checkToken(world: World, token: string): Bot | BotApiError {
  if (!/^\d+:/.test(token)) return new BotApiError(404, 'Not Found');
  if (token.startsWith('0') || token.includes('/') || token.length > TOKEN_LIMIT) {
    return new BotApiError(401, 'Unauthorized: invalid token specified');
  }
  const bot = world.bots.get(token);
  return bot === undefined || bot.isRevoked ? new BotApiError(401, 'Unauthorized') : bot;
}

function readChatId(value: unknown): number | undefined {
  const chatId = Number(value ?? Number.NaN);
  return Number.isSafeInteger(chatId) ? chatId : undefined;
}
