import { z } from 'zod';
import type { VendorRequest } from '../../platform/outbound/index.ts';
import { baseUrlOf, callVendor } from '../calls/call-vendor.ts';
import { fetchLink, isMissingFile, missingFile } from '../calls/fetch-link.ts';
import { readJson } from '../calls/read-json.ts';
import {
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type CustomerProfile,
  type MediaDownload,
  type OutboundFile,
} from '../port.ts';
import { readFileBytes } from '../sending/send-parts.ts';
import { readCode, readFailure } from './errors.ts';
import {
  eventSwitches,
  findAddress,
  isGroupChat,
  type MediaRef,
  message,
  readMediaRef,
  readPeerId,
} from './payload.ts';

// Calls of https://dev.vk.com/ru/reference (API 5.199), read 2026-11-23: forms by POST, the key in a header.

const URL_KEY = 'VK_API_URL';
const VERSION = '5.199';
const CALL_DEADLINE_MS = 15_000;
/** Uploads get time by their size on top: 500 kB/s is a poor line. */
const BYTES_PER_MS = 500;

/** Says which community a call is for. */
export type Access = { token: string; groupId: string; io: ConnectorIo };

type Call<Schema extends z.ZodType> = {
  method: string;
  params?: Record<string, string | number | undefined>;
  result: Schema;
  /** The call puts a message in front of the customer: a lost answer is `unknown`. */
  isEffect?: boolean;
};

export const accessOf = ({ identity, credentials }: ConnectorChannel, io: ConnectorIo): Access => {
  return { token: credentials.token ?? '', groupId: identity, io };
};

const permissions = z.object({ permissions: z.array(z.object({ name: z.string() })) });
const community = z.object({ id: z.int(), name: z.string().catch(''), screen_name: z.string().catch('') });
const communities = z.object({ groups: z.array(community).min(1) });
const callbackServer = z.object({ id: z.int(), url: z.string(), secret_key: z.string().catch(''), status: z.string() });
export type CallbackServer = z.output<typeof callbackServer>;
const longPollServer = z.object({ key: z.string(), server: z.string(), ts: z.coerce.string() });
const successBody = z.object({ response: z.unknown() });
const done = z.literal(1);

/** https://dev.vk.com/ru/method/groups.getTokenPermissions */
export async function getRights(access: Access): Promise<string[]> {
  const found = await callVk(access, { method: 'groups.getTokenPermissions', result: permissions });
  return found.permissions.map(({ name }) => name);
}

/** The community that the key is of: https://dev.vk.com/ru/method/groups.getById */
export async function getCommunity(access: Access): Promise<z.output<typeof community> | undefined> {
  return (await callVk(access, { method: 'groups.getById', result: communities })).groups[0];
}

/** https://dev.vk.com/ru/method/groups.getCallbackConfirmationCode */
export async function getConfirmation(access: Access): Promise<string> {
  const result = z.object({ code: z.string().min(1) });
  return (await callOwn(access, { method: 'groups.getCallbackConfirmationCode', result })).code;
}

/** https://dev.vk.com/ru/method/groups.getCallbackServers */
export async function getCallbackServers(access: Access): Promise<CallbackServer[]> {
  const result = z.object({ items: z.array(callbackServer) });
  return (await callOwn(access, { method: 'groups.getCallbackServers', result })).items;
}

/** The platform asks our address for the confirmation while it answers: https://dev.vk.com/ru/method/groups.addCallbackServer */
export async function addCallbackServer(
  access: Access,
  params: { url: string; title: string; secret_key: string },
): Promise<number> {
  const result = z.object({ server_id: z.int() });
  return (await callOwn(access, { method: 'groups.addCallbackServer', params, result })).server_id;
}

/** https://dev.vk.com/ru/method/groups.deleteCallbackServer */
export async function deleteCallbackServer(access: Access, serverId: number): Promise<void> {
  await callOwn(access, { method: 'groups.deleteCallbackServer', params: { server_id: serverId }, result: done });
}

/** https://dev.vk.com/ru/method/groups.setCallbackSettings */
export async function setCallbackSettings(access: Access, serverId: number): Promise<void> {
  const params = { server_id: serverId, api_version: VERSION, ...eventSwitches };
  await callOwn(access, { method: 'groups.setCallbackSettings', params, result: done });
}

/** https://dev.vk.com/ru/method/groups.setLongPollSettings */
export async function setLongPoll(access: Access): Promise<void> {
  const params = { enabled: 1, api_version: VERSION, ...eventSwitches };
  await callOwn(access, { method: 'groups.setLongPollSettings', params, result: done });
}

/** https://dev.vk.com/ru/method/groups.getLongPollServer */
export function getLongPollServer(access: Access) {
  return callOwn(access, { method: 'groups.getLongPollServer', result: longPollServer });
}

