import { z } from 'zod';
import type { VendorRequest } from '../../platform/outbound/index.ts';
import { baseUrlOf, callVendor } from '../calls/call-vendor.ts';
import { fetchLink, isMissingFile, missingFile } from '../calls/fetch-link.ts';
import { readJson } from '../calls/read-json.ts';
import {
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type MediaDownload,
  type OutboundFile,
} from '../port.ts';
import { readFileBytes } from '../sending/send-parts.ts';
import { readFailure } from './errors.ts';
import { type AvitoChat, chat, chatList, id, largestImage, messageList, readAdvert, readMediaRef } from './payload.ts';
import { type ClientKeys, ownKeys } from './settings.ts';

// Calls of https://developers.avito.ru/api-catalog/messenger/documentation and /auth/documentation, read 2026-11-23.

const URL_KEY = 'AVITO_API_URL';
const CALL_DEADLINE_MS = 15_000;
const SEND_DEADLINE_MS = 30_000;
/** Uploads get time by their size on top: 500 kB/s is a poor line. */
const BYTES_PER_MS = 500;
const TAKEN = 409;
/** What a page of a list holds, and how far the platform goes. */
export const PAGE_SIZE = 100;
export const MAX_OFFSET = 1000;

/** Says which account a call is for; a token that was found dead is replaced in it. */
export type Access = {
  userId: string;
  token: string;
  /** Keys of the owner's own can ask for a token at any time. */
  keys: ClientKeys | undefined;
  io: ConnectorIo;
  signal?: AbortSignal;
};

type Call<Schema extends z.ZodType> = {
  method?: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | number>;
  body?: Record<string, unknown> | FormData;
  /** The call puts something in front of the customer: a lost answer is `unknown`. */
  isEffect?: boolean;
  deadlineMs?: number;
  result: Schema;
};

const account = z.object({ id, name: z.string().catch(''), profile_url: z.string().nullable().catch(null) });
const done = z.object({ ok: z.literal(true) });
const sent = z.object({ id });
const subscriptions = z.object({ subscriptions: z.array(z.object({ url: z.string() })).catch([]) });

export function accessOf({ identity, credentials }: Omit<ConnectorChannel, 'id'>, io: ConnectorIo): Access {
  return { userId: identity, token: credentials.accessToken ?? '', keys: ownKeys(credentials), io };
}

/** `GET /core/v1/accounts/self`: whose token this is. */
export const fetchAccount = (access: Access) => callAvito(access, { path: 'core/v1/accounts/self', result: account });

/** `GET …/chats`, newest first as far as is known. `at`: the platform's clock. */
export async function fetchChats(
  access: Access,
  page: { limit: number; offset?: number },
): Promise<Timed<AvitoChat[]>> {
  const query = { chat_types: 'u2i,u2u', limit: page.limit, offset: page.offset ?? 0 };
  return await callWithTime(access, { path: `${ofAccount(access, 2)}/chats`, query, result: chatList });
}

/** `GET …/chats/{chat_id}/messages/`, newest first; nothing is marked as read by it. */
export async function fetchMessages(access: Access, chatId: string, offset = 0) {
  const path = `${ofAccount(access, 3)}/chats/${inPath(chatId)}/messages/`;
  return await callWithTime(access, { path, query: { limit: PAGE_SIZE, offset }, result: messageList });
}

/** `POST …/messages`: gives the id of the message. */
export async function sendText(access: Access, chatId: string, text: string): Promise<string> {
  const path = `${ofAccount(access, 1)}/chats/${inPath(chatId)}/messages`;
  return (await callAvito(access, { path, body: { message: { text }, type: 'text' }, isEffect: true, result: sent }))
    .id;
}

/** `POST …/messages/image` with what an upload gave. */
export async function sendImage(access: Access, chatId: string, imageId: string): Promise<string> {
  const path = `${ofAccount(access, 1)}/chats/${inPath(chatId)}/messages/image`;
  return (await callAvito(access, { path, body: { image_id: imageId }, isEffect: true, result: sent })).id;
}

