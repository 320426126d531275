import { mediaFaults, sendMediaFault } from '../http/media-faults.ts';
import { readBody } from '../http/read-body.ts';
import { type Exchange, sendBytes, sendJson } from '../http/serve.ts';
import { describeError, VkError } from './errors.ts';
import type { VkCall } from './ledger.ts';
import { takeFile } from './media-methods.ts';
import { runMethod } from './methods.ts';
import type { World } from './world.ts';

const BODY_LIMIT = 210 * 1024 * 1024;
const PAGE = Buffer.from('<html><body><h1>500 Internal Server Error</h1></body></html>');
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Answers `POST /method/<name>`: forms alone, HTTP 200 for refusals too: https://dev.vk.com/ru/api/api-requests, read 2026-11-23. */
export async function handleMethod(
  world: World,
  { exchange, method }: { exchange: Exchange; method: string },
): Promise<void> {
  const { request, response } = exchange;
  const { fields } = await readBody(request, BODY_LIMIT);
  const call: VkCall = { method, params: fields, answer: undefined };
  world.ledger.calls.push(call);
  const isSend = method === 'messages.send';
  if (isSend && takeFault(world, 'serverError')) {
    sendBytes(response, { status: 500, body: PAGE, headers: HTML });
    return;
  }
  const body = await answer(world, { exchange, method, fields });
  call.answer = body;
  world.news.emit('call');
  if (isSend && takeFault(world, 'noAnswer')) response.destroy();
  else sendJson(response, { status: 200, body });
}

type Called = { exchange: Exchange; method: string; fields: Record<string, unknown> };

async function answer(world: World, { exchange, method, fields }: Called): Promise<unknown> {
  const { v, access_token, ...rest } = fields;
  try {
    const isForm = !(exchange.request.headers['content-type'] ?? '').includes('json');
    if (exchange.request.method !== 'POST' || !isForm) throw new VkError(8, 'Invalid request: a form is expected');
    const given = exchange.request.headers.authorization ?? `Bearer ${String(access_token)}`;
    if (given !== `Bearer ${world.token}` || world.faults.isRevoked)
      throw new VkError(5, 'User authorization failed: invalid access_token (4).');
    if (method === 'messages.send' && takeFault(world, 'rateLimited'))
      throw new VkError(6, 'Too many requests per second');
    const planned = world.faults.codes.findIndex((one) => one.method === method);
    const [fault] = planned < 0 ? [] : world.faults.codes.splice(planned, 1);
    if (fault) throw new VkError(fault.code, fault.words);
    return { response: await runMethod(world, { method, fields: { ...rest, v } }) };
  } catch (error) {
    if (error instanceof VkError) return describeError(error, rest);
    throw error;
  }
}

/** Whether the next planned fault of a kind strikes; it is used up by it. */
function takeFault({ faults }: World, kind: 'rateLimited' | 'serverError' | 'noAnswer'): boolean {
  if (faults[kind] === 0) return false;
  faults[kind] -= 1;
  return true;
}

/** The upload host: a form with the file; its answer is no method's. */
export async function handleUpload(
  world: World,
  { exchange, kind }: { exchange: Exchange; kind: string },
): Promise<void> {
  const { files } = await readBody(exchange.request, BODY_LIMIT);
  sendJson(exchange.response, { status: 200, body: takeFile(world, kind, files) });
}

/** A file of a customer; its address is good for a while only. */
export function handleMedia(world: World, { exchange, name }: { exchange: Exchange; name: string }): void {
  const file = world.files.get(name);
  const { media } = world.faults;
  const fault = mediaFaults.find((kind) => media[kind] > 0);
  if (fault) media[fault] -= 1;
  const isOver = world.linkEnds.isOver(exchange.url, fault);
  if (!file || isOver || fault) {
    sendMediaFault(exchange, fault ?? (isOver ? 'expired-media' : 'missing-media'));
    return;
  }
  sendBytes(exchange.response, { status: 200, body: file.bytes, headers: { 'content-type': file.contentType } });
}
