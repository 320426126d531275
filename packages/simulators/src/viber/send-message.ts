import { notify } from './deliver.ts';
import { ViberError } from './errors.ts';
import { type OutgoingMessage, outgoingMessage, receiver } from './schemas.ts';
import type { Bot, Chat, ChatEntry, World } from './world.ts';

const MESSAGE_BYTES = 30 * 1024;
const WITHOUT_REPLY = 100;
const HOUR_MS = 3_600_000;

/** https://creators.viber.com/docs/bots-api/resources/messaging/send-message, read 2026-11-23. */
export function sendMessage(world: World, bot: Bot, body: unknown): object {
  if (bot.webhook === null) throw new ViberError(10, 'webhookNotSet');
  if (Buffer.byteLength(JSON.stringify(body)) > MESSAGE_BYTES) throw new ViberError(3, 'badData: over 30 KB');
  const chat = findChat(bot, body);
  const message = readMessage(body);
  chat.unanswered = chat.unanswered.filter((at) => at > world.now() - HOUR_MS);
  if (chat.unanswered.length >= WITHOUT_REPLY) throw new ViberError(12, 'tooManyRequests');
  chat.unanswered.push(world.now());
  const entry = writeEntry(chat, { message, token: world.nextToken() });
  void arrive(world, { bot, chat, entry, message });
  return { message_token: entry.token, chat_hostname: 'SN-CHAT-01_', billing_status: 1 };
}

function findChat(bot: Bot, body: unknown): Chat {
  const named = receiver.safeParse(body);
  if (!named.success) throw new ViberError(4, 'missingData: receiver');
  const chat = bot.chats.get(named.data.receiver);
  if (chat === undefined) throw new ViberError(5, 'receiverNotRegistered');
  if (!chat.isSubscribed) throw new ViberError(6, 'receiverNotSubscribed');
  return chat;
}

function readMessage(body: unknown): OutgoingMessage {
  const { receiver: _receiver, ...rest } = receiver.loose().parse(body);
  const message = outgoingMessage.safeParse(rest);
  if (message.success) return message.data;
  const [issue] = message.error.issues;
  throw new ViberError(3, `badData: ${issue?.path.join('.')} ${issue?.message}`);
}

/** Puts a message of the bot into the chat. */
export function writeEntry(chat: Chat, { message, token }: { message: OutgoingMessage; token: string }): ChatEntry {
  const { type, keyboard, tracking_data: trackingData = '' } = message;
  const entry: ChatEntry = {
    author: 'business',
    token,
    type,
    text: 'text' in message ? message.text : '',
    attachment: nameOf(message),
    labels: keyboard?.Buttons.map(({ ActionBody }) => ActionBody) ?? [],
    trackingData,
    state: 'sent',
    media: null,
  };
  chat.entries.push(entry);
  return entry;
}

function nameOf(message: OutgoingMessage): string | null {
  if (message.type === 'text') return null;
  return message.type === 'file' ? message.file_name : (message.media.split('/').at(-1) ?? '');
}

/** The customer's device fetches what has an address; one that cannot refuses the message. */
async function arrive(
  world: World,
  { bot, chat, entry, message }: { bot: Bot; chat: Chat; entry: ChatEntry; message: OutgoingMessage },
): Promise<void> {
  const isShown = message.type === 'text' || (await fetchMedia(world, { message, entry }));
  entry.state = isShown ? 'delivered' : 'failed';
  const { id } = chat.person;
  const event = { event: entry.state, message_token: entry.token, user_id: id };
  notify(world, { bot, personId: id, event: isShown ? event : { ...event, desc: 'could not download the media' } });
}

async function fetchMedia(
  world: World,
  { message, entry }: { message: Exclude<OutgoingMessage, { type: 'text' }>; entry: ChatEntry },
): Promise<boolean> {
  try {
    const response = await world.fetch(message.media, { signal: world.signal });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isWhole = !('size' in message) || message.size === bytes.length;
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (!response.ok || !isWhole || (isPage && message.type !== 'file')) return false;
    entry.media = bytes;
    return true;
  } catch {
    return false;
  }
}
