// No schema stands here: browsers take these values without the schema library.

/** What a customer passes on of a platform's own: it has a title and a page there, and no file. */
export const sharedTypes = [
  'link',
  'post',
  'comment',
  'article',
  'product',
  'collection',
  'story',
  'poll',
  'playlist',
  'podcast',
  'call',
  'gift',
] as const;
export type SharedType = (typeof sharedTypes)[number];

/**
 * What a message can carry. Two are the specification's: a customer mentioned the business in a story, or answers a story
 * of it. A platform shows stories for a day and allows no copies. `unsupported` stands for content of a kind that only the
 * platform itself can show, `opened` for the press of the button that opens a chat.
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
  'opened',
  ...sharedTypes,
] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

const shared: ReadonlySet<string> = new Set(sharedTypes);

export const isShared = (type: string): type is SharedType => shared.has(type);
