import { z } from 'zod';
import { ConnectorError, type OutboundFile, type OutboundMessage, type SendOutcome } from '../../../port.ts';
import { type Part, type PartRules, planParts } from '../../../sending/plan-parts.ts';
import { readFileBytes, sendParts } from '../../../sending/send-parts.ts';
import { callGraph, type GraphAccess } from '../call-graph.ts';
import { metaId } from '../envelope.ts';

// https://developers.facebook.com/docs/messenger-platform/reference/send-api, read 2026-11-23.

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

/** How one of the platform's products takes messages. */
export type MessagingProfile = {
  rules: PartRules<MediaKind>;
  /** Whose messages they are, in the path of a call: a page's id, or `me`. */
  sender: string;
  /** Besides the file: what an upload has to say. */
  uploadFields: Record<string, string>;
  /** Our key is taken, and comes back with the echo. */
  hasMetadata: boolean;
};

const sent = z.object({ message_id: z.string().min(1) });
const uploaded = z.object({ attachment_id: metaId });
const accepted = z.object({ recipient_id: metaId.optional() });

/** Files first, one in each message; the words after them, because buttons stay only below the newest message. */
export async function sendMessages(
  message: OutboundMessage,
  profile: MessagingProfile,
  access: GraphAccess,
): Promise<SendOutcome> {
  const { choices } = message;
  const plan = planParts({ ...message, text: choices?.text ?? message.text }, profile.rules);
  const last = 'parts' in plan ? plan.parts.at(-1) : undefined;
  return await sendParts(message, plan, async (part, { isFirst, position }) => {
    const isLast = part === last;
    const { idempotencyKey: key, replyToVendorId: replyTo } = message;
    const content = {
      ...(await contentOf(part, profile, access)),
      ...(isLast && choices !== null && { quick_replies: choices.labels.map(toQuickReply) }),
      ...(profile.hasMetadata && { metadata: isLast ? key : `${key}:${position}` }),
    };
    const body = {
      recipient: { id: message.chatId },
      ...timeliness(message),
      message: content,
      ...(isFirst && replyTo !== null && { reply_to: { mid: replyTo } }),
    };
    const call = { method: 'POST', path: `${profile.sender}/messages`, body, isEffect: true, result: sent } as const;
    return [(await callGraph(access, call)).message_id];
  });
}

/** After its window the platform takes the words of a person for a week, when it is told so. */
const timeliness = ({ isLate }: OutboundMessage) =>
  isLate ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' };

/** A press says its title. */
const toQuickReply = (title: string) => ({ content_type: 'text', title, payload: title });

async function contentOf(part: Part<MediaKind>, profile: MessagingProfile, access: GraphAccess): Promise<object> {
  if (part.kind === 'text') return { text: part.text };
  const [file] = part.files;
  if (!file) throw new ConnectorError('rejected', { reason: 'text_empty' });
  const attachmentId = await upload(file, part.kind, { profile, access });
  return { attachment: { type: part.kind, payload: { attachment_id: attachmentId } } };
}

/** Bytes of ours: the platform need not reach this server. Nobody sees them yet, so a lost answer costs nothing. */
async function upload(
  file: OutboundFile,
  type: MediaKind,
  { profile, access }: { profile: MessagingProfile; access: GraphAccess },
): Promise<string> {
  const bytes = await readFileBytes(file);
  const body = new FormData();
  for (const [name, value] of Object.entries(profile.uploadFields)) body.append(name, value);
  body.append('message', JSON.stringify({ attachment: { type, payload: { is_reusable: true } } }));
  body.append('filedata', new Blob([new Uint8Array(bytes)], { type: file.contentType }), file.name);
  const path = `${profile.sender}/message_attachments`;
  const call = { method: 'POST', path, body, size: bytes.byteLength, result: uploaded } as const;
  return (await callGraph(access, call)).attachment_id;
}

/** "Typing", for twenty seconds. */
export async function sendTypingAction(
  chatId: string,
  { sender }: MessagingProfile,
  access: GraphAccess,
): Promise<void> {
  const body = { recipient: { id: chatId }, sender_action: 'typing_on' };
  await callGraph(access, { method: 'POST', path: `${sender}/messages`, body, result: accepted });
}

const PICTURE_BYTES = 8 * 1024 * 1024;
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif']);

/** Files of one type are shown as such, whichever way the operator attached them; what is too big for a picture is a file. */
export function kindOfFile({ contentType, size }: Pick<OutboundFile, 'contentType' | 'size'>): MediaKind {
  if (pictureTypes.has(contentType)) return size <= PICTURE_BYTES ? 'image' : 'file';
  const [kind] = contentType.split('/');
  return kind === 'video' || kind === 'audio' ? kind : 'file';
}

/** Every kind goes out before the words. */
export const mediaFirst = (['image', 'video', 'audio', 'file'] as const).map((kind) => {
  return { kind, groupSize: 1, isAfterText: false };
});
