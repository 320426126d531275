import {
  answerCallbackQuery,
  getChat,
  getFile,
  getMe,
  getUserProfilePhotos,
  sendChatAction,
} from './account-methods.ts';
import { sendAnimation, sendDocument, sendMediaGroup, sendPhoto, sendVideo, sendVoice } from './media-methods.ts';
import type { Method } from './method.ts';
import { deleteMessage, editMessageText, sendContact, sendLocation, sendMessage } from './text-methods.ts';
import { deleteWebhook, getUpdates, getWebhookInfo, setWebhook } from './update-methods.ts';

/** Every method that the simulator answers, by its official name. */
export const METHODS: Record<string, Method> = {
  getMe,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
  getUpdates,
  sendMessage,
  sendPhoto,
  sendMediaGroup,
  sendAnimation,
  sendDocument,
  sendVoice,
  sendVideo,
  sendLocation,
  sendContact,
  sendChatAction,
  getFile,
  getUserProfilePhotos,
  getChat,
  answerCallbackQuery,
  editMessageText,
  deleteMessage,
};
/** The file parameters that arrive as parts of a multipart body. */
export const FILE_FIELDS = new Set(['photo', 'animation', 'document', 'voice', 'video', 'certificate', 'thumbnail']);

const NAMES = new Map(Object.keys(METHODS).map((name) => [name.toLowerCase(), name]));

/** Method names are case-insensitive. */
export function findMethod(name: string): { name: string; method: Method } | undefined {
  const official = NAMES.get(name.toLowerCase());
  const method = official === undefined ? undefined : METHODS[official];
  return official === undefined || method === undefined ? undefined : { name: official, method };
}
