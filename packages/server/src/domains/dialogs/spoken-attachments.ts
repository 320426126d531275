import type { AttachmentType } from '@otvet/contract';

/** What a customer expects an answer to even where it comes without a word. */
export const spokenAttachments = [
  'image',
  'voice',
  'audio',
  'video',
  'document',
  'location',
  'contact',
  'unsupported',
] as const satisfies AttachmentType[];

export type SpokenAttachment = (typeof spokenAttachments)[number];

const spoken: ReadonlySet<string> = new Set(spokenAttachments);

export const isSpoken = (type: string): type is SpokenAttachment => spoken.has(type);
