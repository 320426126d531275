import { isUserId } from './payload.ts';

/** Only a number has a page. */
export const profileLink = async (chatId: string): Promise<string> =>
  isUserId(chatId) ? '' : `https://wa.me/${encodeURIComponent(chatId)}`;
