import type { Channel } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../platform/api/client.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { channelQuery, channelsQuery } from '../platform/queries/channels-query.ts';
import { translate } from '../platform/texts/texts.ts';
import { showToast } from '../platform/toast/show-toast.ts';

export type ConnectInput = {
  channelType: string;
  name?: string;
  token?: string;
  knowledgeBaseId?: string | null;
  replaceWebhook?: boolean;
};

/** Connects a channel and puts it into the list. */
export function useConnectChannel(onConnected: (channel: Channel) => void) {
  return useMutation({
    mutationFn: (input: ConnectInput) => api.channels.connect(input),
    onSuccess: (channel) => {
      queryClient.setQueryData(channelQuery(channel.type, channel.id).queryKey, channel);
      void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey, exact: true });
      showToast({ kind: 'success', message: translate('channels.connected_toast') });
      onConnected(channel);
    },
  });
}
