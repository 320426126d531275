import { cleanText, type LabelledChoices, viberDescriptor } from '@otvet/contract';
import {
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type OutboundFile,
  type OutboundMessage,
  type SendOutcome,
} from '../port.ts';
import { type Part, type PartRules, planParts } from '../sending/plan-parts.ts';
import { sendParts } from '../sending/send-parts.ts';
import { accessBot, type BotAccess, sendMessage } from './api.ts';

// Limits of https://creators.viber.com/docs/bots-api/data-models/message, read 2026-11-23.
/** Of iOS; Android takes more. */
const PICTURE_BYTES = 1024 * 1024;
const VIDEO_BYTES = 27_262_976;
const FILE_BYTES = 52_428_800;
const NAME_LENGTH = 256;

const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif']);
/** Addresses of pictures and videos have to end so. */
const endings = { picture: /\.(?:jpe?g|png|gif)$/i, video: /\.mp4$/i, file: /\.[a-z0-9]{1,10}$/i } as const;

type MediaKind = keyof typeof endings;

/** Only a picture has words below it. */
function rulesFor({ photos, files }: OutboundMessage): PartRules<MediaKind> {
  const hasPicture = [...photos, ...files].some((file) => kindOf(file) === 'picture');
  return {
    textLimit: viberDescriptor.textLimit,
    captionLimit: hasPicture ? viberDescriptor.captionLimit : 0,
    maxFileBytes: FILE_BYTES,
    order: [
      { kind: 'picture', groupSize: 1, isAfterText: false },
      { kind: 'video', groupSize: 1, isAfterText: true },
      { kind: 'file', groupSize: 1, isAfterText: true },
    ],
    kindOf,
  };
}

/** A file of a picture's type is shown as one: an operator attaches pictures in both ways. */
function kindOf({ contentType, size, url }: OutboundFile): MediaKind {
  const fits = (kind: MediaKind) => endings[kind].test(url ?? '');
  if (pictureTypes.has(contentType) && size <= PICTURE_BYTES && fits('picture')) return 'picture';
  return contentType === 'video/mp4' && size <= VIDEO_BYTES && fits('video') ? 'video' : 'file';
}

export async function send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> {
  const bot = accessBot(channel, io);
  const { choices } = message;
  const plan = planParts({ ...message, text: choices?.text ?? message.text }, rulesFor(message));
  const last = 'parts' in plan ? plan.parts.at(-1) : undefined;
  return await sendParts(message, plan, async (part) => {
    const isLast = part === last;
    const envelope = {
      receiver: message.chatId,
      sender: { name: channel.credentials.botName ?? '' },
      min_api_version: 1,
      // It comes back with the customer's next message: then all parts have arrived.
      ...(isLast && { tracking_data: message.idempotencyKey }),
      ...(isLast && choices !== null && { keyboard: keyboardOf(choices) }),
    };
    return [await sendPart(bot, { part, envelope, plain: message.text })];
  });
}

type Envelope = Record<string, unknown>;
type Piece = {
  part: Part<MediaKind>;
  envelope: Envelope;
  /** The text with its choices as numbered lines. */
  plain: string;
};

/** A device that cannot show something gets it as words: a link, or the choices as lines. */
async function sendPart(bot: BotAccess, piece: Piece): Promise<string> {
  try {
    return await sendMessage(bot, { ...piece.envelope, ...contentOf(piece.part) });
  } catch (error) {
    const reason = error instanceof ConnectorError ? error.reason : '';
    const asWords = reason === 'device_refused' || reason === 'version_unsupported' ? toWords(piece) : undefined;
    if (asWords === undefined) throw error;
    const { keyboard: _keyboard, ...envelope } = piece.envelope;
    return await sendMessage(bot, { ...envelope, type: 'text', text: asWords });
  }
}

function toWords({ part, envelope, plain }: Piece): string | undefined {
  if (part.kind !== 'text') return [part.caption, part.files[0]?.url ?? ''].filter((line) => line !== '').join('\n');
  return envelope.keyboard === undefined ? undefined : cleanText(plain).trim().slice(0, viberDescriptor.textLimit);
}

function contentOf(part: Part<MediaKind>): Envelope {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const [file] = part.files;
  // The platform fetches what it shows: there is no upload.
  if (!file || file.url === null) throw new ConnectorError('rejected', { reason: 'public_address_needed' });
  if (!endings[part.kind].test(file.url)) throw new ConnectorError('rejected', { reason: 'file_without_type' });
  if (part.kind === 'picture') return { type: 'picture', text: part.caption, media: file.url };
  const { url: media, size } = file;
  if (part.kind === 'video') return { type: 'video', media, size };
  return { type: 'file', media, size, file_name: fileNameOf(file.name, media) };
}

/** With the extension of the address, however long it is. */
function fileNameOf(name: string, url: string): string {
  const extension = endings.file.exec(url)?.[0] ?? '';
  const clean = cleanText(name);
  const stem = clean.toLowerCase().endsWith(extension.toLowerCase())
    ? clean.slice(0, clean.length - extension.length)
    : clean;
  return `${stem.slice(0, NAME_LENGTH - extension.length).toWellFormed()}${extension}`;
}

/** A press says `ActionBody`; the text of a button is HTML. The keyboard goes with the next message that has none. */
function keyboardOf({ labels }: LabelledChoices): Envelope {
  const Buttons = labels.map((label) => ({
    Columns: 6,
    Rows: 1,
    ActionType: 'reply',
    ActionBody: label,
    Text: label.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    TextSize: 'regular',
  }));
  return { Type: 'keyboard', DefaultHeight: false, Buttons };
}
