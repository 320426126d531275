import { randomBytes } from 'node:crypto';
import {
  buildSampleDocument,
  buildSamplePhoto,
  buildSampleVideo,
  buildSampleVoice,
  fillUp,
} from '../telegram/customers/sample-media.ts';
import { notify } from './deliver.ts';
import { outgoingMessage } from './schemas.ts';
import { writeEntry } from './send-message.ts';
import { type Bot, type Chat, openChat, type Person, requireBot, type World } from './world.ts';

const LINK_LIFE_MS = 3_600_000;

type File = { name: string; mimeType: string; bytes: Buffer };
type Attachment = 'photo' | 'voice' | 'file' | 'video';

/** What a customer does. Without an attachment or fields of his own he sends the text. */
export type CustomerMessage = {
  token: string;
  from: Person;
  text?: string | undefined;
  attachment?: Attachment | undefined;
  /** Of the sample, in bytes. */
  size?: number | undefined;
  file?: File | undefined;
  /** Fields of a message that has another form: a sticker, a place. */
  message?: Record<string, unknown>;
};

const samples: Record<Attachment, () => File> = {
  photo: () => buildSamplePhoto(),
  voice: buildSampleVoice,
  file: buildSampleDocument,
  video: buildSampleVideo,
};
/** Voice has no type of its own. */
const types: Record<Attachment, string> = { photo: 'picture', voice: 'file', file: 'file', video: 'video' };

/** Gives the number of the message. The first one subscribes the customer without another event. */
export function customerSends(world: World, input: CustomerMessage): string {
  const bot = requireBot(world, input.token);
  const chat = openChat(bot, input.from);
  chat.isSubscribed = true;
  chat.unanswered = [];
  const { message, attachment } = describe(world, input);
  const token = world.nextToken();
  const text = typeof message.text === 'string' ? message.text : '';
  chat.entries.push({
    ...{ author: 'customer', token, type: String(message.type), text, attachment },
    ...{ labels: [], trackingData: '', state: 'sent', media: null },
  });
  const sent = { ...message, tracking_data: lastTracking(chat) };
  const event = { event: 'message', message_token: token, chat_hostname: 'SN-CHAT-01_', silent: false };
  notify(world, { bot, personId: chat.person.id, event: { ...event, sender: userOf(bot, chat), message: sent } });
  return token;
}

function describe(world: World, { text, attachment, size, file, message }: CustomerMessage) {
  if (message !== undefined) return { message, attachment: null };
  if (attachment === undefined) return { message: { type: 'text', text: text ?? '' }, attachment: null };
  const sent = file ?? fillUp(samples[attachment](), size);
  const media = keepMedia(world, sent);
  const fields = { media, file_name: sent.name, size: sent.bytes.length, ...(text !== undefined && { text }) };
  return { message: { type: types[attachment], ...fields }, attachment: sent.name };
}

/** A link that ends after an hour. */
function keepMedia(world: World, { name, mimeType, bytes }: File): string {
  const path = `/media/${randomBytes(12).toString('hex')}/${encodeURIComponent(name)}`;
  world.media.set(path, { bytes, mimeType, until: world.now() + LINK_LIFE_MS });
  return world.url + path;
}

/** What the customer's next message brings back. */
const lastTracking = ({ entries }: Chat): string =>
  entries.findLast(({ author, state }) => author === 'business' && state !== 'failed')?.trackingData ?? '';

/** Names are placeholders unless the bot asked for them. */
function userOf({ webhook }: Bot, { person }: Chat): object {
  const shown = webhook?.hasNames === true ? person.name : 'Subscriber';
  return { id: person.id, name: shown, country: 'RU', language: 'ru', api_version: 10 };
}

/** Opens the chat without writing: what the webhook answers is shown. */
export function customerOpens(world: World, { token, from }: { token: string; from: Person }): void {
  const bot = requireBot(world, token);
  const chat = openChat(bot, from);
  const event = { event: 'conversation_started', type: 'open', context: '', subscribed: chat.isSubscribed };
  const onAnswer = (answer: string) => {
    if (answer === '') return;
    writeEntry(chat, { message: outgoingMessage.parse(JSON.parse(answer)), token: '' });
  };
  notify(world, { bot, personId: from.id, event: { ...event, user: userOf(bot, chat) }, onAnswer });
}

/** Blocks the bot, or comes back. */
export function customerSubscribes(
  world: World,
  { token, from, isSubscribed }: { token: string; from: Person; isSubscribed: boolean },
): void {
  const bot = requireBot(world, token);
  const chat = openChat(bot, from);
  chat.isSubscribed = isSubscribed;
  const event = isSubscribed
    ? { event: 'subscribed', user: userOf(bot, chat) }
    : { event: 'unsubscribed', user_id: from.id };
  notify(world, { bot, personId: from.id, event });
}

/** Reads everything that arrived. */
export function customerReads(world: World, { token, from }: { token: string; from: Person }): void {
  const bot = requireBot(world, token);
  for (const entry of openChat(bot, from).entries) {
    if (entry.author !== 'business' || entry.state !== 'delivered' || entry.token === '') continue;
    entry.state = 'seen';
    const event = { event: 'seen', message_token: entry.token, user_id: from.id };
    notify(world, { bot, personId: from.id, event });
  }
}