const polled = z.object({
  ts: z.coerce.string().optional(),
  updates: z.array(z.unknown()).default([]),
  failed: z.int().optional(),
});

/** One wait for events: https://dev.vk.com/ru/api/bots-long-poll/getting-started */
export async function waitForEvents(
  { io }: Access,
  poll: { server: string; key: string; ts: string; waitSeconds: number; signal: AbortSignal },
): Promise<z.output<typeof polled>> {
  const { server, key, ts, waitSeconds, signal } = poll;
  const url = `${server}?${new URLSearchParams({ act: 'a_check', key, ts, wait: String(waitSeconds) })}`;
  const request = { signal, deadlineMs: waitSeconds * 1000 + CALL_DEADLINE_MS };
  const answer = await callVendor(io, { url, request, isEffect: false, secrets: [key] });
  const body = readJson(answer.body);
  const read = polled.safeParse(body);
  if (answer.status === 200 && read.success) return read.data;
  throw readFailure({ status: answer.status, body, retryAfter: answer.headers['retry-after'], isEffect: false });
}

const sent = z
  .array(
    z.object({
      conversation_message_id: z.int().catch(0),
      error: z.object({ code: z.int(), description: z.string().catch('') }).optional(),
    }),
  )
  .length(1);

/** Gives the number of the message within its chat; a refusal stands inside of a success: https://dev.vk.com/ru/method/messages.send */
export async function sendMessage(
  access: Access,
  { peerId, ...params }: { peerId: number; random_id: number; [param: string]: string | number | undefined },
): Promise<string> {
  const call = { method: 'messages.send', params: { ...params, peer_ids: peerId }, result: sent, isEffect: true };
  const [one] = await callVk(access, call);
  if (one?.error) throw readCode({ code: one.error.code, words: one.error.description });
  return String(one?.conversation_message_id);
}

/** https://dev.vk.com/ru/method/messages.setActivity */
export async function sendTyping(chatId: string, channel: ConnectorChannel, io: ConnectorIo): Promise<void> {
  const params = { peer_id: requirePeer(chatId), type: 'typing' };
  await callVk(accessOf(channel, io), { method: 'messages.setActivity', params, result: done });
}

const uploadServer = z.object({ upload_url: z.string().min(1) });
const photoUpload = z.object({ server: z.int(), photo: z.string(), hash: z.string() });
const savedPhotos = z.array(z.object({ id: z.int(), owner_id: z.int(), access_key: z.string().optional() })).min(1);

/** Gives the name by which a message has the photo: https://dev.vk.com/ru/api/upload/photo-in-messages */
export async function uploadPhoto(
  access: Access,
  { peerId, file }: { peerId: number; file: OutboundFile },
): Promise<string> {
  const params = { peer_id: peerId };
  const server = await callVk(access, { method: 'photos.getMessagesUploadServer', params, result: uploadServer });
  const taken = photoUpload.safeParse(await upload(access, { url: server.upload_url, field: 'photo', file })).data;
  // An empty list is how the upload host says that it could not read the picture.
  if (!taken || taken.photo === '' || taken.photo === '[]') throw refused('photo_refused');
  const [saved] = await callVk(access, { method: 'photos.saveMessagesPhoto', params: taken, result: savedPhotos });
  const key = saved?.access_key ? `_${saved.access_key}` : '';
  return `photo${saved?.owner_id}_${saved?.id}${key}`;
}

const saved = z.object({ id: z.int(), owner_id: z.int(), access_key: z.string().optional() });
const savedDoc = z.object({ type: z.string(), doc: saved.optional(), audio_message: saved.optional() });

/** Gives the name by which a message has the file: https://dev.vk.com/ru/api/upload/document-in-messages */
export async function uploadDoc(
  access: Access,
  { peerId, file, type }: { peerId: number; file: OutboundFile; type: 'doc' | 'audio_message' },
): Promise<string> {
  const params = { peer_id: peerId, type };
  const server = await callVk(access, { method: 'docs.getMessagesUploadServer', params, result: uploadServer });
  const answer = await upload(access, { url: server.upload_url, field: 'file', file });
  const taken = z.object({ file: z.string().min(1) }).safeParse(answer).data;
  if (!taken) throw refused('file_refused');
  const save = { method: 'docs.save', params: { file: taken.file, title: file.name }, result: savedDoc };
  const { doc, audio_message: voice } = await callVk(access, save);
  const one = voice ?? doc;
  if (!one) throw new ConnectorError('retry', { reason: 'garbage_answer' });
  return `${voice ? 'audio_message' : 'doc'}${one.owner_id}_${one.id}${one.access_key ? `_${one.access_key}` : ''}`;
}

