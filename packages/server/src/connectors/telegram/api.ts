import { limits } from '@otvet/contract';
import { z } from 'zod';
import type { VendorAnswer, VendorRequest } from '../../platform/outbound/index.ts';
import { baseUrlOf, callVendor } from '../calls/call-vendor.ts';
import { missingFile } from '../calls/fetch-link.ts';
import { readJson } from '../calls/read-json.ts';
import { type ConnectorChannel, ConnectorError, type ConnectorIo, type MediaDownload } from '../port.ts';
import { readFailure } from './errors.ts';
import { readChatId } from './payload.ts';

// Calls of https://core.telegram.org/bots/api#available-methods (Bot API 10.1), read 2026-11-20.

const URL_KEY = 'TELEGRAM_API_URL';
const CALL_DEADLINE_MS = 15_000;
const SEND_DEADLINE_MS = 30_000;
/** Uploads and downloads get time by their size on top: 500 kB/s is a poor line. */
const BYTES_PER_MS = 500;
/** A batch of 100 updates is far below. */
const ANSWER_BYTES = 20 * 1024 * 1024;

/** Says which bot a call is for. */
export type BotAccess = { token: string; io: ConnectorIo };

export type Upload = { field: string; bytes: Buffer; contentType: string; name: string };

type Call<Schema extends z.ZodType> = {
  method: string;
  params?: Record<string, unknown>;
  uploads?: Upload[];
  result: Schema;
  /** The call puts something in front of the customer: a lost answer is `unknown`. */
  isEffect?: boolean;
  deadlineMs?: number;
  signal?: AbortSignal;
};

const botUser = z.object({ id: z.int(), first_name: z.string(), username: z.string().optional() });
const successBody = z.object({ ok: z.literal(true), result: z.unknown() });
const sentMessage = z.object({ message_id: z.int() });

/** https://core.telegram.org/bots/api#getme */
export function getMe(bot: BotAccess) {
  return callBotApi(bot, { method: 'getMe', result: botUser });
}

/** https://core.telegram.org/bots/api#getwebhookinfo */
export function getWebhookInfo(bot: BotAccess) {
  return callBotApi(bot, { method: 'getWebhookInfo', result: z.object({ url: z.string() }) });
}

/** https://core.telegram.org/bots/api#setwebhook */
export function setWebhook(
  bot: BotAccess,
  params: { url: string; secret_token: string; allowed_updates: readonly string[]; drop_pending_updates: boolean },
) {
  return callBotApi(bot, { method: 'setWebhook', params, result: z.literal(true) });
}

/** https://core.telegram.org/bots/api#deletewebhook */
export function deleteWebhook(bot: BotAccess, params: { drop_pending_updates: boolean }) {
  return callBotApi(bot, { method: 'deleteWebhook', params, result: z.literal(true) });
}

/** https://core.telegram.org/bots/api#getupdates */
export function getUpdates(
  bot: BotAccess,
  {
    signal,
    ...params
  }: { offset?: number; limit: number; timeout: number; allowed_updates: readonly string[]; signal: AbortSignal },
) {
  const deadlineMs = params.timeout * 1000 + CALL_DEADLINE_MS;
  return callBotApi(bot, { method: 'getUpdates', params, result: z.array(z.unknown()), deadlineMs, signal });
}

/** sendMessage, sendPhoto, sendAnimation, sendDocument: one message comes back. */
export function sendOne(
  bot: BotAccess,
  call: {
    method: 'sendMessage' | 'sendPhoto' | 'sendAnimation' | 'sendDocument';
    params: Record<string, unknown>;
    uploads: Upload[];
  },
) {
  return callBotApi(bot, { ...call, result: sentMessage, isEffect: true, deadlineMs: sendDeadline(call.uploads) });
}

/** https://core.telegram.org/bots/api#sendmediagroup */
export function sendGroup(bot: BotAccess, call: { params: Record<string, unknown>; uploads: Upload[] }) {
  const result = z.array(sentMessage).length(call.uploads.length);
  const deadlineMs = sendDeadline(call.uploads);
  return callBotApi(bot, { ...call, method: 'sendMediaGroup', result, isEffect: true, deadlineMs });
}

/** https://core.telegram.org/bots/api#sendchataction */
export async function sendTyping(chatId: string, channel: ConnectorChannel, io: ConnectorIo): Promise<void> {
  const params = { ...addressParams(chatId), action: 'typing' };
  await callBotApi(accessBot(channel, io), { method: 'sendChatAction', params, result: z.literal(true) });
}

