import { z } from 'zod';
import type { RawEvent } from '../port.ts';

/** Numbers of 64 bits come as text. */
const count = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,19}$/)
    .transform(Number),
]);
const key = z.object({
  remoteJid: z.string().min(1),
  remoteJidAlt: z.string().nullish(),
  id: z.string().min(1),
  fromMe: z.boolean().nullish(),
});
export type MessageKey = z.infer<typeof key>;

const content = z.record(z.string(), z.unknown());
export type MessageContent = z.infer<typeof content>;

/** `isNewPair`: both forms of the customer's address were seen together for the first time. */
const messagePayload = z.object({
  kind: z.literal('message'),
  key,
  isNewPair: z.boolean().catch(false),
  pushName: z.string().nullish(),
  verifiedBizName: z.string().nullish(),
  messageTimestamp: count.nullish(),
  message: content.nullish(),
});
export type MessagePayload = z.infer<typeof messagePayload>;

/** `ownKey`: what the product calls its message. */
const statusPayload = z.object({
  kind: z.literal('status'),
  key,
  status: z.union([z.number(), z.string()]),
  parameters: z.array(z.string().nullish()).catch([]),
  ownKey: z.string().nullable().catch(null),
});
export type StatusPayload = z.infer<typeof statusPayload>;

const editPayload = z.object({ kind: z.literal('edit'), key, at: count, message: content });
const deletePayload = z.object({ kind: z.literal('delete'), key });
const pairPayload = z.object({ kind: z.literal('pair'), pn: z.string().min(1), lid: z.string().min(1) });

/** What is stored of one event: made here from the library's own, so that reading it needs no library. */
export const whatsappWebPayload = z.discriminatedUnion('kind', [
  messagePayload,
  statusPayload,
  editPayload,
  deletePayload,
  pairPayload,
]);
export type WhatsappWebPayload = z.infer<typeof whatsappWebPayload>;

const REVOKED = new Set<unknown>([1, 'REVOKE']);

export const upsert = z.object({
  type: z.string(),
  messages: z.array(
    z.looseObject({ key: key.partial(), messageTimestamp: count.nullish(), message: content.nullish() }),
  ),
});
export const update = z.object({
  key,
  update: z.looseObject({
    status: z.union([z.number(), z.string()]).nullish(),
    message: content.nullish(),
    messageStubType: z.union([z.number(), z.string()]).nullish(),
    messageStubParameters: z.array(z.string().nullish()).nullish(),
    messageTimestamp: count.nullish(),
  }),
});
export const pair = z.object({ lid: z.string().min(1), pn: z.string().min(1) });

const place = ({ remoteJid, id, fromMe }: MessageKey) => `${remoteJid}:${id}:${fromMe ? 1 : 0}`;
/** Under which a message of a customer was accepted. */
export const messageEventId = (chatId: string, id: string): string => `message:${chatId}:${id}:0`;

/** News of one message: its state, a change or its end; undefined where it brings nothing. */
export function readUpdate(given: unknown, ownKey: string | null): RawEvent | undefined {
  const found = update.safeParse(given).data;
  if (!found) return undefined;
  const { key: of, update: news } = found;
  const edited = z.object({ editedMessage: z.object({ message: content }) }).safeParse(news.message).data
    ?.editedMessage.message;
  const at = news.messageTimestamp ?? 0;
  if (edited) return { eventId: `edit:${place(of)}:${at}`, payload: { kind: 'edit', key: of, at, message: edited } };
  if (news.message === null && REVOKED.has(news.messageStubType))
    return { eventId: `delete:${place(of)}`, payload: { kind: 'delete', key: of } };
  const { status, messageStubParameters: parameters = [] } = news;
  if (status === null || status === undefined || !of.fromMe) return undefined;
  const payload = { kind: 'status', key: of, status, parameters, ownKey };
  return { eventId: `status:${place(of)}:${status}`, payload };
}

export const readMessageEvent = (payload: MessagePayload): RawEvent => ({
  eventId: `message:${place(payload.key)}`,
  payload,
});

const changing = z.object({
  key,
  messageTimestamp: count.nullish(),
  message: z.object({
    protocolMessage: z.object({
      // Numbers or names, as the library has them; what removes is the first, and the first may be left out.
      type: z.union([z.number(), z.string()]).nullish(),
      key: z.object({ id: z.string().min(1) }),
      editedMessage: content.nullish(),
      timestampMs: count.nullish(),
    }),
  }),
});
const REMOVES = new Set<unknown>([0, 'REVOKE', null, undefined]);
const EDITS = new Set<unknown>([14, 'MESSAGE_EDIT']);

/** A message that edits or removes another, as the library's update of that other one; undefined for any other. */
export function readChange(given: unknown): z.input<typeof update> | undefined {
  const found = changing.safeParse(given).data;
  if (!found) return undefined;
  const { type, key: of, editedMessage, timestampMs } = found.message.protocolMessage;
  const about = { ...found.key, id: of.id };
  if (REMOVES.has(type)) return { key: about, update: { message: null, messageStubType: 'REVOKE' } };
  if (!EDITS.has(type) || !editedMessage) return undefined;
  const messageTimestamp = timestampMs ? Math.floor(timestampMs / 1000) : found.messageTimestamp;
  return { key: about, update: { message: { editedMessage: { message: editedMessage } }, messageTimestamp } };
}

const PERSON = /^(\d{5,20})(?::\d{1,5})?@(s\.whatsapp\.net|c\.us|lid|hosted|hosted\.lid)$/;

/** The address of a person without the device; undefined for groups, statuses and what else has addresses. */
export function personOf(jid: string | null | undefined): string | undefined {
  const [, user, server] = PERSON.exec(jid ?? '') ?? [];
  if (user === undefined) return undefined;
  return `${user}@${server === 'c.us' ? 's.whatsapp.net' : server}`;
}

/** An address that hides the number. */
export const isHidden = (jid: string): boolean => /@(?:hosted\.)?lid$/.test(jid);

/** With a plus; null where the address hides it. */
export function phoneOf(jid: string): string | null {
  const person = personOf(jid);
  return person === undefined || isHidden(person) ? null : `+${person.slice(0, person.indexOf('@'))}`;
}

const ownHost = z.string().regex(/^https:\/\/[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,3}\.whatsapp\.net\//);
const ownPath = z.string().regex(/^\/[^/\\]/);
const media = z.object({
  // Whoever writes a message names the place: only the platform's own is asked.
  url: ownHost.nullish().catch(null),
  directPath: ownPath.nullish().catch(null),
  mediaKey: z.string().nullish(),
  fileSha256: z.string().nullish(),
  fileEncSha256: z.string().nullish(),
  fileLength: z.union([z.string(), z.number()]).nullish(),
  mimetype: z.string().nullish(),
});
const reference = z.object({ key, name: z.string(), part: media });

/** What loading a file needs: its place and its key. */
export const mediaRef = {
  write: (given: { key: MessageKey; name: string; part: unknown }): string | null => {
    const found = reference.safeParse(given).data;
    return found?.part.mediaKey && (found.part.url || found.part.directPath) ? JSON.stringify(found) : null;
  },
  /** Throws what is no reference. */
  read: (text: string) => reference.parse(JSON.parse(text)),
};
