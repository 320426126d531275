import type { MessageContent } from '../types.ts';
import type { StoredFile } from './files.ts';
import { readImageSize } from './image-size.ts';

/** Longest side of the small version that stands first in `photo`. */
const THUMBNAIL_SIDE = 90;

export type MediaKind = 'photo' | 'animation' | 'document' | 'voice' | 'video' | 'audio';
export type MediaFacts = {
  duration?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
};

/** The message fields of a stored file. */
export function describeMedia(kind: MediaKind, media: { file: StoredFile; facts: MediaFacts }): MessageContent {
  const { file, facts } = media;
  const reference = { file_id: file.fileId, file_unique_id: file.uniqueId, file_size: file.size };
  const named = { ...reference, file_name: file.name, mime_type: file.mimeType };
  const duration = facts.duration ?? 0;
  switch (kind) {
    case 'photo':
      return { photo: describePhoto(file, facts) };
    case 'document':
      return { document: named };
    // The platform tells the file twice: https://core.telegram.org/bots/api#message, read 2026-11-22.
    case 'animation':
      return { animation: { ...named, duration, width: facts.width ?? 0, height: facts.height ?? 0 }, document: named };
    case 'voice':
      return { voice: { ...reference, duration, mime_type: file.mimeType } };
    case 'audio':
      return { audio: { ...named, duration } };
    case 'video':
      return { video: { ...named, duration, width: facts.width ?? 0, height: facts.height ?? 0 } };
  }
}

function describePhoto(file: StoredFile, facts: MediaFacts): MessageContent['photo'] {
  const known = readImageSize(file.bytes);
  const width = facts.width ?? known?.width ?? 0;
  const height = facts.height ?? known?.height ?? 0;
  const shrink = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height, 1));
  const largest = { file_id: file.fileId, file_unique_id: file.uniqueId, file_size: file.size, width, height };
  if (shrink === 1) return [largest];
  // Both sizes lead to the same bytes: the simulator does not scale pictures.
  const small = { ...largest, file_unique_id: `${file.uniqueId}s` };
  return [{ ...small, width: Math.round(width * shrink), height: Math.round(height * shrink) }, largest];
}