/** The public link of a person or a group, empty where it has no name: https://core.telegram.org/bots/api#getchat */
export async function fetchProfileLink(chatId: string, channel: ConnectorChannel, io: ConnectorIo): Promise<string> {
  const result = z.object({ username: z.string().optional() });
  const address = readChatId(chatId);
  if (address === undefined) return '';
  const params = { chat_id: address.chatId };
  const chat = await callBotApi(accessBot(channel, io), { method: 'getChat', params, result }).catch(
    (error: unknown) => {
      if (error instanceof ConnectorError && error.reason === 'chat_not_found') return undefined;
      throw error;
    },
  );
  return chat?.username ? `https://t.me/${encodeURIComponent(chat.username)}` : '';
}

/** Bytes of a customer's file, at most 20 MB: https://core.telegram.org/bots/api#getfile */
export async function fetchMedia(
  vendorRef: string,
  channel: ConnectorChannel,
  io: ConnectorIo,
): Promise<MediaDownload> {
  const bot = accessBot(channel, io);
  const result = z.object({ file_path: z.string().min(1), file_size: z.number().optional() });
  const file = await callBotApi(bot, { method: 'getFile', params: { file_id: vendorRef }, result });
  if ((file.file_size ?? 0) > limits.mediaBytes) throw fileTooLarge();
  const path = file.file_path.split('/').map(encodeURIComponent).join('/');
  const url = `${baseUrlOf(io, URL_KEY)}/file/bot${bot.token}/${path}`;
  const deadlineMs = CALL_DEADLINE_MS + limits.mediaBytes / BYTES_PER_MS;
  const request = { deadlineMs, maxBytes: limits.mediaBytes };
  const { status, headers, body } = await callVendor(io, { url, request, isEffect: false, secrets: [bot.token] });
  // The path was made a moment ago: a missing file is no sign of a wrong token here.
  if (status === 404) throw new ConnectorError('retry', { reason: 'vendor_error' });
  if (status !== 200) throw readFailure({ status, body: readJson(body), isEffect: false });
  if (body === undefined) throw fileTooLarge();
  // Every file comes as bytes without a type, a page that somebody sent too.
  if (readContentType(headers) === 'text/html') throw missingFile('file_is_page');
  return { bytes: body, contentType: readContentType(headers), name: file.file_path.split('/').at(-1) ?? null };
}

export function accessBot(channel: ConnectorChannel, io: ConnectorIo): BotAccess {
  return { token: channel.credentials.token ?? '', io };
}

/** The fields that name a chat; of a chat of a business account both. */
export function addressParams(chatId: string): { chat_id?: number; business_connection_id?: string } {
  const address = readChatId(chatId);
  if (address === undefined) throw new ConnectorError('rejected', { reason: 'chat_not_found' });
  const { businessConnectionId } = address;
  return {
    chat_id: address.chatId,
    ...(businessConnectionId === null ? {} : { business_connection_id: businessConnectionId }),
  };
}

async function callBotApi<Schema extends z.ZodType>(bot: BotAccess, call: Call<Schema>): Promise<z.output<Schema>> {
  const isEffect = call.isEffect ?? false;
  const answer = await callVendor(bot.io, {
    url: `${baseUrlOf(bot.io, URL_KEY)}/bot${bot.token}/${call.method}`,
    request: {
      method: 'POST',
      ...buildBody(call),
      deadlineMs: call.deadlineMs ?? CALL_DEADLINE_MS,
      maxBytes: ANSWER_BYTES,
      ...(call.signal && { signal: call.signal }),
    },
    isEffect,
    secrets: [bot.token],
  });
  const body = readJson(answer.body);
  const success = successBody.safeParse(body);
  const result = success.success ? call.result.safeParse(success.data.result) : undefined;
  if (answer.status === 200 && result?.success) return result.data;
  throw readFailure({ status: answer.status, body, isEffect });
}

function buildBody({ params = {}, uploads = [] }: Pick<Call<z.ZodType>, 'params' | 'uploads'>): VendorRequest {
  if (uploads.length === 0) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) };
  const form = new FormData();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const { field, bytes, contentType, name } of uploads) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type: contentType }), name);
  }
  return { body: form };
}

function readContentType(headers: VendorAnswer['headers']): string | null {
  const type = headers['content-type']?.split(';')[0]?.trim() ?? '';
  return type === '' || type === 'application/octet-stream' ? null : type;
}

function sendDeadline(uploads: Upload[]): number {
  return SEND_DEADLINE_MS + uploads.reduce((size, upload) => size + upload.bytes.byteLength, 0) / BYTES_PER_MS;
}

function fileTooLarge(): ConnectorError {
  return new ConnectorError('rejected', { reason: 'file_too_large' });
}
