import { isShared, type SharedType } from '@otvet/contract';
import { serverTexts, type TextKey } from '../../platform/texts/texts.ts';
import { isSpoken, type SpokenAttachment } from '../dialogs/index.ts';
import type { TurnReading } from './context/read-turn.ts';
import { readEllipsis } from './context/words/own-words.ts';
import { readSmallTalk } from './talk/small-talk.ts';

const texts: Record<Exclude<SpokenAttachment, SharedType>, TextKey> = {
  voice: 'assistant.cannot_read.voice',
  audio: 'assistant.cannot_read.voice',
  image: 'assistant.cannot_read.image',
  video: 'assistant.cannot_read.video',
  document: 'assistant.cannot_read.document',
  location: 'assistant.cannot_read.location',
  contact: 'assistant.cannot_read.contact',
  inst_stories_mention: 'assistant.cannot_read.mention',
  story_reply: 'assistant.cannot_read.story',
  unsupported: 'assistant.cannot_read.unsupported',
};

/** «Вот такой», «этот диван», "this one": what is shown beside the words. Not «это», which begins half of all questions. */
const pointing =
  /(?<!\p{L})(?:так(?:ой|ая|ое|ие|ого|ую|их|ими?)|эт(?:от|а|и|у|ого|ой|их|ими?|ому)|th(?:is|ese)|such|like that)(?!\p{L})/iu;

/** What of the turn must be seen to answer it; undefined where its words ask by themselves. */
export function findUnread({ text, attachmentTypes }: TurnReading): SpokenAttachment | undefined {
  // Words are a part of what only the platform shows.
  if (attachmentTypes.includes('unsupported')) return 'unsupported';
  const kind = attachmentTypes.find(isSpoken);
  // Its title is what the customer writes about.
  if (kind === 'product' && text !== '') return undefined;
  if (kind === undefined || text === '') return kind;
  if (kind === 'story_reply' && isCourtesy(text)) return undefined;
  // "How much is such a one?" under a picture asks of the picture.
  return readEllipsis(text) !== undefined || pointing.test(text) ? kind : undefined;
}

/** People send smiles and thanks under a story as they do in a talk. */
function isCourtesy(text: string): boolean {
  const talk = readSmallTalk(text);
  return talk !== undefined && talk !== 'unclear';
}

export const cannotReadText = (locale: Parameters<typeof serverTexts>[0], kind: SpokenAttachment): string =>
  serverTexts(locale, textOf(kind));

function textOf(kind: SpokenAttachment): TextKey {
  if (!isShared(kind)) return texts[kind];
  return kind === 'call' ? 'assistant.cannot_read.call' : 'assistant.cannot_read.shared';
}
