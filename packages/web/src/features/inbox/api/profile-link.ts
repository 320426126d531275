import type { Chat } from '@otvet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';

type Lookup = (chat: Chat) => Promise<string>;

/** Channels whose profile link must be asked for; the others give it with the dialog. */
const lookups: Partial<Record<string, Lookup>> = {
  telegram: async ({ chatId, channelId }) => (await api.chat.telegramProfile({ chatId, channelId })).link,
};

function isWebLink(link: string): boolean {
  return /^https?:\/\//i.test(link);
}

/** Public page of the customer; empty where there is none or the lookup fails. */
export function profileLinkQuery(chat: Chat) {
  return queryOptions({
    queryKey: ['profile-link', chat.uniqueId, chat.socLink],
    queryFn: async () => {
      const lookup = lookups[chat.channelType];
      const link = chat.socLink ?? (await lookup?.(chat).catch(() => '')) ?? '';
      return isWebLink(link) ? link : '';
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