/** `POST …/uploadImages`: nobody sees it yet. */
export async function uploadImage(access: Access, file: OutboundFile): Promise<string> {
  const bytes = await readFileBytes(file);
  const body = new FormData();
  body.append('uploadfile[]', new Blob([new Uint8Array(bytes)], { type: file.contentType }), file.name);
  const deadlineMs = CALL_DEADLINE_MS + bytes.byteLength / BYTES_PER_MS;
  const result = z.record(z.string(), z.unknown());
  const path = `${ofAccount(access, 1)}/uploadImages`;
  const [imageId] = Object.keys(await callAvito(access, { path, body, deadlineMs, result }));
  if (imageId === undefined) throw new ConnectorError('rejected', { reason: 'photo_refused' });
  return imageId;
}

/** `POST /messenger/v1/subscriptions`: addresses of all programs. */
export async function fetchSubscriptions(access: Access): Promise<string[]> {
  const call = { method: 'POST' as const, path: 'messenger/v1/subscriptions', result: subscriptions };
  return (await callAvito(access, call)).subscriptions.map(({ url }) => url);
}

/** `POST /messenger/v3/webhook`: the platform tries the address by an empty object; one that stands there already is fine. */
export async function subscribe(access: Access, url: string): Promise<void> {
  await callAvito(access, { path: 'messenger/v3/webhook', body: { url }, result: done }).catch((error: unknown) => {
    if (!(error instanceof ConnectorError) || error.reason !== 'webhook_taken') throw error;
  });
}

/** `POST /messenger/v1/webhook/unsubscribe` */
export async function unsubscribe(access: Access, url: string): Promise<void> {
  await callAvito(access, { path: 'messenger/v1/webhook/unsubscribe', body: { url }, result: done });
}

/** `GET …/chats/{chat_id}`: who the customer is, and which advert the chat is about. */
export const fetchProfile: NonNullable<Connector['fetchProfile']> = async ({ chatId }, channel, io) => {
  const access = accessOf(channel, io);
  const call = { path: `${ofAccount(access, 2)}/chats/${inPath(chatId)}`, result: chat };
  const found = await callAvito(access, call).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.kind === 'chat-closed') return undefined;
    throw error;
  });
  const person = found?.users.find((user) => user.id !== channel.identity);
  if (!person) return null;
  const { name, public_user_profile: profile } = person;
  const nothing = { userName: null, language: null, phone: null, email: null };
  return { ...nothing, name, firstName: name, profileUrl: profile?.url ?? null, context: readAdvert(found?.context) };
};

const voices = z.object({ voices_urls: z.record(z.string(), z.string()) });

/** A picture by its address, or by the one that its message has today; a voice message by an address that holds for an hour. */
export async function fetchMedia(
  vendorRef: string,
  channel: ConnectorChannel,
  io: ConnectorIo,
): Promise<MediaDownload> {
  const ref = readMediaRef(vendorRef);
  if (!ref) throw missingFile('file_gone');
  const access = accessOf(channel, io);
  if (ref.kind === 'voice') {
    const path = `${ofAccount(access, 1)}/getVoiceFiles`;
    const found = await callAvito(access, { path, query: { voice_ids: ref.voiceId }, result: voices });
    const url = found.voices_urls[ref.voiceId];
    if (url === undefined) throw missingFile('file_gone');
    const { bytes, name } = await fetchLink(io, { url, isPage: false });
    // Opus in an mp4 container, whatever its host calls it.
    return { bytes, contentType: 'audio/mp4', name };
  }
  try {
    return await fetchLink(io, { url: ref.url, isPage: false });
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    const { value } = await fetchMessages(access, ref.chatId);
    const message = value.find((one) => one.id === ref.messageId);
    const fresh = message && largestImage(message.content);
    if (fresh === undefined || fresh === ref.url) throw error;
    return await fetchLink(io, { url: fresh, isPage: false });
  }
}

const tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().catch(86_400),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional().catch(undefined),
});