async function upload({ io }: Access, { url, field, file }: { url: string; field: string; file: OutboundFile }) {
  const bytes = await readFileBytes(file);
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)], { type: file.contentType }), file.name);
  const request: VendorRequest = {
    method: 'POST',
    body,
    deadlineMs: CALL_DEADLINE_MS + bytes.byteLength / BYTES_PER_MS,
  };
  const answer = await callVendor(io, { url, request, isEffect: false, secrets: [] });
  const read = readJson(answer.body);
  if (answer.status === 200 && read !== undefined) return read;
  if (answer.status === 413) throw refused('file_too_large');
  throw readFailure({ status: answer.status, body: read, retryAfter: answer.headers['retry-after'], isEffect: false });
}

/** Bytes of a customer's file; where its address is over, the message is asked for again. */
export async function fetchMedia(
  vendorRef: string,
  channel: ConnectorChannel,
  io: ConnectorIo,
): Promise<MediaDownload> {
  const ref = readMediaRef(vendorRef);
  if (!ref) throw missingFile('file_gone');
  const isPage = ref.mayBePage;
  try {
    return await fetchLink(io, { url: ref.url, isPage });
  } catch (error) {
    const url = isMissingFile(error) ? await findFreshAddress(accessOf(channel, io), ref) : undefined;
    if (url === undefined) throw error;
    return await fetchLink(io, { url, isPage });
  }
}

async function findFreshAddress(access: Access, ref: MediaRef): Promise<string | undefined> {
  const params = { peer_id: ref.peer, conversation_message_ids: ref.cmid };
  const result = z.object({ items: z.array(message) });
  const { items } = await callOwn(access, { method: 'messages.getByConversationMessageId', params, result });
  const attachment = items[0]?.attachments[ref.index];
  return attachment && findAddress(attachment);
}

const people = z.array(
  z.object({
    id: z.int(),
    first_name: z.string().catch(''),
    last_name: z.string().catch(''),
    screen_name: z.string().optional().catch(undefined),
  }),
);
const chats = z.object({
  items: z.array(z.object({ chat_settings: z.object({ title: z.string().catch('') }).optional() })),
});

/** A person by https://dev.vk.com/ru/method/users.get, the title of a chat by https://dev.vk.com/ru/method/messages.getConversationsById */
export async function fetchProfile(
  { chatId }: { chatId: string },
  channel: ConnectorChannel,
  io: ConnectorIo,
): Promise<CustomerProfile | null> {
  const access = accessOf(channel, io);
  const peerId = requirePeer(chatId);
  const nothing = { userName: null, language: null, phone: null, email: null, profileUrl: null };
  if (isGroupChat(peerId)) {
    const call = { method: 'messages.getConversationsById', params: { peer_ids: peerId, extended: 1 }, result: chats };
    const name = (await callOwn(access, call)).items[0]?.chat_settings?.title ?? '';
    return { ...nothing, name, firstName: '' };
  }
  const params = { user_ids: peerId, fields: 'screen_name' };
  const [person] = await callVk(access, { method: 'users.get', params, result: people });
  if (!person) return null;
  const { first_name: firstName, last_name, screen_name: short } = person;
  const userName = short === undefined || short === `id${peerId}` ? null : short;
  const name = [firstName, last_name].filter((part) => part !== '').join(' ');
  return { ...nothing, name, firstName, userName, profileUrl: `https://vk.com/id${peerId}` };
}

export function requirePeer(chatId: string): number {
  const peerId = readPeerId(chatId);
  if (peerId === undefined) throw refused('chat_not_found');
  return peerId;
}

const refused = (reason: string): ConnectorError => new ConnectorError('rejected', { reason });

/** A call that names the community. */
function callOwn<Schema extends z.ZodType>(access: Access, call: Call<Schema>): Promise<z.output<Schema>> {
  return callVk(access, { ...call, params: { group_id: access.groupId, ...call.params } });
}

async function callVk<Schema extends z.ZodType>(
  { token, io }: Access,
  { method, params = {}, result, isEffect = false }: Call<Schema>,
): Promise<z.output<Schema>> {
  const form = new URLSearchParams({ v: VERSION });
  for (const [name, value] of Object.entries(params)) if (value !== undefined) form.append(name, String(value));
  const answer = await callVendor(io, {
    url: `${baseUrlOf(io, URL_KEY)}/method/${method}`,
    request: {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      deadlineMs: CALL_DEADLINE_MS,
    },
    isEffect,
    secrets: [token],
  });
  const body = readJson(answer.body);
  const response = successBody.safeParse(body).data?.response;
  const success = response === undefined ? undefined : result.safeParse(response);
  if (answer.status === 200 && success?.success) return success.data;
  throw readFailure({ status: answer.status, body, retryAfter: answer.headers['retry-after'], isEffect });
}
