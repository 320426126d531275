// The part of the Bot API's objects that the simulator makes: https://core.telegram.org/bots/api#available-types (10.1).

export type User = {
  id: number;
  is_bot: boolean;
  first_name: string;
  last_name?: string | undefined;
  username?: string | undefined;
  language_code?: string | undefined;
};

export type Chat = {
  id: number;
  type: 'private' | 'group' | 'supergroup';
  title?: string | undefined;
  username?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
};

export type MessageEntity = {
  type: string;
  offset: number;
  length: number;
  url?: string | undefined;
  language?: string | undefined;
};

type FileRef = { file_id: string; file_unique_id: string; file_size?: number | undefined };
export type PhotoSize = FileRef & { width: number; height: number };
export type NamedFile = FileRef & { file_name?: string | undefined; mime_type?: string | undefined };
export type Voice = FileRef & { duration: number; mime_type?: string | undefined };
export type Video = NamedFile & { width: number; height: number; duration: number };
export type Sticker = FileRef & {
  type: string;
  width: number;
  height: number;
  is_animated: boolean;
  is_video: boolean;
  emoji?: string | undefined;
  set_name?: string | undefined;
};
export type Location = { latitude: number; longitude: number };
export type Contact = {
  phone_number: string;
  first_name: string;
  last_name?: string | undefined;
  user_id?: number | undefined;
  vcard?: string | undefined;
};

export type MessageContent = {
  text?: string | undefined;
  entities?: MessageEntity[] | undefined;
  caption?: string | undefined;
  caption_entities?: MessageEntity[] | undefined;
  photo?: PhotoSize[] | undefined;
  animation?: Video | undefined;
  document?: NamedFile | undefined;
  audio?: (NamedFile & { duration: number }) | undefined;
  voice?: Voice | undefined;
  video?: Video | undefined;
  sticker?: Sticker | undefined;
  location?: Location | undefined;
  contact?: Contact | undefined;
  media_group_id?: string | undefined;
  new_chat_members?: User[] | undefined;
  left_chat_member?: User | undefined;
  migrate_to_chat_id?: number | undefined;
  migrate_from_chat_id?: number | undefined;
};

export type Message = MessageContent & {
  message_id: number;
  date: number;
  chat: Chat;
  from?: User | undefined;
  edit_date?: number | undefined;
  reply_to_message?: Message | undefined;
  reply_markup?: unknown;
};

export type ChatMember = { status: 'member' | 'left' | 'kicked'; user: User; until_date?: number | undefined };
export type ChatMemberUpdated = {
  chat: Chat;
  from: User;
  date: number;
  old_chat_member: ChatMember;
  new_chat_member: ChatMember;
};
export type CallbackQuery = { id: string; from: User; message?: Message; chat_instance: string; data?: string };

export type UpdateContent = {
  message?: Message;
  edited_message?: Message;
  callback_query?: CallbackQuery;
  my_chat_member?: ChatMemberUpdated;
};
export type Update = { update_id: number } & UpdateContent;
