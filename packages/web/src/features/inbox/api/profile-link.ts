import type { Chat } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';

/** Some channels must be asked for it; the others give it with the dialog. */
async function askForLink({ channelType, chatId, channelId }: Chat): Promise<string> {
  if (!isOfferedChannelType(channelType) || !describeChannel(channelType).hasProfileLink) return '';
  return (await api.chat.profileLink({ chatId, channelId })).link;
}

function isWebLink(link: string): boolean {
  return /^https?:\/\//i.test(link);
}

/** Public page of the customer; empty where there is none or the lookup fails. */
export function profileLinkQuery(chat: Chat) {
  return queryOptions({
    queryKey: ['profile-link', chat.uniqueId, chat.socLink],
    queryFn: async () => {
      const link = chat.socLink ?? (await askForLink(chat).catch(() => ''));
      return isWebLink(link) ? link : '';
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
