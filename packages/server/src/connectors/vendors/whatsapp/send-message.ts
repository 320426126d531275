import { cleanText, type LabelledChoices } from '@otvet/contract';
import { z } from 'zod';
import type { OutboundFile, OutboundMessage, SendOutcome } from '../../port.ts';
import { type Part, type PartRules, planParts } from '../../sending/plan-parts.ts';
import { readFileBytes, sendParts } from '../../sending/send-parts.ts';
import { isUserId } from './payload.ts';
import { templateContent } from './templates.ts';
import type { WhatsAppTransport } from './transport.ts';

// https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages, read 2026-11-23.

const MEGABYTE = 1024 * 1024;
const INTERACTIVE_TEXT = 1024;
const BUTTONS = { max: 3, label: 20 };
/** Opens the list: the platform asks for words, and these need no language. */
const LIST_BUTTON = '☰';

type Limits = { textLimit: number; captionLimit: number };
type MediaKind = 'image' | 'video' | 'document' | 'audio';
type Envelope = Record<string, unknown>;

const formats: readonly { kind: MediaKind; types: ReadonlySet<string>; bytes: number }[] = [
  { kind: 'image', types: new Set(['image/jpeg', 'image/png']), bytes: 5 * MEGABYTE },
  { kind: 'video', types: new Set(['video/mp4', 'video/3gpp']), bytes: 16 * MEGABYTE },
  {
    kind: 'audio',
    types: new Set(['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg']),
    bytes: 16 * MEGABYTE,
  },
];
const DOCUMENT_BYTES = 100 * MEGABYTE;

/** What is no picture, film or sound that the platform plays goes as a document. */
function kindOf({ contentType, size }: OutboundFile): MediaKind {
  return formats.find(({ types, bytes }) => types.has(contentType) && size <= bytes)?.kind ?? 'document';
}

/** A sound has no words below it. */
function rulesFor({ photos, files }: OutboundMessage, { textLimit, captionLimit }: Limits): PartRules<MediaKind> {
  const hasCaption = [...photos, ...files].some((file) => kindOf(file) !== 'audio');
  return {
    textLimit,
    captionLimit: hasCaption ? captionLimit : 0,
    maxFileBytes: DOCUMENT_BYTES,
    order: [
      { kind: 'image', groupSize: 1, isAfterText: false },
      { kind: 'video', groupSize: 1, isAfterText: false },
      { kind: 'document', groupSize: 1, isAfterText: true },
      { kind: 'audio', groupSize: 1, isAfterText: true },
    ],
    kindOf,
  };
}

/** Sends one message, whatever the way to the platform. */
export async function sendWhatsAppMessage(
  transport: WhatsAppTransport,
  message: OutboundMessage,
  limits: Limits,
): Promise<SendOutcome> {
  const { template } = message;
  const buttons = message.choices && toButtons(message.choices);
  const text = buttons ? (message.choices?.text ?? '') : message.text;
  const plan = template
    ? { parts: [{ kind: 'text' as const, text }] }
    : planParts({ ...message, text }, rulesFor(message, limits));
  const last = 'parts' in plan ? plan.parts.at(-1) : undefined;
  return await sendParts(message, plan, async (part, { isFirst }) => {
    const envelope = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...(isUserId(message.chatId) ? { recipient: message.chatId } : { to: message.chatId }),
      ...(isFirst && message.replyToVendorId !== null && { context: { message_id: message.replyToVendorId } }),
      // It comes back with the statuses: when that of the last part is known, all of them arrived.
      ...(part === last && { biz_opaque_callback_data: message.idempotencyKey }),
    };
    const words = template ? templateContent(template) : buttons;
    const content = part === last && words && part.kind === 'text' ? words : await contentOf(transport, part);
    return [await post(transport, { ...envelope, ...content })];
  });
}

const accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });

async function post(transport: WhatsAppTransport, body: Envelope): Promise<string> {
  const path = `${transport.prefix}messages`;
  const { messages } = await transport.call({ method: 'POST', path, body, isEffect: true, result: accepted });
  return messages[0]?.id ?? '';
}

async function contentOf(transport: WhatsAppTransport, part: Part<MediaKind>): Promise<Envelope> {
  if (part.kind === 'text') return { type: 'text', text: { body: part.text, preview_url: true } };
  const [file] = part.files;
  if (!file) return {};
  const media = {
    id: await upload(transport, file, part.kind),
    ...(part.kind !== 'audio' && part.caption !== '' && { caption: part.caption }),
    ...(part.kind === 'document' && { filename: cleanText(file.name) }),
  };
  return { type: part.kind, [part.kind]: media };
}

const uploaded = z.object({ id: z.string().min(1) });

/** Kept there for thirty days. A link would need a public address of ours. */
async function upload(transport: WhatsAppTransport, file: OutboundFile, kind: MediaKind): Promise<string> {
  const bytes = await readFileBytes(file);
  const type = kind === 'document' && file.contentType === '' ? 'application/octet-stream' : file.contentType;
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', type);
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), file.name);
  const path = `${transport.prefix}media`;
  return (await transport.call({ method: 'POST', path, body: form, size: bytes.length, result: uploaded })).id;
}

/** Few short labels are buttons, more a list; a text that is too long for either keeps its numbered lines. */
function toButtons({ text, labels }: LabelledChoices): Envelope | null {
  if (text.length > INTERACTIVE_TEXT) return null;
  const body = { text };
  const isShort = labels.length <= BUTTONS.max && labels.every((label) => label.length <= BUTTONS.label);
  const replies = labels.map((title, place) => ({ id: String(place + 1), title }));
  const interactive = isShort
    ? { type: 'button', body, action: { buttons: replies.map((reply) => ({ type: 'reply', reply })) } }
    : { type: 'list', body, action: { button: LIST_BUTTON, sections: [{ rows: replies }] } };
  return { type: 'interactive', interactive };
}
