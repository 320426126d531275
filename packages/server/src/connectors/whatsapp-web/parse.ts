import type { AttachmentType } from '@otvet/contract';
import { z } from 'zod';
import type { InboundAttachment, InboundChat, InboundEvent, InboundSender } from '../port.ts';
import { NEW_CHATS_LIMITED } from './errors.ts';
import {
  type MessageContent,
  type MessageKey,
  type MessagePayload,
  mediaRef,
  phoneOf,
  type StatusPayload,
  whatsappWebPayload,
} from './payload.ts';

/** Reads one stored event; what brings nothing to a dialog is ignored by name. */
export function parse(payload: unknown): InboundEvent[] {
  const read = whatsappWebPayload.safeParse(payload).data;
  switch (read?.kind) {
    case undefined:
      return ignored('unreadable');
    case 'message':
      return readMessage(read);
    case 'status':
      return readStatus(read);
    case 'edit': {
      const { text } = readContent(unwrap(read.message), read.key);
      const editedAt = new Date(Number(read.at) * 1000);
      return [{ kind: 'edit', chat: chatOf(read.key), messageId: read.key.id, text, editedAt }];
    }
    case 'delete':
      return [{ kind: 'delete', chat: chatOf(read.key), messageIds: [read.key.id] }];
    case 'pair':
      return [{ kind: 'chat-moved', fromChatId: read.pn, toChatId: read.lid }];
  }
}

const ignored = (reason: string): InboundEvent[] => [{ kind: 'ignored', reason }];

const chatOf = ({ remoteJid }: MessageKey, title = ''): InboundChat => ({ id: remoteJid, isGroup: false, title });

/** Alone in a message they carry nothing that anybody wrote. */
const TECHNICAL = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'messageContextInfo',
  // Announces pictures that follow one by one.
  'albumMessage',
  'encReactionMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'pollUpdateMessage',
]);

function readMessage(payload: MessagePayload): InboundEvent[] {
  const { key, message, isNewPair } = payload;
  // Not decrypted yet: it comes again under the same id.
  if (!message) return ignored('undecryptable');
  const content = unwrap(message);
  const kinds = Object.keys(content).filter((kind) => !TECHNICAL.has(kind));
  if (kinds.length === 0) return ignored('technical');
  if (kinds.includes('reactionMessage')) return ignored('reaction');
  const isOwn = key.fromMe === true;
  // In own messages the name is the owner's.
  const name = isOwn ? '' : (payload.verifiedBizName ?? payload.pushName ?? '');
  const moved: InboundEvent[] =
    isNewPair && key.remoteJidAlt
      ? [{ kind: 'chat-moved', fromChatId: key.remoteJidAlt, toChatId: key.remoteJid }]
      : [];
  const { text, attachments, replyTo } = readContent(content, key);
  return [
    ...moved,
    {
      kind: 'message',
      chat: chatOf(key, name),
      sender: senderOf(key, name),
      messageId: key.id,
      sentAt: new Date(Number(payload.messageTimestamp ?? 0) * 1000),
      text,
      attachments,
      replyTo,
      albumId: albumOf(message),
      isOwn,
      isAddressed: true,
      clientId: null,
    },
  ];
}

function senderOf(key: MessageKey, name: string): InboundSender {
  const phone = phoneOf(key.remoteJid) ?? phoneOf(key.remoteJidAlt ?? '');
  return { id: key.remoteJid, name, firstName: name, userName: null, language: null, phone };
}

/** `SERVER_ACK` is the platform's, `DELIVERY_ACK` the phone's. Numbers or names, as the library has them. */
const states: Record<string, 'sent' | 'delivered' | 'read' | 'failed'> = {
  0: 'failed',
  ERROR: 'failed',
  2: 'sent',
  SERVER_ACK: 'sent',
  3: 'delivered',
  DELIVERY_ACK: 'delivered',
  4: 'read',
  READ: 'read',
  5: 'read',
  PLAYED: 'read',
};

function readStatus({ key, status, parameters, ownKey }: StatusPayload): InboundEvent[] {
  const state = states[String(status)];
  if (state === undefined) return ignored('status_unknown');
  const isLimited = parameters.includes(String(NEW_CHATS_LIMITED));
  const failure = isLimited ? 'new_chats_limited' : 'refused';
  const reason = state === 'failed' ? failure : null;
  return [{ kind: 'receipt', chat: chatOf(key), of: { by: 'ids', messageIds: [key.id], ownKey }, state, reason }];
}

const wrapped = z.object({ message: z.record(z.string(), z.unknown()) });
const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
];
const MAX_WRAPPERS = 5;

/** What somebody wrote, out of the wrappers around it. */
function unwrap(message: MessageContent): MessageContent {
  let content = message;
  for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
    const inner = WRAPPERS.flatMap((name) => wrapped.safeParse(content[name]).data ?? [])[0];
    if (!inner) return content;
    content = inner.message;
  }
  return content;
}

