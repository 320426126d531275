import { channelDescriptors, cleanText } from '@otvet/contract';
import { splitText } from '../../platform/text/split-text.ts';
import {
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type OutboundFile,
  type OutboundMessage,
  type SendOutcome,
} from '../port.ts';
import { accessBot, addressParams, type BotAccess, sendGroup, sendOne, type Upload } from './api.ts';

// Limits of https://core.telegram.org/bots/api#sending-files and #sendmediagroup, read 2026-11-20.
const { textLimit, captionLimit } = channelDescriptors.telegram;
const photoBytes = 10 * 1024 * 1024;
const fileBytes = 50 * 1024 * 1024;
const groupSize = 10;
/** Pictures that stand still or get lost as a photo. */
const notPhotos = new Set(['image/gif', 'image/svg+xml']);

type MediaKind = 'photo' | 'document';
/** What one call sends. It makes as many messages as it has files, a text one. */
type Part = { kind: 'text'; text: string } | { kind: MediaKind; files: OutboundFile[]; caption: string };

/** Sends what an earlier try has not sent yet, part by part in order; the first part that fails ends the try. */
export async function send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> {
  const plan = planParts(message);
  if ('refusal' in plan) return { kind: 'rejected', reason: plan.refusal, sentParts: message.sentParts };
  const sentParts = [...message.sentParts];
  let position = 0;
  for (const [index, part] of plan.parts.entries()) {
    position += countMessages(part);
    if (position <= message.sentParts.length) continue;
    try {
      const envelope = { ...addressParams(message.chatId), ...(index === 0 ? replyParams(message) : {}) };
      sentParts.push(...(await sendPart(accessBot(channel, io), { part, envelope })));
    } catch (error) {
      return toOutcome(error, sentParts);
    }
  }
  return { kind: 'sent', vendorIds: sentParts };
}

/** The same message gives the same parts at every try. Photos first, with the text below them where it fits. */
function planParts({ text, photos, files }: OutboundMessage): { parts: Part[] } | { refusal: string } {
  const words = cleanText(text).trim();
  if (words === '' && photos.length + files.length === 0) return { refusal: 'text_empty' };
  if ([...photos, ...files].some((file) => file.size > fileBytes)) return { refusal: 'file_too_large' };
  const media = [
    ...toGroups('photo', photos.filter(isPhoto)),
    ...toGroups('document', [...photos.filter((file) => !isPhoto(file)), ...files]),
  ];
  const first = media[0];
  if (first && words.length <= captionLimit) return { parts: [{ ...first, caption: words }, ...media.slice(1)] };
  const texts = splitText({ text: words, limit: textLimit }).map((part): Part => ({ kind: 'text', text: part }));
  const photoParts = media.filter(({ kind }) => kind === 'photo');
  return { parts: [...photoParts, ...texts, ...media.filter(({ kind }) => kind === 'document')] };
}

function isPhoto(file: OutboundFile): boolean {
  return file.size <= photoBytes && !notPhotos.has(file.contentType);
}

function toGroups(kind: MediaKind, files: OutboundFile[]) {
  const count = Math.ceil(files.length / groupSize);
  return Array.from({ length: count }, (_, index) => {
    return { kind, files: files.slice(index * groupSize, (index + 1) * groupSize), caption: '' };
  });
}

function countMessages(part: Part): number {
  return part.kind === 'text' ? 1 : part.files.length;
}

type Envelope = Record<string, unknown>;
type Piece = { part: Part; envelope: Envelope };

/** A refused reply or picture shape does not cost the message: it goes once more without a reply, or as files. */
async function sendPart(bot: BotAccess, { part, envelope }: Piece): Promise<string[]> {
  try {
    return await sendPlainly(bot, { part, envelope });
  } catch (error) {
    const reason = error instanceof ConnectorError ? error.reason : '';
    if (reason === 'reply_not_found' && envelope.reply_parameters !== undefined) {
      return sendPart(bot, { part, envelope: { ...envelope, reply_parameters: undefined } });
    }
    if (reason === 'photo_refused' && part.kind === 'photo') {
      return sendPart(bot, { part: { ...part, kind: 'document' }, envelope });
    }
    throw error;
  }
}

async function sendPlainly(bot: BotAccess, { part, envelope }: Piece): Promise<string[]> {
  if (part.kind === 'text') {
    const params = { ...envelope, text: part.text };
    const sent = await sendOne(bot, { method: 'sendMessage', params, uploads: [] });
    return [String(sent.message_id)];
  }
  const caption = part.caption === '' ? {} : { caption: part.caption };
  if (part.files.length === 1) {
    const method = part.kind === 'photo' ? 'sendPhoto' : 'sendDocument';
    const uploads = await readUploads(part.files, () => part.kind);
    const sent = await sendOne(bot, { method, params: { ...envelope, ...caption }, uploads });
    return [String(sent.message_id)];
  }
  const uploads = await readUploads(part.files, (index) => `file${index}`);
  const media = uploads.map(({ field }, index) => {
    return { type: part.kind, media: `attach://${field}`, ...(index === 0 ? caption : {}) };
  });
  const sent = await sendGroup(bot, { params: { ...envelope, media }, uploads });
  return sent.map(({ message_id }) => String(message_id));
}

async function readUploads(files: OutboundFile[], nameField: (index: number) => string): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const [index, { contentType, name, read }] of files.entries()) {
    const bytes = await read().catch((cause: unknown) => {
      throw new ConnectorError('retry', { reason: 'file_unreadable', cause });
    });
    uploads.push({ field: nameField(index), bytes, contentType, name: cleanText(name) });
  }
  return uploads;
}

/** A deleted original does not fail the send. */
function replyParams({ replyToVendorId }: OutboundMessage): Envelope {
  const messageId = Number(replyToVendorId ?? Number.NaN);
  if (!Number.isSafeInteger(messageId)) return {};
  return { reply_parameters: { message_id: messageId, allow_sending_without_reply: true } };
}

function toOutcome(error: unknown, sentParts: string[]): SendOutcome {
  if (!(error instanceof ConnectorError)) throw error;
  const { kind, reason, retryAfterMs: afterMs, movedTo } = error;
  switch (kind) {
    case 'retry':
      return { kind: 'retry', afterMs, reason, sentParts, scope: 'message' };
    case 'rate-limited':
      return { kind: 'retry', afterMs, reason, sentParts, scope: 'channel' };
    case 'unauthorized':
      return { kind: 'channel-broken', reason, sentParts };
    case 'chat-moved':
      return { kind: 'chat-moved', toChatId: movedTo ?? '', sentParts };
    case 'unsupported':
      return { kind: 'rejected', reason, sentParts };
    case 'rejected':
    case 'unknown':
    case 'chat-closed':
      return { kind, reason, sentParts };
  }
}
