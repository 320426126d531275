// No schema stands here: browsers take these values without the schema library.

/**
 * What a message can carry. Two are the specification's: a customer mentioned the business in a story, or answers a story
 * of it. A platform shows stories for a day and allows no copies. The last stands for content of a kind that only the
 * platform itself can show.
 */
export const attachmentTypes = [
  'image',
  'voice',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contact',
  'inst_stories_mention',
  'story_reply',
  'unsupported',
] as const;
export type AttachmentType = (typeof attachmentTypes)[number];
