import { createHash } from 'node:crypto';
import {
  buildSampleDocument,
  buildSamplePhoto,
  buildSampleVideo,
  buildSampleVoice,
  fillUp,
} from '../telegram/customers/sample-media.ts';
import { notify } from './deliver.ts';
import { announce, metadataOf } from './send-message.ts';
import { type Chat, openChat, type Person, type PhoneNumber, type World } from './world.ts';

/** Numbers of files that customers sent work for a week. */
const MEDIA_LIFE_MS = 7 * 24 * 3_600_000;

type File = { name: string; mimeType: string; bytes: Buffer };
export type Attachment = 'photo' | 'voice' | 'file' | 'video';

export type CustomerMessage = {
  number: PhoneNumber;
  from: Person;
  text?: string | undefined;
  attachment?: Attachment | undefined;
  /** Of the sample, in bytes. */
  size?: number | undefined;
  file?: File | undefined;
  /** A message of another form: its type and its fields. */
  message?: { type: string; [field: string]: unknown };
};

const samples: Record<Attachment, () => File> = {
  photo: () => buildSamplePhoto(),
  voice: buildSampleVoice,
  file: buildSampleDocument,
  video: buildSampleVideo,
};
const types: Record<Attachment, string> = { photo: 'image', voice: 'audio', file: 'document', video: 'video' };

/** Gives the number of the message. */
export function customerSends(world: World, input: CustomerMessage): string {
  const { number, from, text = '', attachment } = input;
  const chat = openChat(number, from);
  const id = `wamid.${world.nextId()}`;
  chat.customerAt = world.now();
  const content = input.message ?? describe(world, input);
  const entry = { author: 'customer', id, type: content.type, text, labels: [], media: null, replyTo: null } as const;
  chat.entries.push({
    ...entry,
    labels: [],
    attachment: attachment ? samples[attachment]().name : null,
    ownKey: undefined,
    state: 'delivered',
  });
  bring(world, { number, chat, message: { id, timestamp: String(Math.floor(world.now() / 1000)), ...content } });
  return id;
}

function describe(
  world: World,
  { text, attachment, size, file }: CustomerMessage,
): { type: string; [field: string]: unknown } {
  if (attachment === undefined) return { type: 'text', text: { body: text ?? '' } };
  const sent = file ?? fillUp(samples[attachment](), size);
  const id = keepMedia(world, sent, MEDIA_LIFE_MS);
  const type = types[attachment];
  const media = {
    id,
    mime_type: sent.mimeType,
    sha256: createHash('sha256').update(sent.bytes).digest('base64'),
    ...(attachment === 'file' && { filename: sent.name }),
    ...(attachment === 'voice' ? { voice: true } : text !== undefined && { caption: text }),
  };
  return { type, [type]: media };
}

export function keepMedia(world: World, { name, mimeType, bytes }: File, lifeMs: number): string {
  const id = world.nextId();
  world.media.set(id, { id, bytes, mimeType, name, until: world.now() + lifeMs });
  return id;
}

/** A person who hides the number is shown by the user id alone. */
function bring(
  world: World,
  { number, chat, message }: { number: PhoneNumber; chat: Chat; message: { id: string; [field: string]: unknown } },
) {
  const { id, name, userId, isHidden } = chat.person;
  const phone = isHidden === true ? {} : { from: id };
  const contact = {
    profile: { name },
    ...(isHidden !== true && { wa_id: id }),
    ...(userId !== undefined && { user_id: userId }),
  };
  const value = {
    messaging_product: 'whatsapp',
    metadata: metadataOf(number),
    contacts: [contact],
    messages: [{ ...phone, ...(userId !== undefined && { from_user_id: userId }), ...message }],
  };
  notify(world, { number, field: 'messages', value, eventId: `message:${message.id}` }, id);
}

/** Reads everything that arrived. */
export function customerReads(world: World, { number, from }: { number: PhoneNumber; from: Person }): void {
  const chat = openChat(number, from);
  for (const entry of chat.entries)
    if (entry.author === 'business' && entry.state === 'delivered')
      announce(world, { number, chat, entry, state: 'read' });
}

/** Somebody of the business answers in the phone's own application of a shared number. */
export function businessWrites(
  world: World,
  { number, to, text }: { number: PhoneNumber; to: Person; text: string },
): void {
  const id = `wamid.${world.nextId()}`;
  const timestamp = String(Math.floor(world.now() / 1000));
  const echo = { from: number.shown.replace(/\D/g, ''), to: to.id, id, timestamp, type: 'text', text: { body: text } };
  const value = { messaging_product: 'whatsapp', metadata: metadataOf(number), message_echoes: [echo] };
  notify(world, { number, field: 'smb_message_echoes', value, eventId: `echo:${id}` }, to.id);
}

/** News of the business account itself, such as that it was restricted. */
export function accountChanges(world: World, { number, event }: { number: PhoneNumber; event: string }): void {
  notify(world, { number, field: 'account_update', value: { event }, eventId: `account:${event}` }, 'account');
}
