import type { ParsedBody } from '../http/read-body.ts';
import { entryOf, sendDelivered, sendEcho } from './customers.ts';
import { GraphError, noPermission, wrongParameter } from './errors.ts';
import { outgoing, taken, uploadLimit, uploadMessage } from './schemas.ts';
import { type Account, findChat, type Token, type World } from './world.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 24 * HOUR_MS;
const HUMAN_WINDOW_MS = 7 * WINDOW_MS;

type Call = { account: Account; token: Token };

/** `POST /{account}/messages`: a message, or a sign of typing. */
export function sendMessage(world: World, { account, token }: Call, body: unknown): object {
  const form = outgoing[account.kind].safeParse(body);
  if (!form.success) throw wrongParameter(form.error.message);
  const sent = taken.parse(form.data);
  const personId = sent.recipient.id;
  const chat = findChat(world, account.id, personId);
  if (chat === undefined) throw wrongParameter('No matching user found', 2018001);
  if (sent.sender_action !== undefined) return { recipient_id: personId };
  requireWindow(world.now() - chat.lastFromCustomer, sent.tag, account);
  const { text = '', attachment, quick_replies: replies = [], metadata } = sent.message ?? {};
  const file = attachment && world.uploads.get(attachment.payload.attachment_id);
  if (attachment && (file === undefined || file.type !== attachment.type)) throw wrongParameter('attachment_id');
  const replyTo = sent.reply_to?.mid ?? null;
  if (replyTo !== null && !chat.entries.some(({ mid }) => mid === replyTo)) throw wrongParameter('reply_to');
  const mid = world.nextId('m_');
  const labels = replies.map(({ title }) => title);
  const shown = { text, labels, replyTo, tag: sent.tag ?? null };
  chat.entries.push(
    entryOf({ author: 'business', mid, ...shown, attachment: file?.contentType ?? null, media: file?.bytes ?? null }),
  );
  const files = file ? [{ type: file.type, payload: { url: `${world.url}/media/sent/${mid}` } }] : undefined;
  const words = { ...(text !== '' && { text }), ...(files && { attachments: files }) };
  // What Instagram tells of the application is not documented: nothing.
  const marks =
    account.kind === 'page' ? { app_id: Number(token.appId), ...(metadata !== undefined && { metadata }) } : {};
  sendEcho(world, { account, personId, message: { mid, ...words, ...marks } });
  sendDelivered(world, { account, personId, mid });
  return { recipient_id: personId, message_id: mid };
}

function requireWindow(age: number, tag: string | undefined, { kind }: Account): void {
  if (age <= (tag === undefined ? WINDOW_MS : HUMAN_WINDOW_MS)) return;
  const subcode = kind === 'page' ? 2018278 : 2534022;
  throw new GraphError(403, 10, { subcode, message: '(#10) This message is sent outside of allowed window.' });
}

/** `POST /{account}/message_attachments`: bytes for a later message. */
export function upload(world: World, { account }: Call, { fields, files }: ParsedBody): object {
  const [file] = files;
  if (file?.field !== 'filedata') throw wrongParameter('filedata is required');
  if ((account.kind === 'instagram') !== (fields.platform === 'instagram')) throw wrongParameter('platform');
  const form = uploadMessage.safeParse(readJson(fields.message));
  if (!form.success) throw wrongParameter(form.error.message);
  const { type } = form.data.attachment;
  if (file.bytes.byteLength > uploadLimit(type))
    throw new GraphError(400, 100, { subcode: 2018047, message: '(#100) Upload attachment failure.' });
  const isFit = type === 'file' || file.mimeType.startsWith(`${type}/`);
  if (!isFit) throw wrongParameter(`${file.mimeType} as ${type}`);
  const id = world.nextId();
  world.uploads.set(id, { type, bytes: file.bytes, contentType: file.mimeType });
  return { attachment_id: id };
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : '');
  } catch {
    return undefined;
  }
}

/** `GET /{person}`: who wrote to the account of the token. */
export function showPerson(world: World, { account }: Call, personId: string): object {
  const chat = findChat(world, account.id, personId);
  if (chat === undefined) throw noPermission('user consent');
  const { name } = chat.person;
  const [first = '', ...rest] = name.split(' ');
  if (account.kind === 'instagram') return { id: personId, name, username: `user_${personId}` };
  return { id: personId, name, first_name: first, last_name: rest.join(' ') };
}
