import {
  buildSampleDocument,
  buildSamplePhoto,
  buildSampleVideo,
  buildSampleVoice,
  fillUp,
} from '../telegram/customers/sample-media.ts';
import { notify } from './deliver.ts';
import { type Account, type ChatEntry, openChat, type Person, requireAccount, type World } from './world.ts';

type Attachment = 'photo' | 'voice' | 'file' | 'video';
type File = { name: string; mimeType: string; bytes: Buffer };

/** What a customer does. Without an attachment or fields of his own he sends the text. */
export type CustomerMessage = {
  accountId: string;
  from: Person;
  text?: string | undefined;
  attachment?: Attachment | undefined;
  /** Of the sample, in bytes. */
  size?: number | undefined;
  file?: File | undefined;
  /** Fields of a message of another form: a sticker, a story mention. */
  message?: Record<string, unknown>;
  /** Another application has the conversation. */
  isStandby?: boolean;
};

const samples: Record<Attachment, () => File> = {
  photo: () => buildSamplePhoto(),
  voice: buildSampleVoice,
  file: buildSampleDocument,
  video: buildSampleVideo,
};
const types: Record<Attachment, string> = { photo: 'image', voice: 'audio', file: 'file', video: 'video' };

/** The page inbox, in which people of the business write. */
const INBOX_APP = 263902037430900;

const emptyEntry = { text: '', attachment: null, media: null, labels: [], replyTo: null, tag: null };

/** Gives the number of the message. */
export function customerSends(world: World, input: CustomerMessage): string {
  const account = requireAccount(world, input.accountId);
  const chat = openChat(world, account.id, input.from);
  chat.lastFromCustomer = world.now();
  const { message, attachment } = describe(world, input);
  const mid = world.nextId('m_');
  chat.entries.push({ ...emptyEntry, author: 'customer', mid, text: input.text ?? '', attachment });
  const item = { ...partiesOf(account, input.from.id, world), message: { mid, ...message } };
  const list = input.isStandby ? 'standby' : 'messaging';
  notify(world, { account, personId: input.from.id, field: input.isStandby ? 'standby' : 'messages', item, list });
  return mid;
}

const partiesOf = ({ id }: Account, personId: string, { now }: World) => {
  return { sender: { id: personId }, recipient: { id }, timestamp: now() };
};

function describe(world: World, { text, attachment, size, file, message }: CustomerMessage) {
  const words = text === undefined ? {} : { text };
  if (message) return { message: { ...words, ...message }, attachment: null };
  if (attachment === undefined && file === undefined) return { message: words, attachment: null };
  const kind = attachment ?? 'photo';
  const sent = file ?? fillUp(samples[kind](), size);
  const url = serveMedia(world, { bytes: sent.bytes, contentType: sent.mimeType, name: sent.name });
  return { message: { ...words, attachments: [{ type: types[kind], payload: { url } }] }, attachment: sent.mimeType };
}

/** An address of a file, which ends some day. */
export function serveMedia(
  world: World,
  { name, bytes, contentType }: { name: string; bytes: Buffer; contentType: string },
): string {
  const path = `/media/${world.nextId()}/${encodeURIComponent(name)}`;
  world.media.set(path, { bytes, contentType });
  return `${world.url}${path}?oh=1&oe=2`;
}

type Place = { accountId: string; from: Person };

export function customerEdits(
  world: World,
  { accountId, from, mid, text }: Place & { mid: string; text: string },
): void {
  const account = requireAccount(world, accountId);
  const item = { ...partiesOf(account, from.id, world), message_edit: { mid, text, num_edit: 1 } };
  notify(world, { account, personId: from.id, field: 'message_edits', item });
}

export function customerUnsends(world: World, { accountId, from, mid }: Place & { mid: string }): void {
  const account = requireAccount(world, accountId);
  const item = { ...partiesOf(account, from.id, world), message: { mid, is_deleted: true } };
  notify(world, { account, personId: from.id, field: 'messages', item });
}

/** The customer opens the chat. */
export function customerReads(world: World, { accountId, from }: Place): void {
  const account = requireAccount(world, accountId);
  const last = openChat(world, accountId, from).entries.findLast(({ author }) => author === 'business');
  if (last === undefined) return;
  const isPage = account.kind === 'page';
  const read = isPage ? { watermark: world.now() } : { mid: last.mid };
  const item = { ...partiesOf(account, from.id, world), read };
  notify(world, { account, personId: from.id, field: isPage ? 'message_reads' : 'messaging_seen', item });
}

/** Somebody of the business writes in the platform's own inbox. */
export function personAnswers(world: World, { accountId, from, text }: Place & { text: string }): void {
  const account = requireAccount(world, accountId);
  const mid = world.nextId('m_');
  openChat(world, accountId, from).entries.push({ ...emptyEntry, author: 'business', mid, text });
  sendEcho(world, { account, personId: from.id, message: { mid, text, app_id: INBOX_APP } });
}

type Echo = { account: Account; personId: string; message: object };

/** What the business wrote, told to who hears of it. */
export function sendEcho(world: World, { account, personId, message }: Echo): void {
  const parties = { sender: { id: account.id }, recipient: { id: personId }, timestamp: world.now() };
  const item = { ...parties, message: { is_echo: true, ...message } };
  notify(world, { account, personId, field: 'message_echoes', item });
}

/** The customer's device has it: told of pages alone. */
export function sendDelivered(world: World, { account, personId, mid }: Omit<Echo, 'message'> & { mid: string }): void {
  if (account.kind !== 'page') return;
  const item = { ...partiesOf(account, personId, world), delivery: { mids: [mid], watermark: world.now() } };
  notify(world, { account, personId, field: 'message_deliveries', item });
}

export const entryOf = (fields: Partial<ChatEntry> & Pick<ChatEntry, 'author' | 'mid'>): ChatEntry => ({
  ...emptyEntry,
  ...fields,
});
