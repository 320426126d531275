import type { FileKind, StoredFile } from '../media/files.ts';
import { describeMedia, type MediaKind } from '../media/media-content.ts';
import type { MessageContent, MessageEntity } from '../types.ts';
import type { World } from '../world.ts';
import type { CustomerAction, MediaInput } from './customer-input.ts';
import {
  buildSampleDocument,
  buildSamplePhoto,
  buildSampleSticker,
  buildSampleVideo,
  buildSampleVoice,
} from './sample-media.ts';

/** What a person of the simulation can send. */
type CustomerMedia = Exclude<MediaKind, 'animation'>;

const SAMPLES = {
  photo: { build: () => buildSamplePhoto(), folder: 'photos' },
  voice: { build: buildSampleVoice, folder: 'voice' },
  audio: { build: buildSampleVoice, folder: 'music' },
  video: { build: buildSampleVideo, folder: 'videos' },
  document: { build: buildSampleDocument, folder: 'documents' },
} satisfies Record<CustomerMedia, { build: () => { name: string; mimeType: string; bytes: Buffer }; folder: FileKind }>;

const MEDIA_KINDS = ['photo', 'voice', 'audio', 'video', 'document'] as const;

/** The contents of what a customer sends: one, or one per picture of an album. */
export function buildCustomerContents(world: World, action: CustomerAction): MessageContent[] {
  const { token } = action;
  if (action.text !== undefined) return [{ text: action.text, entities: findEntities(action.text) }];
  if (action.album !== undefined) {
    const media_group_id = `${world.now()}${world.ledger.messages.length}`;
    return action.album.map((media, position) => ({
      ...mediaContent(world, { token, kind: 'photo', media, caption: position === 0 ? action.caption : undefined }),
      media_group_id,
    }));
  }
  if (action.sticker !== undefined) return [stickerContent(world, { token, sticker: action.sticker })];
  if (action.location !== undefined) return [{ location: action.location }];
  if (action.contact !== undefined) {
    const { phoneNumber, firstName, lastName } = action.contact;
    return [{ contact: { phone_number: phoneNumber, first_name: firstName, last_name: lastName } }];
  }
  const kind = MEDIA_KINDS.find((candidate) => action[candidate] !== undefined);
  const media = kind === undefined ? undefined : action[kind];
  if (kind === undefined || media === undefined) return [];
  return [mediaContent(world, { token, kind, media, caption: action.caption })];
}

/** Stores a file of a person, so that the bot can fetch it. */
export function storeMedia(
  world: World,
  source: { token: string; kind: CustomerMedia; media: MediaInput },
): StoredFile {
  const { token, kind, media } = source;
  const sample = SAMPLES[kind].build();
  return world.files.add({
    token,
    kind: SAMPLES[kind].folder,
    name: media.name ?? sample.name,
    mimeType: media.mimeType ?? sample.mimeType,
    bytes: readBytes(media) ?? sample.bytes,
    claimedSize: media.claimedSize,
  });
}

function mediaContent(
  world: World,
  source: { token: string; kind: CustomerMedia; media: MediaInput; caption: string | undefined },
): MessageContent {
  const file = storeMedia(world, source);
  const caption = source.media.caption ?? source.caption;
  return {
    ...describeMedia(source.kind, { file, facts: { duration: source.media.duration ?? 1 } }),
    ...(caption === undefined ? {} : { caption, caption_entities: findEntities(caption) }),
  };
}

type Sticker = NonNullable<CustomerAction['sticker']>;

function stickerContent(world: World, { token, sticker }: { token: string; sticker: Sticker }): MessageContent {
  const sample = buildSampleSticker();
  const file = world.files.add({
    token,
    kind: 'stickers',
    name: sample.name,
    mimeType: sticker.mimeType ?? sample.mimeType,
    bytes: readBytes(sticker) ?? sample.bytes,
  });
  return {
    sticker: {
      file_id: file.fileId,
      file_unique_id: file.uniqueId,
      file_size: file.size,
      type: 'regular',
      width: 512,
      height: 512,
      is_animated: false,
      is_video: false,
      emoji: sticker.emoji,
    },
  };
}

/** What was given; undefined when a sample is to be sent. */
function readBytes({ bytes, base64 }: Pick<MediaInput, 'bytes' | 'base64'>): Buffer | undefined {
  if (bytes !== undefined) return Buffer.from(bytes);
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

/** Commands and addresses, which the platform marks by itself. */
function findEntities(text: string): MessageEntity[] | undefined {
  const entities: MessageEntity[] = [];
  const command = /^\/[a-z0-9_]{1,32}(@\w+)?/i.exec(text);
  if (command !== null) entities.push({ type: 'bot_command', offset: 0, length: command[0].length });
  for (const link of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    entities.push({ type: 'url', offset: link.index, length: link[0].length });
  }
  return entities.length > 0 ? entities : undefined;
}
