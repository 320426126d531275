import { z } from 'zod';
import { BodyTooLargeError, BodyUnreadableError, readBytes, readJsonObject } from '../http/read-body.ts';
import { type Exchange, sendBytes } from '../http/serve.ts';
import { getAccountInfo, setWebhook } from './account-methods.ts';
import { ViberError } from './errors.ts';
import { sendMessage } from './send-message.ts';
import { writeJson } from './wire.ts';
import type { Bot, Call, World } from './world.ts';

const BODY_LIMIT = 1024 * 1024;

const methods = new Map<string, (world: World, bot: Bot, body: unknown) => object | Promise<object>>([
  ['get_account_info', getAccountInfo],
  ['set_webhook', setWebhook],
  ['send_message', sendMessage],
]);

/** Answers `/pa/<method>`: HTTP status 200 whatever happened, the outcome in the body. */
export async function handleBotApi(world: World, exchange: Exchange, method: string): Promise<void> {
  const body = await readCall(exchange);
  const call: Call = { method, token: readToken(exchange, body), body, answer: undefined };
  world.calls.push(call);
  const run = async () => {
    call.answer = await execute(world, call);
    return call.answer;
  };
  const fault = method === 'send_message' ? takeFault(world) : undefined;
  if (fault === 'no-answer') {
    await run();
    exchange.request.socket.destroy();
    return;
  }
  const answer = fault === undefined || fault === 'garbage' ? await run() : playFault(fault);
  if (fault === 'garbage' || fault === 'page') return sendPage(exchange, fault === 'page' ? 502 : 200);
  const json = { 'content-type': 'application/json' };
  sendBytes(exchange.response, { status: 200, body: writeJson(answer), headers: json });
}

async function readCall({ request }: Exchange): Promise<Record<string, unknown> | undefined> {
  try {
    return readJsonObject(await readBytes(request, BODY_LIMIT));
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof BodyUnreadableError) return undefined;
    throw error;
  }
}

const named = z.object({ auth_token: z.string() });

/** In the header, or in the body as older clients send it. */
function readToken({ request }: Exchange, body: unknown): string {
  const header = request.headers['x-viber-auth-token'];
  return typeof header === 'string' ? header : (named.safeParse(body).data?.auth_token ?? '');
}

async function execute(world: World, { method, token, body }: Call): Promise<object> {
  try {
    const bot = world.bots.get(token);
    if (token === '') throw new ViberError(2, 'missing_auth_token');
    if (bot === undefined || bot.isRevoked) throw new ViberError(2, 'invalidAuthToken');
    if (body === undefined) throw new ViberError(3, 'badData');
    const run = methods.get(method);
    if (run === undefined) throw new ViberError(3, 'badData: no such method');
    return { status: 0, status_message: 'ok', ...(await run(world, bot, body)) };
  } catch (error) {
    if (error instanceof ViberError) return { status: error.status, status_message: error.message };
    throw error;
  }
}

const takeFault = ({ faults }: World) =>
  faults.take('rate-limited', 'server-error', 'page', 'no-answer', 'garbage', 'device-refused', 'no-webhook');

const failures: Record<string, { status: number; status_message: string }> = {
  'rate-limited': { status: 12, status_message: 'tooManyRequests' },
  'server-error': { status: 99, status_message: 'failure' },
  'device-refused': { status: 11, status_message: 'receiverNoSuitableDevice' },
  'no-webhook': { status: 10, status_message: 'webhookNotSet' },
};

const playFault = (kind: string) => failures[kind] ?? {};

function sendPage({ response }: Exchange, status: number): void {
  const body = Buffer.from('<html><body>It works!</body></html>');
  sendBytes(response, { status, body, headers: { 'content-type': 'text/html' } });
}
