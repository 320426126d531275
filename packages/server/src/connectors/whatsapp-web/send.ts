import { createHash } from 'node:crypto';
import { whatsappWebDescriptor } from '@otvet/contract';
import { ConnectorError, type OutboundFile, type OutboundMessage, type SendOutcome } from '../port.ts';
import { type Part, type PartRules, planParts } from '../sending/plan-parts.ts';
import { readFileBytes, sendParts } from '../sending/send-parts.ts';

// As the app takes them; more was not tried.
const PICTURE_BYTES = 16 * 1024 * 1024;
const FILE_BYTES = 64 * 1024 * 1024;

type MediaKind = 'image' | 'video' | 'document' | 'voice';

const order = (['image', 'video', 'document', 'voice'] as const).map((kind) => ({
  kind,
  groupSize: 1,
  isAfterText: kind !== 'image',
}));

const isVoice = ({ contentType }: OutboundFile) => contentType === 'audio/ogg';

function kindOf(file: OutboundFile, asked: 'photo' | 'file'): MediaKind {
  if (isVoice(file)) return 'voice';
  const isSmall = file.size <= PICTURE_BYTES;
  if (asked === 'photo' && isSmall && /^image\/(?:jpeg|png)$/.test(file.contentType)) return 'image';
  return isSmall && file.contentType === 'video/mp4' ? 'video' : 'document';
}

/** A voice message has no words below it. */
function rulesFor({ photos, files }: OutboundMessage): PartRules<MediaKind> {
  const { textLimit, captionLimit } = whatsappWebDescriptor;
  const hasPlaceForWords = [...photos, ...files].some((file) => !isVoice(file));
  return { textLimit, captionLimit: hasPlaceForWords ? captionLimit : 0, maxFileBytes: FILE_BYTES, order, kindOf };
}

/** What one message is made of, as the library takes it. */
export type WaContent = Record<string, unknown>;
export type WaSend = (content: WaContent, options: { messageId: string; replyTo: string | null }) => Promise<void>;

/** Sends a message part by part; `sendOne` brings one of them out. */
export async function sendMessage(message: OutboundMessage, sendOne: WaSend): Promise<SendOutcome> {
  return await sendParts(message, planParts(message, rulesFor(message)), async (part, { isFirst, position }) => {
    const messageId = messageIdOf(message, position);
    const content = await contentOf(part);
    await sendOne(content, { messageId, replyTo: isFirst ? readQuoted(message.replyToVendorId) : null });
    return [messageId];
  });
}

/** Before a dialog went over to another address its numbers were marked with the former one. */
function readQuoted(vendorId: string | null): string | null {
  return vendorId === null ? null : vendorId.slice(vendorId.lastIndexOf(':') + 1);
}

/** In the form of WhatsApp Web's own, and the same for every try of one part. */
export function messageIdOf({ idempotencyKey }: OutboundMessage, position: number): string {
  const hash = createHash('sha256').update(`${idempotencyKey}:${position}`).digest('hex');
  return `3EB0${hash.slice(0, 18).toUpperCase()}`;
}

async function contentOf(part: Part<MediaKind>): Promise<WaContent> {
  if (part.kind === 'text') return { text: part.text };
  const [file] = part.files;
  if (!file) throw new ConnectorError('rejected', { reason: 'file_gone' });
  const bytes = await readFileBytes(file);
  const caption = part.caption === '' ? {} : { caption: part.caption };
  switch (part.kind) {
    case 'image':
      return { image: bytes, mimetype: file.contentType, ...caption };
    case 'video':
      return { video: bytes, mimetype: file.contentType, ...caption };
    case 'voice':
      return { audio: bytes, ptt: true, mimetype: 'audio/ogg; codecs=opus' };
    case 'document':
      return { document: bytes, mimetype: file.contentType, fileName: file.name, ...caption };
  }
}