export type Grant =
  | { grant_type: 'client_credentials' }
  | { grant_type: 'authorization_code'; code: string }
  | { grant_type: 'refresh_token'; refresh_token: string };

/** `POST /token`; refusals come with any status, and in another form than those of other calls. */
export async function askToken(io: ConnectorIo, keys: ClientKeys, grant: Grant) {
  const form = { ...grant, client_id: keys.clientId, client_secret: keys.clientSecret };
  const answer = await callVendor(io, {
    url: `${baseUrlOf(io, URL_KEY)}/token`,
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      deadlineMs: CALL_DEADLINE_MS,
    },
    isEffect: false,
    secrets: [keys.clientSecret, ...('refresh_token' in grant ? [grant.refresh_token] : [])],
  });
  const body = readJson(answer.body);
  const read = tokens.safeParse(body).data;
  if (answer.status !== 200 || !read) {
    const error = readFailure({ status: answer.status, headers: answer.headers, body, isEffect: false });
    const isRefused = z.object({ error: z.unknown() }).safeParse(body).success && answer.status < 429;
    throw isRefused ? new ConnectorError('unauthorized', { reason: 'token_revoked', cause: error }) : error;
  }
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken, scope } = read;
  const expiresAt = String(io.clock.now().getTime() + seconds * 1000);
  return { kept: { accessToken, expiresAt, ...(refreshToken && { refreshToken }) }, scope };
}

const ofAccount = ({ userId }: Access, version: 1 | 2 | 3): string =>
  `messenger/v${version}/accounts/${encodeURIComponent(userId)}`;

/** Ids of chats have a tilde, which some of the platform's hosts find only when it is encoded. */
const inPath = (chatId: string): string => encodeURIComponent(chatId).replaceAll('~', '%7E');

async function callAvito<Schema extends z.ZodType>(access: Access, call: Call<Schema>): Promise<z.output<Schema>> {
  return (await callWithTime(access, call)).value;
}

type Timed<Value> = { value: Value; at: number };

/** A token may end before its time, which the platform says by 401 or 403: keys ask for another one, once. */
async function callWithTime<Schema extends z.ZodType>(
  access: Access,
  call: Call<Schema>,
): Promise<Timed<z.output<Schema>>> {
  try {
    return await callOnce(access, call);
  } catch (error) {
    const isTokenRefused = error instanceof ConnectorError && tokenRefusals.has(error.reason);
    if (!isTokenRefused || !access.keys) throw error;
    const fresh = await askToken(access.io, access.keys, { grant_type: 'client_credentials' }).catch(() => undefined);
    if (!fresh) throw error;
    access.token = fresh.kept.accessToken;
    return await callOnce(access, call);
  }
}

const tokenRefusals = new Set(['token_revoked', 'no_rights']);

async function callOnce<Schema extends z.ZodType>(
  access: Access,
  { path, query = {}, body, isEffect = false, result, ...call }: Call<Schema>,
): Promise<Timed<z.output<Schema>>> {
  const { io, token } = access;
  const isJson = body !== undefined && !(body instanceof FormData);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const request: VendorRequest = {
    method: call.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(isJson && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    ...(access.signal && { signal: access.signal }),
    deadlineMs: call.deadlineMs ?? (isEffect ? SEND_DEADLINE_MS : CALL_DEADLINE_MS),
  };
  const url = `${baseUrlOf(io, URL_KEY)}/${path}${search.size > 0 ? `?${search}` : ''}`;
  const answer = await callVendor(io, { url, request, isEffect, secrets: [token] });
  const read = readJson(answer.body);
  const success = result.safeParse(read);
  const at = Date.parse(answer.headers.date ?? '') || io.clock.now().getTime();
  if (answer.status === 200 && success.success) return { value: success.data, at };
  if (answer.status === TAKEN) throw new ConnectorError('rejected', { reason: 'webhook_taken' });
  throw readFailure({ status: answer.status, headers: answer.headers, body: read, isEffect });
}
