import { createHash } from 'node:crypto';
import { vkontakteDescriptor } from '@otvet/contract';
import {
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type OutboundMessage,
  type SendOutcome,
} from '../port.ts';
import { type Part, type PartRules, planParts } from '../sending/plan-parts.ts';
import { sendParts } from '../sending/send-parts.ts';
import { type Access, accessOf, requirePeer, sendMessage, uploadDoc, uploadPhoto } from './api.ts';

// Limits of https://dev.vk.com/ru/api/upload/overview, read 2026-11-23; ten attachments of a message are not documented.
const FILE_BYTES = 200 * 1024 * 1024;
const PHOTO_BYTES = 50 * 1024 * 1024;
const GROUP_SIZE = 10;

type MediaKind = 'photo' | 'doc' | 'audio_message';

const rules: PartRules<MediaKind> = {
  textLimit: vkontakteDescriptor.textLimit,
  captionLimit: vkontakteDescriptor.captionLimit,
  maxFileBytes: FILE_BYTES,
  order: [
    { kind: 'photo', groupSize: GROUP_SIZE, isAfterText: false },
    { kind: 'doc', groupSize: GROUP_SIZE, isAfterText: true },
    { kind: 'audio_message', groupSize: 1, isAfterText: true },
  ],
  kindOf: ({ contentType, size }, asked) => {
    if (contentType === 'audio/ogg') return 'audio_message';
    // A GIF stands still as a photo, other types are refused as one.
    const isPhoto = asked === 'photo' && /^image\/(?:jpeg|png)$/.test(contentType) && size <= PHOTO_BYTES;
    return isPhoto ? 'photo' : 'doc';
  },
};

export async function send(message: OutboundMessage, channel: ConnectorChannel, io: ConnectorIo): Promise<SendOutcome> {
  const outcome = await sendWith(message, accessOf(channel, io));
  // A keyboard that is refused does not cost the question: its lines say the same.
  const isKeyboardRefused = outcome.kind === 'rejected' && outcome.reason === 'keyboard_refused';
  if (!isKeyboardRefused) return outcome;
  return await sendWith({ ...message, choices: null, endsChoices: false }, accessOf(channel, io));
}

async function sendWith(message: OutboundMessage, access: Access): Promise<SendOutcome> {
  const text = withoutMentions(message.choices?.text ?? message.text);
  const plan = planParts({ ...message, text }, rules);
  const last = 'parts' in plan ? plan.parts.at(-1) : undefined;
  return await sendParts(message, plan, async (part, { isFirst, position }) => {
    const peerId = requirePeer(message.chatId);
    const content = {
      message: part.kind === 'text' ? part.text : part.caption,
      attachment: (await uploadAll(access, { peerId, part })).join(',') || undefined,
      keyboard: part === last ? keyboardOf(message) : undefined,
      random_id: randomIdOf(message, position),
    };
    const number = await sendQuoting(access, { peerId, content, replyTo: isFirst ? message.replyToVendorId : null });
    // One message has all files of a part: its number stands for each of them.
    return part.kind === 'text' ? [number] : part.files.map(() => number);
  });
}

type Content = { message: string; attachment?: string | undefined; keyboard: string | undefined; random_id: number };

/** An original that is gone does not cost the message. */
async function sendQuoting(
  access: Access,
  { peerId, content, replyTo }: { peerId: number; content: Content; replyTo: string | null },
): Promise<string> {
  const cmid = Number(replyTo ?? Number.NaN);
  if (!Number.isSafeInteger(cmid)) return await sendMessage(access, { peerId, ...content });
  const forward = JSON.stringify({ peer_id: peerId, conversation_message_ids: [cmid], is_reply: true });
  try {
    return await sendMessage(access, { peerId, ...content, forward });
  } catch (error) {
    const isGone = error instanceof ConnectorError && error.reason === 'reply_not_found';
    if (!isGone) throw error;
    return await sendMessage(access, { peerId, ...content });
  }
}

async function uploadAll(
  access: Access,
  { peerId, part }: { peerId: number; part: Part<MediaKind> },
): Promise<string[]> {
  if (part.kind === 'text') return [];
  const names: string[] = [];
  for (const file of part.files) {
    if (part.kind !== 'photo') names.push(await uploadDoc(access, { peerId, file, type: part.kind }));
    else names.push(await uploadPicture(access, { peerId, file }));
  }
  return names;
}

/** A picture whose shape is refused goes as a file. */
async function uploadPicture(access: Access, input: Parameters<typeof uploadPhoto>[1]): Promise<string> {
  try {
    return await uploadPhoto(access, input);
  } catch (error) {
    const isRefused = error instanceof ConnectorError && error.reason === 'photo_refused';
    if (!isRefused) throw error;
    return await uploadDoc(access, { ...input, type: 'doc' });
  }
}

/** A press says its label: https://dev.vk.com/ru/api/bots/development/keyboard, read 2026-11-23. */
function keyboardOf({ choices, endsChoices }: OutboundMessage): string | undefined {
  if (choices !== null) {
    const buttons = choices.labels.map((label) => [{ action: { type: 'text', label } }]);
    return JSON.stringify({ one_time: true, buttons });
  }
  return endsChoices ? JSON.stringify({ one_time: false, buttons: [] }) : undefined;
}

/**
 * The platform sends one message per number, dialog and hour: the same for every try of one part, and another for each
 * part: https://dev.vk.com/ru/method/messages.send, read 2026-11-23. 0 would switch that off.
 */
function randomIdOf({ idempotencyKey }: OutboundMessage, position: number): number {
  const hash = createHash('sha256').update(`${idempotencyKey}:${position}`).digest();
  return hash.readInt32BE() || 1;
}

/** Words of ours that look like a mention, `[id1|Anna]`, would call a person; an invisible sign between keeps them words. */
const withoutMentions = (text: string): string => text.replace(/\[(?=(?:id|club|public)\d)/g, '[\u2060');
