import {
  buildSampleDocument,
  buildSamplePhoto,
  buildSampleVideo,
  buildSampleVoice,
  fillUp,
} from '../telegram/customers/sample-media.ts';
import { nowSeconds, type StoredConversation, type StoredFile, type StoredPart, type World } from './world.ts';

export type CustomerMessage = {
  from: { id: string; name: string };
  text?: string;
  attachment?: 'photo' | 'voice' | 'file' | 'video';
  /** Of the attachment, in bytes. */
  size?: number;
};

const samples = {
  photo: buildSamplePhoto,
  voice: buildSampleVoice,
  video: buildSampleVideo,
  file: buildSampleDocument,
};

/** The first message begins a conversation, later ones are its parts. */
export function addCustomerMessage(
  world: World,
  { from, text = '', attachment, size }: CustomerMessage,
): { conversation: StoredConversation; part: StoredPart | null } {
  world.people.set(from.id, from.name);
  const known = [...world.conversations.values()].find(({ customerId }) => customerId === from.id);
  const part: StoredPart = {
    id: String(world.nextId()),
    partType: 'comment',
    body: text,
    // Only the first message bears the name.
    author: { type: 'user', id: from.id, name: known ? null : from.name, email: null },
    files: attachment === undefined ? [] : [keepFile(world, fillUp(samples[attachment](), size))],
    createdAt: nowSeconds(world),
  };
  if (known) {
    known.parts.push(part);
    return { conversation: known, part };
  }
  const id = String(world.nextId());
  const conversation = {
    id,
    customerId: from.id,
    assigneeId: null,
    createdAt: part.createdAt,
    source: part,
    parts: [],
  };
  world.conversations.set(id, conversation);
  return { conversation, part: null };
}

function keepFile(world: World, { name, mimeType, bytes }: ReturnType<typeof buildSampleVoice>): StoredFile {
  const file = { id: String(world.nextId()), name, contentType: mimeType, bytes: Buffer.from(bytes) };
  world.files.set(file.id, file);
  return file;
}