const album = z.object({ messageAssociation: z.object({ parentMessageKey: z.object({ id: z.string().min(1) }) }) });

/** Pictures that were chosen together name the message that announced them. */
function albumOf(message: MessageContent): string | null {
  const inner = wrapped.safeParse(message.associatedChildMessage).data?.message ?? message;
  return album.safeParse(inner.messageContextInfo).data?.messageAssociation.parentMessageKey.id ?? null;
}

type Content = {
  text: string;
  attachments: InboundAttachment[];
  replyTo: { messageId: string; text: string } | null;
};

function readContent(content: MessageContent, key: MessageKey): Content {
  const media = readMedia(content, key);
  return {
    text: media?.caption ?? readText(content),
    attachments: media ? [{ ...media, caption: null }] : readCards(content),
    replyTo: readReply(content),
  };
}

const words = z.string().catch('');
const textOf = z.object({ text: words });

function readText(content: MessageContent): string {
  if (typeof content.conversation === 'string') return content.conversation;
  const texts = z.object({
    extendedTextMessage: textOf.transform(({ text }) => text),
    buttonsResponseMessage: z.object({ selectedDisplayText: z.string() }).transform((it) => it.selectedDisplayText),
    templateButtonReplyMessage: z.object({ selectedDisplayText: z.string() }).transform((it) => it.selectedDisplayText),
    listResponseMessage: z.object({ title: z.string() }).transform(({ title }) => title),
    interactiveResponseMessage: z.object({ body: textOf }).transform(({ body }) => body.text),
  });
  for (const [name, schema] of Object.entries(texts.shape)) {
    const text = schema.safeParse(content[name]).data;
    if (text !== undefined) return text;
  }
  return '';
}

const mediaKinds: Record<string, AttachmentType> = {
  imageMessage: 'image',
  videoMessage: 'video',
  ptvMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
};

const mediaPart = z.object({
  mimetype: z.string().nullish(),
  caption: z.string().nullish(),
  fileName: z.string().nullish(),
  fileLength: z.coerce.number().nullish().catch(null),
  ptt: z.boolean().nullish(),
});

function readMedia(content: MessageContent, key: MessageKey): InboundAttachment | undefined {
  const [found] = Object.entries(mediaKinds).flatMap(([name, type]) => {
    const part = mediaPart.safeParse(content[name]).data;
    return part ? [{ name, type, part }] : [];
  });
  if (!found) return undefined;
  const { name, type, part } = found;
  return {
    type: part.ptt === true ? 'voice' : type,
    vendorRef: mediaRef.write({ key, name, part: content[name] }),
    contentType: part.mimetype?.split(';')[0] ?? null,
    name: part.fileName ?? null,
    size: part.fileLength ?? null,
    caption: part.caption ?? null,
  };
}

const place = z.object({
  degreesLatitude: z.number(),
  degreesLongitude: z.number(),
  name: z.string().nullish(),
  address: z.string().nullish(),
});
const card = z.object({ displayName: words, vcard: words });
const cards = z.object({ contacts: z.array(card) });

function readCards(content: MessageContent): InboundAttachment[] {
  const noFile = { vendorRef: null, contentType: null, size: null };
  const found = place.safeParse(content.locationMessage ?? content.liveLocationMessage).data;
  if (found) {
    const name = [found.name, found.address].filter((part) => part).join(', ') || null;
    return [{ ...noFile, type: 'location', name, caption: `${found.degreesLatitude}, ${found.degreesLongitude}` }];
  }
  const one = card.safeParse(content.contactMessage).data;
  const several = cards.safeParse(content.contactsArrayMessage).data?.contacts ?? [];
  return [...(one ? [one] : []), ...several].map(({ displayName, vcard }) => ({
    ...noFile,
    type: 'contact',
    name: displayName || null,
    caption: readPhone(vcard),
  }));
}

/** The first number of a card. */
function readPhone(vcard: string): string | null {
  const line = vcard.split(/\r?\n/).find((one) => one.toUpperCase().includes('TEL'));
  return line === undefined ? null : line.slice(line.lastIndexOf(':') + 1).trim() || null;
}

const quoting = z.object({
  contextInfo: z.object({ stanzaId: z.string().min(1), quotedMessage: z.record(z.string(), z.unknown()).nullish() }),
});

function readReply(content: MessageContent): Content['replyTo'] {
  const [found] = Object.values(content).flatMap((part) => quoting.safeParse(part).data?.contextInfo ?? []);
  if (!found) return null;
  const quoted = unwrap(found.quotedMessage ?? {});
  const captions = Object.values(quoted).flatMap((part) => mediaPart.safeParse(part).data?.caption ?? []);
  return { messageId: found.stanzaId, text: readText(quoted) || (captions[0] ?? '') };
}
