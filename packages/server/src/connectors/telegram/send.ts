import { cleanText, telegramDescriptor } from '@otvet/contract';
import {
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type OutboundFile,
  type OutboundMessage,
  type SendOutcome,
} from '../port.ts';
import { type Part, type PartRules, planParts } from '../sending/plan-parts.ts';
import { readFileBytes, sendParts } from '../sending/send-parts.ts';
import { accessBot, addressParams, type BotAccess, sendGroup, sendOne, type Upload } from './api.ts';
import { readChatId } from './payload.ts';

// Limits of https://core.telegram.org/bots/api#sending-files and #sendmediagroup, read 2026-11-20.
const PHOTO_BYTES = 10 * 1024 * 1024;
const FILE_BYTES = 50 * 1024 * 1024;
const GROUP_SIZE = 10;

type MediaKind = 'photo' | 'animation' | 'document';

const rules: PartRules<MediaKind> = {
  textLimit: telegramDescriptor.textLimit,
  captionLimit: telegramDescriptor.captionLimit,
  maxFileBytes: FILE_BYTES,
  order: [
    { kind: 'photo', groupSize: GROUP_SIZE, isAfterText: false },
    // An album takes no animations.
    { kind: 'animation', groupSize: 1, isAfterText: false },
    { kind: 'document', groupSize: GROUP_SIZE, isAfterText: true },
  ],
  kindOf: (file, asked) => (asked === 'photo' ? kindOfPicture(file) : 'document'),
};

/** A GIF stands still as a photo; a large picture and a drawing are refused as one. */
function kindOfPicture({ contentType, size }: OutboundFile): MediaKind {
  if (contentType === 'image/gif') return 'animation';
  return size <= PHOTO_BYTES && contentType !== 'image/svg+xml' ? 'photo' : 'document';
}

export async function send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> {
  const bot = accessBot(channel, io);
  const markup = markupOf(message);
  const words = markup?.keyboard === undefined ? message.text : (message.choices?.text ?? message.text);
  const plan = planParts({ ...message, text: words }, rules);
  const last = 'parts' in plan ? plan.parts.at(-1) : undefined;
  return await sendParts(message, plan, (part, { isFirst }) => {
    const keys = part === last && !isAlbum(part) && markup !== undefined ? { reply_markup: markup } : {};
    const envelope = { ...addressParams(message.chatId), ...(isFirst ? replyParams(message) : {}), ...keys };
    return sendPart(bot, { part, envelope });
  });
}

type Markup = { keyboard?: { text: string }[][]; [option: string]: unknown };

/** A press says its label: https://core.telegram.org/bots/api#replykeyboardmarkup, read 2026-11-22. Chats of a business account have none. */
function markupOf({ chatId, choices, endsChoices }: OutboundMessage): Markup | undefined {
  if (readChatId(chatId)?.businessConnectionId != null) return undefined;
  if (choices !== null) {
    const keyboard = choices.labels.map((text) => [{ text }]);
    return { keyboard, one_time_keyboard: true, resize_keyboard: true };
  }
  return endsChoices ? { remove_keyboard: true } : undefined;
}

/** An album takes no keyboard. */
const isAlbum = (part: Part<MediaKind>): boolean => part.kind !== 'text' && part.files.length > 1;

type Envelope = Record<string, unknown>;
type Piece = { part: Part<MediaKind>; envelope: Envelope };

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

const singleMethods = { photo: 'sendPhoto', animation: 'sendAnimation', document: 'sendDocument' } as const;

async function sendPlainly(bot: BotAccess, { part, envelope }: Piece): Promise<string[]> {
  if (part.kind === 'text') {
    const params = { ...envelope, text: part.text };
    const sent = await sendOne(bot, { method: 'sendMessage', params, uploads: [] });
    return [String(sent.message_id)];
  }
  const caption = part.caption === '' ? {} : { caption: part.caption };
  if (part.files.length === 1) {
    const uploads = await readUploads(part.files, () => part.kind);
    const sent = await sendOne(bot, { method: singleMethods[part.kind], params: { ...envelope, ...caption }, uploads });
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
  for (const [index, file] of files.entries()) {
    const bytes = await readFileBytes(file);
    uploads.push({ field: nameField(index), bytes, contentType: file.contentType, name: cleanText(file.name) });
  }
  return uploads;
}

/** A deleted original does not fail the send. */
function replyParams({ replyToVendorId }: OutboundMessage): Envelope {
  const messageId = Number(replyToVendorId ?? Number.NaN);
  if (!Number.isSafeInteger(messageId)) return {};
  return { reply_parameters: { message_id: messageId, allow_sending_without_reply: true } };
}
