import { badRequest } from '../errors.ts';
import { readImageSize } from '../media/image-size.ts';
import type { PhotoSize } from '../types.ts';
import { findConversation } from '../world.ts';
import { chatId, defineMethod, flag, integer, type MethodContext, text } from './method.ts';
import { openConversation } from './post-message.ts';

const DOWNLOAD_LIMIT = 20 * 1024 * 1024;
const ACTIONS = new Set([
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
]);
/** A button press must be answered soon; afterwards the query is unknown. */
const CALLBACK_LIFE_MS = 15_000;

export const getMe = defineMethod({}, ({ bot }) => ({
  ...bot.user,
  can_join_groups: true,
  can_read_all_group_messages: bot.canReadAllGroupMessages,
  supports_inline_queries: false,
  can_connect_to_business: false,
}));

export const getFile = defineMethod({ file_id: text }, ({ world, bot }, { file_id }) => {
  const file = world.files.find(bot.token, file_id);
  if (file === undefined) throw badRequest('wrong file_id or the file is temporarily unavailable');
  if (file.size > DOWNLOAD_LIMIT) throw badRequest('file is too big');
  return { file_id, file_unique_id: file.uniqueId, file_size: file.size, file_path: world.files.link(file) };
});

export const getUserProfilePhotos = defineMethod(
  { user_id: integer, offset: integer.optional(), limit: integer.optional() },
  (context, params) => {
    if (!context.world.users.has(params.user_id)) throw badRequest('user not found');
    const photo = findAvatar(context, params.user_id);
    return {
      total_count: photo === undefined ? 0 : 1,
      photos: photo === undefined || (params.offset ?? 0) > 0 ? [] : [[photo]],
    };
  },
);

export const getChat = defineMethod({ chat_id: chatId }, (context, params) => {
  const { world, bot } = context;
  const conversation =
    typeof params.chat_id === 'number'
      ? findConversation(world, { token: bot.token, chatId: params.chat_id })
      : undefined;
  if (conversation === undefined) throw badRequest('chat not found');
  const photo = findAvatar(context, conversation.chat.id);
  const chatPhoto = photo && {
    small_file_id: photo.file_id,
    small_file_unique_id: `${photo.file_unique_id}s`,
    big_file_id: photo.file_id,
    big_file_unique_id: photo.file_unique_id,
  };
  return {
    ...conversation.chat,
    accent_color_id: 0,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: true,
      limited_gifts: true,
      unique_gifts: true,
      premium_subscription: true,
      gifts_from_channels: true,
    },
    ...(chatPhoto === undefined ? {} : { photo: chatPhoto }),
  };
});

export const sendChatAction = defineMethod(
  { chat_id: chatId, action: text, business_connection_id: text.optional(), message_thread_id: integer.optional() },
  (context, params) => {
    const { chat } = openConversation(context, params.chat_id);
    if (!ACTIONS.has(params.action)) throw badRequest('wrong parameter action in request');
    context.world.events.emit({ type: 'action', token: context.bot.token, chatId: chat.id, action: params.action });
    return true;
  },
);

export const answerCallbackQuery = defineMethod(
  {
    callback_query_id: text,
    text: text.optional(),
    show_alert: flag.optional(),
    url: text.optional(),
    cache_time: integer.optional(),
  },
  ({ world, bot }, params) => {
    const query = bot.callbacks.get(params.callback_query_id);
    if (query === undefined || world.now() - query.at > CALLBACK_LIFE_MS) {
      throw badRequest('query is too old and response timeout expired or query ID is invalid');
    }
    query.isAnswered = true;
    return true;
  },
);

function findAvatar({ world, bot }: MethodContext, userId: number): PhotoSize | undefined {
  const avatar = world.files.find(bot.token, world.avatars.get(`${bot.token} ${userId}`) ?? '');
  if (avatar === undefined) return undefined;
  const size = readImageSize(avatar.bytes) ?? { width: 0, height: 0 };
  return { file_id: avatar.fileId, file_unique_id: avatar.uniqueId, file_size: avatar.size, ...size };
}
