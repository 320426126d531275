import type { InboundAttachment } from '../../../port.ts';
import { unsupportedContent } from '../../../unsupported-content.ts';
import type { MetaAttachment, MetaMessage } from './payload.ts';

/** The thumb of the send button, in its three sizes. */
const THUMBS = new Set<string | undefined>(['369239263222822', '369239343222814', '369239383222810']);

const files: Record<string, InboundAttachment['type']> = {
  image: 'image',
  video: 'video',
  // What people record in the app; a piece of music comes as a file.
  audio: 'voice',
  file: 'document',
};
/** Something of the platform's own that was passed on: shown as its title and address. */
const links = new Set(['fallback', 'share', 'media', 'post', 'ig_post', 'reel', 'ig_reel']);

type Content = { text: string; attachments: InboundAttachment[] };

/** Words and files of a message; what is of a kind that we do not show is named as such. */
export function readAttachments(message: MetaMessage): Content {
  const read = withoutDoubles(message.attachments).map(readOne);
  const hidden = message.is_unsupported === true ? [unsupportedContent] : [];
  const words = [message.text ?? '', ...read.map(({ text }) => text)].filter((line) => line !== '');
  return {
    text: words.join('\n'),
    attachments: [...readStory(message), ...read.flatMap((one) => one.attachments), ...hidden],
  };
}

/** A sticker comes a second time as a picture, for older programs. */
function withoutDoubles(attachments: MetaAttachment[]): MetaAttachment[] {
  const ofStickers = attachments.filter(({ type }) => type === 'sticker');
  const stickers = new Set(ofStickers.map(({ payload }) => payload?.sticker_id));
  const isDouble = ({ type, payload }: MetaAttachment) =>
    type === 'image' && payload?.sticker_id !== undefined && stickers.has(payload.sticker_id);
  return attachments.filter((attachment) => !isDouble(attachment));
}

const nothing = { vendorRef: null, contentType: null, name: null, size: null, caption: null };
const asWords = (text: string): Content => ({ text, attachments: [] });
const asFile = (attachment: InboundAttachment): Content => ({ text: '', attachments: [attachment] });

function readOne({ type, payload = {} }: MetaAttachment): Content {
  const { url, title = '', sticker_id: sticker, coordinates } = payload;
  const fetched = webAddress(url);
  if (THUMBS.has(sticker)) return asWords('👍');
  if (type === 'like_heart') return asWords('❤️');
  if (type === 'sticker' || sticker !== undefined)
    return asFile({ ...nothing, type: 'sticker', vendorRef: fetched ?? null });
  // Not to be kept, by the platform's rules: an address that ends with the story.
  if (type === 'story_mention') return asFile({ ...nothing, type: 'inst_stories_mention', ...storyLink(url) });
  if (type === 'location' && coordinates)
    return asFile({ ...nothing, type: 'location', caption: `${coordinates.lat}, ${coordinates.long}` });
  if (links.has(type)) return asWords([title, fetched ?? ''].filter((line) => line !== '').join('\n'));
  const kind = Object.hasOwn(files, type) ? files[type] : undefined;
  return kind ? asFile({ ...nothing, type: kind, vendorRef: fetched ?? null }) : asFile(unsupportedContent);
}

function readStory({ reply_to: replyTo }: MetaMessage): InboundAttachment[] {
  const story = replyTo?.story;
  return story ? [{ ...nothing, type: 'story_reply', ...storyLink(story.url) }] : [];
}

const storyLink = (url: string | undefined) => (url?.startsWith('https://') ? { link: url } : {});

/** Some are only the path of one. */
const webAddress = (url = ''): string | undefined => (/^https?:\/\//.test(url) ? url : undefined);
