import { type AttachmentType, sharedTypes } from '@otvet/contract';

/** What a customer expects an answer to even where it comes without a word. */
export const spokenAttachments = [
  'image',
  'voice',
  'audio',
  'video',
  'document',
  'location',
  'contact',
  'inst_stories_mention',
  'story_reply',
  'unsupported',
  ...sharedTypes,
] as const satisfies AttachmentType[];

export type SpokenAttachment = (typeof spokenAttachments)[number];

/** A gift is a thank-you. */
const spoken: ReadonlySet<string> = new Set(spokenAttachments.filter((type) => type !== 'gift'));

export const isSpoken = (type: string): type is SpokenAttachment => spoken.has(type);
