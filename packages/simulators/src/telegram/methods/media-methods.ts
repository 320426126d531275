import { z } from 'zod';
import { badRequest } from '../errors.ts';
import { readCaption } from '../formatting/read-text.ts';
import type { FileKind } from '../media/files.ts';
import { describeMedia, type MediaFacts, type MediaKind } from '../media/media-content.ts';
import type { Message, MessageContent, MessageEntity } from '../types.ts';
import {
  captionFields,
  defineMethod,
  flag,
  integer,
  type MethodContext,
  markupField,
  sendFields,
  structured,
  text,
} from './method.ts';
import { openConversation, postMessage } from './post-message.ts';
import { takeFile } from './take-file.ts';

const FOLDER: Record<MediaKind, FileKind> = {
  photo: 'photos',
  document: 'documents',
  animation: 'animations',
  voice: 'voice',
  video: 'videos',
  audio: 'music',
};
const ALBUM_SIZES = { min: 2, max: 10 };

type Caption = {
  caption?: string | undefined;
  parse_mode?: string | undefined;
  caption_entities?: MessageEntity[] | undefined;
};

const mediaSend = { ...sendFields, ...markupField, ...captionFields };

export const sendPhoto = defineMethod(
  { ...mediaSend, photo: text.optional(), has_spoiler: flag.optional() },
  async (context, params) => {
    openConversation(context, params.chat_id);
    const content = await buildContent(context, { kind: 'photo', value: params.photo, caption: params, facts: {} });
    return postMessage(context, { params, content });
  },
);

export const sendDocument = defineMethod(
  { ...mediaSend, document: text.optional(), disable_content_type_detection: flag.optional() },
  async (context, params) => {
    openConversation(context, params.chat_id);
    const content = await buildContent(context, {
      kind: 'document',
      value: params.document,
      caption: params,
      facts: {},
    });
    return postMessage(context, { params, content });
  },
);

export const sendAnimation = defineMethod({ ...mediaSend, animation: text.optional() }, async (context, params) => {
  openConversation(context, params.chat_id);
  const { animation: value } = params;
  const content = await buildContent(context, { kind: 'animation', value, caption: params, facts: {} });
  return postMessage(context, { params, content });
});

export const sendVoice = defineMethod(
  { ...mediaSend, voice: text.optional(), duration: integer.optional() },
  async (context, params) => {
    openConversation(context, params.chat_id);
    const facts = { duration: params.duration };
    const content = await buildContent(context, { kind: 'voice', value: params.voice, caption: params, facts });
    return postMessage(context, { params, content });
  },
);

export const sendVideo = defineMethod(
  {
    ...mediaSend,
    video: text.optional(),
    duration: integer.optional(),
    width: integer.optional(),
    height: integer.optional(),
    supports_streaming: flag.optional(),
  },
  async (context, params) => {
    openConversation(context, params.chat_id);
    const content = await buildContent(context, { kind: 'video', value: params.video, caption: params, facts: params });
    return postMessage(context, { params, content });
  },
);

const albumItem = z.looseObject({
  type: z.enum(['photo', 'video', 'document', 'audio']),
  media: z.string(),
  caption: captionFields.caption,
  parse_mode: captionFields.parse_mode,
  caption_entities: captionFields.caption_entities,
});

export const sendMediaGroup = defineMethod(
  { ...sendFields, media: structured(z.array(albumItem)) },
  async (context, params): Promise<Message[]> => {
    openConversation(context, params.chat_id);
    const { media } = params;
    if (media.length < ALBUM_SIZES.min || media.length > ALBUM_SIZES.max) {
      throw badRequest('invalid number of messages: media group must contain 2-10 items');
    }
    const hasVisual = media.some((item) => item.type === 'photo' || item.type === 'video');
    const hasFiles = media.some((item) => item.type === 'document' || item.type === 'audio');
    if (hasVisual && hasFiles) throw badRequest("document can't be mixed with other media types");
    // All or nothing: every item is read before the first one is posted.
    const contents: MessageContent[] = [];
    for (const item of media) {
      contents.push(await buildContent(context, { kind: item.type, value: item.media, caption: item, facts: {} }));
    }
    const media_group_id = `${context.world.now()}${context.bot.nextMessageId}`;
    return contents.map((content) => postMessage(context, { params, content: { ...content, media_group_id } }));
  },
);

async function buildContent(
  context: MethodContext,
  item: { kind: MediaKind; value: string | undefined; caption: Caption; facts: MediaFacts },
): Promise<MessageContent> {
  const { kind, value, caption, facts } = item;
  const formatted = readCaption({
    caption: caption.caption,
    parseMode: caption.parse_mode,
    entities: caption.caption_entities,
  });
  const file = await takeFile(context, { field: kind, value, kind: FOLDER[kind] });
  return {
    ...describeMedia(kind, { file, facts }),
    ...(formatted.text === undefined ? {} : { caption: formatted.text, caption_entities: formatted.entities }),
  };
}
