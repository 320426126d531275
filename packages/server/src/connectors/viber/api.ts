import { z } from 'zod';
import { baseUrlOf, callVendor } from '../calls/call-vendor.ts';
import { fetchLink } from '../calls/fetch-link.ts';
import { readJson } from '../calls/read-json.ts';
import { type ConnectorChannel, ConnectorError, type ConnectorIo, type MediaDownload } from '../port.ts';
import { readFailure } from './errors.ts';
import { mediaRef, messageToken } from './payload.ts';

// Calls of https://creators.viber.com/docs/bots-api/, read 2026-11-23.

const CALL_DEADLINE_MS = 15_000;
/** The platform calls our address before it answers. */
const WEBHOOK_DEADLINE_MS = 30_000;
/** Accounts list their members. */
const ANSWER_BYTES = 1024 * 1024;

/** Says which bot a call is for. */
export type BotAccess = { token: string; io: ConnectorIo };

type Call<Schema extends z.ZodType> = {
  method: string;
  body: Record<string, unknown>;
  result: Schema;
  /** The call puts something in front of the customer: a lost answer is `unknown`. */
  isEffect?: boolean;
  deadlineMs?: number;
};

const text = z.string().catch('');
const account = z.object({ status: z.literal(0), id: z.string().min(1), name: text, uri: text, webhook: text });
const done = z.object({ status: z.literal(0) });
const sent = z.object({ status: z.literal(0), message_token: messageToken });

/** https://creators.viber.com/docs/bots-api/resources/app/get-app-info */
export const getAccountInfo = (bot: BotAccess) =>
  callViber(bot, { method: 'get_account_info', body: {}, result: account });

/** https://creators.viber.com/docs/bots-api/getting-started/web-hooks; an empty address takes it away. */
export async function setWebhook(bot: BotAccess, body: { url: string; [option: string]: unknown }): Promise<void> {
  await callViber(bot, { method: 'set_webhook', body, result: done, deadlineMs: WEBHOOK_DEADLINE_MS });
}

/** Gives the number of the message: https://creators.viber.com/docs/bots-api/resources/messaging/send-message */
export async function sendMessage(bot: BotAccess, body: Record<string, unknown>): Promise<string> {
  return (await callViber(bot, { method: 'send_message', body, result: sent, isEffect: true })).message_token;
}

/** A link of a message, which lives for an hour and needs no token. */
export async function fetchMedia(
  vendorRef: string,
  _channel: ConnectorChannel,
  io: ConnectorIo,
): Promise<MediaDownload> {
  const { kind, place } = mediaRef.read(vendorRef);
  if (kind !== 'sticker') return await fetchLink(io, { url: place, isPage: kind === 'file' });
  const { status, body } = await callVendor(io, {
    url: `${baseUrlOf(io, 'VIBER_STICKERS_API_URL')}/${place}.png`,
    request: { deadlineMs: CALL_DEADLINE_MS },
    isEffect: false,
    secrets: [],
  });
  if (status === 200 && body) return { bytes: body, contentType: 'image/png', name: `${place}.png` };
  if (status >= 400 && status < 500) throw new ConnectorError('rejected', { reason: 'file_gone' });
  throw new ConnectorError('retry', { reason: 'vendor_error' });
}

export function accessBot(channel: Pick<ConnectorChannel, 'credentials'>, io: ConnectorIo): BotAccess {
  return { token: channel.credentials.token ?? '', io };
}

async function callViber<Schema extends z.ZodType>({ token, io }: BotAccess, call: Call<Schema>) {
  const isEffect = call.isEffect ?? false;
  const { status, headers, body } = await callVendor(io, {
    url: `${baseUrlOf(io, 'VIBER_API_URL')}/${call.method}`,
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-viber-auth-token': token },
      body: JSON.stringify(call.body),
      deadlineMs: call.deadlineMs ?? CALL_DEADLINE_MS,
      maxBytes: ANSWER_BYTES,
    },
    isEffect,
    secrets: [token],
  });
  const answer = readJson(body);
  const result = call.result.safeParse(answer);
  if (status === 200 && result.success) return result.data;
  throw readFailure({ status, body: answer, retryAfter: headers['retry-after'], isEffect });
}
