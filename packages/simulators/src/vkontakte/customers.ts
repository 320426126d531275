import {
  buildSampleDocument,
  buildSamplePhoto,
  buildSampleVideo,
  buildSampleVoice,
  fillUp,
} from '../telegram/customers/sample-media.ts';
import { tell } from './deliver.ts';
import { storeFile } from './media-methods.ts';
import { addMessage } from './message-methods.ts';
import {
  type Conversation,
  nowSeconds,
  openConversation,
  type VkAttachment,
  type VkEvent,
  type VkMessage,
  type World,
} from './world.ts';

export type CustomerMessage = {
  from: { id: number; name: string };
  text?: string | undefined;
  attachment?: 'photo' | 'voice' | 'file' | 'video' | undefined;
  /** Of the attachment, in bytes. */
  size?: number | undefined;
  /** A chat of several people, whose members `from` is one of. */
  chat?: { id: number; title: string } | undefined;
  /** Anything else that the platform's message may have. */
  extra?: Partial<VkMessage> | undefined;
};

const CLIENT = { button_actions: ['text'], keyboard: true, inline_keyboard: true, carousel: false, lang_id: 0 };

/** A person writes; whoever writes first allows messages of the community by it. */
export function customerSends(
  world: World,
  { from, text = '', attachment, size, chat, extra }: CustomerMessage,
): VkEvent {
  world.people.set(from.id, from.name);
  const conversation = openConversation(world, { peerId: chat?.id ?? from.id, title: chat?.title ?? from.name });
  conversation.refusal = undefined;
  const message = addMessage(world, conversation, {
    from_id: from.id,
    out: 0,
    text,
    attachments: attachment === undefined ? [] : [buildAttachment(world, { kind: attachment, ownerId: from.id, size })],
    ...extra,
  });
  return tell(world, 'message_new', { message, client_info: CLIENT });
}

function buildAttachment(
  world: World,
  {
    kind,
    ownerId: owner_id,
    size,
  }: Pick<CustomerMessage, 'size'> & { kind: NonNullable<CustomerMessage['attachment']>; ownerId: number },
): VkAttachment {
  const id = world.newId();
  const put = ({ bytes, mimeType }: { bytes: Buffer; mimeType: string }) =>
    storeFile(world, { id, bytes, contentType: mimeType });
  switch (kind) {
    case 'photo': {
      const url = put(buildSamplePhoto());
      const sizes = [
        { type: 's', url: `${world.url}/media/small`, width: 75, height: 56 },
        { type: 'x', url, width: 320, height: 240 },
      ];
      return { type: 'photo', photo: { id, owner_id, access_key: 'k', date: nowSeconds(world), sizes } };
    }
    case 'voice': {
      const link = put(buildSampleVoice());
      const voice = { id, owner_id, duration: 2, link_ogg: link, link_mp3: link, access_key: 'k', waveform: [0, 3, 1] };
      return { type: 'audio_message', audio_message: voice };
    }
    case 'file': {
      const document = fillUp(buildSampleDocument(), size);
      const { name, bytes } = document;
      const url = put(document);
      const doc = { id, owner_id, title: name, size: bytes.byteLength, ext: 'txt', url, type: 1, access_key: 'k' };
      return { type: 'doc', doc };
    }
    case 'video': {
      const image = [{ url: put(buildSampleVideo()), width: 320, height: 240 }];
      return { type: 'video', video: { id, owner_id, access_key: 'k', title: 'Видео', duration: 3, image } };
    }
  }
}

const requireConversation = (world: World, peerId: number): Conversation => {
  const conversation = world.conversations.get(peerId);
  if (!conversation) throw new Error(`Nobody with the number ${peerId} has written yet.`);
  return conversation;
};

/** The customer forbids messages of the community, or allows them again. */
export function setAllowed(world: World, { peerId, isAllowed }: { peerId: number; isAllowed: boolean }): VkEvent {
  requireConversation(world, peerId).refusal = isAllowed ? undefined : 901;
  if (!isAllowed) return tell(world, 'message_deny', { user_id: peerId });
  return tell(world, 'message_allow', { user_id: peerId, key: '' });
}

/** The customer has read everything. */
export function customerReads(world: World, peerId: number): VkEvent {
  const last = requireConversation(world, peerId).messages.at(-1);
  return tell(world, 'message_read', {
    from_id: peerId,
    peer_id: peerId,
    read_message_id: last?.id ?? 0,
    conversation_message_id: last?.conversation_message_id ?? 1,
  });
}

/** An administrator answers in the community's own messages. */
export function adminReplies(world: World, { peerId, text }: { peerId: number; text: string }): VkEvent {
  const written = { from_id: -world.groupId, out: 1 as const, text, admin_author_id: 1 };
  return tell(world, 'message_reply', addMessage(world, requireConversation(world, peerId), written));
}

/** The customer changes the last message of his. */
export function customerEdits(world: World, { peerId, text }: { peerId: number; text: string }): VkEvent {
  const message = requireConversation(world, peerId).messages.findLast(({ out }) => out === 0);
  if (!message) throw new Error('There is nothing to edit.');
  message.text = text;
  return tell(world, 'message_edit', { ...message, update_time: nowSeconds(world) });
}
