import { z } from 'zod';
import { baseUrlOf, callVendor } from '../calls/call-vendor.ts';
import { fetchLink, isMissingFile, missingFile } from '../calls/fetch-link.ts';
import { readJson } from '../calls/read-json.ts';
import {
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type MediaDownload,
} from '../port.ts';
import { readFailure } from './errors.ts';
import { conversation, listMedia, readMediaRef } from './payload.ts';
import { type Region, readRegion, urlKeyOf } from './settings.ts';

// Calls of https://github.com/intercom/Intercom-OpenAPI (2.15), read 2026-11-23.

const VERSION = '2.15';
const CALL_DEADLINE_MS = 15_000;
const SEND_DEADLINE_MS = 30_000;
/** Uploads get time by their size on top: 500 kB/s is a poor line. */
const BYTES_PER_MS = 500;
/** A whole conversation of 500 parts comes back from a reply. */
const ANSWER_BYTES = 20 * 1024 * 1024;

/** Says which workspace a call is for. */
export type Access = { token: string; region: Region; io: ConnectorIo };

type Call<Schema extends z.ZodType> = {
  path: string;
  /** With it the call puts something in front of the customer: a lost answer is `unknown`. */
  body?: Record<string, unknown>;
  result: Schema;
};

const id = z.union([z.string().min(1), z.number().transform(String)]);
const me = z.object({
  id,
  app: z.object({
    id_code: z.string().min(1),
    name: z.string().catch(''),
    region: z.string().optional().catch(undefined),
  }),
});
const admins = z.object({
  admins: z.array(
    z.object({ id, name: z.string().nullish(), email: z.string().nullish(), has_inbox_seat: z.boolean().nullish() }),
  ),
});
const words = z.string().nullish().catch(null);
const contact = z.object({
  name: words,
  email: words,
  phone: words,
  language_override: words,
  browser_language: words,
});

export function accessWorkspace({ credentials }: Pick<ConnectorChannel, 'credentials'>, io: ConnectorIo): Access {
  return { token: credentials.accessToken ?? '', region: readRegion(credentials.region) ?? 'us', io };
}

/** `GET /me`: whose token this is, and the workspace. */
export const fetchMe = (access: Access) => callIntercom(access, { path: 'me', result: me });

/** `GET /admins`: the teammates of the workspace. */
export const fetchAdmins = async (access: Access) =>
  (await callIntercom(access, { path: 'admins', result: admins })).admins;

/** `GET /conversations/{id}` as it stands now, with the time of the platform's clock. */
export const fetchConversation = (access: Access, chatId: string) =>
  callWithTime(access, { path: `conversations/${encodeURIComponent(chatId)}`, result: conversation });

/** `POST /conversations/{id}/reply`: the whole conversation comes back. */
export async function reply(access: Access, chatId: string, body: Record<string, unknown>) {
  return await callIntercom(access, {
    path: `conversations/${encodeURIComponent(chatId)}/reply`,
    body,
    result: conversation,
  });
}

/** `GET /contacts/{id}`: who a customer is. */
export const fetchProfile: NonNullable<Connector['fetchProfile']> = async ({ senderId }, channel, io) => {
  const path = `contacts/${encodeURIComponent(senderId)}`;
  const found = await callIntercom(accessWorkspace(channel, io), { path, result: contact }).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.kind === 'chat-closed') return undefined;
    throw error;
  });
  if (!found) return null;
  const name = found.name ?? '';
  const language = found.language_override ?? found.browser_language ?? null;
  const { phone = null, email = null } = found;
  return { name, firstName: name, userName: null, language, phone, email, profileUrl: null };
};

/** Signed addresses that end: one that did is looked up again in its conversation, once. */
export async function fetchMedia(
  vendorRef: string,
  channel: ConnectorChannel,
  io: ConnectorIo,
): Promise<MediaDownload> {
  const wanted = readMediaRef(vendorRef);
  if (!wanted) throw missingFile('file_gone');
  const { url, isPage } = wanted;
  try {
    return await fetchLink(io, { url, isPage });
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    const { value } = await fetchConversation(accessWorkspace(channel, io), wanted.chatId);
    const fresh = listMedia(value, wanted.messageId)[wanted.place]?.url;
    if (fresh === undefined || fresh === url) throw error;
    return await fetchLink(io, { url: fresh, isPage });
  }
}

async function callIntercom<Schema extends z.ZodType>(access: Access, call: Call<Schema>): Promise<z.output<Schema>> {
  return (await callWithTime(access, call)).value;
}

async function callWithTime<Schema extends z.ZodType>(
  { token, region, io }: Access,
  { path, body, result }: Call<Schema>,
): Promise<{ value: z.output<Schema>; at: number }> {
  const isEffect = body !== undefined;
  const text = isEffect ? JSON.stringify(body) : undefined;
  const answer = await callVendor(io, {
    url: `${baseUrlOf(io, urlKeyOf(region))}/${path}`,
    request: {
      method: isEffect ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'intercom-version': VERSION,
        accept: 'application/json',
        ...(isEffect && { 'content-type': 'application/json' }),
      },
      ...(text !== undefined && { body: text }),
      deadlineMs: isEffect ? SEND_DEADLINE_MS + (text?.length ?? 0) / BYTES_PER_MS : CALL_DEADLINE_MS,
      maxBytes: ANSWER_BYTES,
    },
    isEffect,
    secrets: [token],
  });
  const read = readJson(answer.body);
  const success = result.safeParse(read);
  const at = Date.parse(answer.headers.date ?? '') || io.clock.now().getTime();
  if (answer.status === 200 && success.success) return { value: success.data, at };
  throw readFailure({ status: answer.status, headers: answer.headers, body: read, isEffect });
}
