import { avitoDescriptor, limits } from '@otvet/contract';
import { sleep } from '../../platform/time/clock.ts';
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
import { type Access, accessOf, fetchChats, fetchMessages, sendImage, sendText, uploadImage } from './api.ts';
import type { ListedMessage } from './payload.ts';

// Limits of https://developers.avito.ru/api-catalog/messenger/documentation, read 2026-11-23.
const IMAGE_BYTES = 24 * 1024 * 1024;
const imageTypes = new Set(['image/jpeg', 'image/heic', 'image/gif', 'image/bmp', 'image/png']);
/** Times of the platform are whole seconds: parts of one text that follow at once might change places. */
const BETWEEN_TEXTS_MS = 1000;
const SECOND_MS = 1000;

type MediaKind = 'image' | 'link';

const rules: PartRules<MediaKind> = {
  textLimit: avitoDescriptor.textLimit,
  captionLimit: avitoDescriptor.captionLimit,
  maxFileBytes: limits.mediaBytes,
  order: [
    { kind: 'image', groupSize: 1, isAfterText: false },
    { kind: 'link', groupSize: 1, isAfterText: true },
  ],
  kindOf: ({ contentType, size }) => (imageTypes.has(contentType) && size <= IMAGE_BYTES ? 'image' : 'link'),
};

export async function send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> {
  const { chatId, sentParts } = message;
  const access = accessOf(channel, io);
  const known = [...sentParts];
  let wasText = false;
  return await sendParts(message, planParts(message, rules), async (part) => {
    if (wasText && part.kind !== 'image') await sleep({ clock: io.clock, ms: BETWEEN_TEXTS_MS });
    wasText = part.kind !== 'image';
    const id = await sendPart({ access, chatId, known }, part);
    known.push(id);
    return [id];
  });
}

type Target = { access: Access; chatId: string; known: readonly string[] };

async function sendPart(target: Target, part: Part<MediaKind>): Promise<string> {
  const { access, chatId } = target;
  if (part.kind !== 'image') {
    const text = part.kind === 'text' ? part.text : linkTo(part.files[0]);
    return await sendOnce(target, { text, run: () => sendText(access, chatId, text) });
  }
  const [file] = part.files;
  if (!file) throw new ConnectorError('rejected', { reason: 'file_gone' });
  const imageId = await uploadImage(access, file).catch((error: unknown) => {
    throw isRefused(error) ? new ConnectorError('rejected', { reason: 'photo_refused', cause: error }) : error;
  });
  return await sendOnce(target, { text: null, run: () => sendImage(access, chatId, imageId) });
}

const isRefused = (error: unknown) => error instanceof ConnectorError && error.reason === 'refused';

/** The platform takes pictures alone: another file is a link to it, where the open internet reaches this host. */
function linkTo(file: OutboundFile | undefined): string {
  if (!file?.url) throw new ConnectorError('rejected', { reason: 'public_address_needed' });
  const room = avitoDescriptor.textLimit - file.url.length - 1;
  return `${file.name.slice(0, Math.max(room, 0)).toWellFormed()}\n${file.url}`;
}

/** `text` is null for a picture. */
type Said = { text: string | null; run(): Promise<string> };

/** There is no idempotency key: a message whose answer was lost is looked for in the chat. */
async function sendOnce(target: Target, said: Said): Promise<string> {
  const startedAt = target.access.io.clock.now().getTime();
  try {
    return await said.run();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.reason === 'no_rights') throw await judgeRefusal(target.access, error);
    if (!isDoubtful(error)) throw error;
    return await lookForMessage(target, { text: said.text, startedAt, error });
  }
}

/** 403 is a missing right of the whole account where its chats are refused too, else this customer's: he blocked the business. */
async function judgeRefusal(access: Access, error: ConnectorError): Promise<ConnectorError> {
  try {
    await fetchChats(access, { limit: 1 });
    return new ConnectorError('chat-closed', { reason: 'messages_denied', cause: error });
  } catch {
    return error;
  }
}

/** The platform may have taken it: also where it says that it failed inside. */
const isDoubtful = ({ kind, reason }: ConnectorError): boolean =>
  kind === 'unknown' || (kind === 'retry' && reason === 'vendor_error');

type Lost = { text: string | null; startedAt: number; error: ConnectorError };

/** Its id where it stands there; "not taken" where the chat is without it; else as doubtful as before. */
async function lookForMessage({ access, chatId, known }: Target, lost: Lost): Promise<string> {
  const askedAt = access.io.clock.now().getTime();
  const found = await fetchMessages(access, chatId).catch(() => undefined);
  if (!found) throw lost.error;
  // Our clock and the platform's may differ: both are compared at the moment of this answer.
  const since = found.at - (askedAt - lost.startedAt) - 2 * SECOND_MS;
  const isNew = ({ id, created }: ListedMessage) => created * SECOND_MS >= since && !known.includes(id);
  const isSame = ({ type, content }: ListedMessage) =>
    lost.text === null ? type === 'image' : type === 'text' && plain(content.text ?? '') === plain(lost.text);
  const isOurs = (message: ListedMessage) => message.direction === 'out' || message.author_id === access.userId;
  const message = found.value.find((one) => isOurs(one) && isNew(one) && isSame(one));
  if (message) return message.id;
  throw new ConnectorError('retry', { reason: 'vendor_error', cause: lost.error });
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
