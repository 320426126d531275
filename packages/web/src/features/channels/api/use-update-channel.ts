import type { Channel, ChannelUpdate } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { putAnswer } from '../../../platform/api/put-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { channelQuery, channelsQuery } from '../../../platform/queries/channels-query.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';

/** Shows a channel as the server gave it. */
export function putChannel(channel: Channel): void {
  putAnswer(queryClient, channelQuery(channel.type, channel.id).queryKey, channel);
  queryClient.setQueryData(channelsQuery.queryKey, (list) =>
    list?.map((other) => (other.id === channel.id ? channel : other)),
  );
}

/** Saves settings of a channel, or new credentials by their declared names; a refusal is the form's to show. */
export function useUpdateChannel(channel: Channel) {
  return useMutation({
    mutationFn: (change: ChannelUpdate | Record<string, string | boolean>) =>
      api.channels.update({ ...change, channelType: channel.type, id: channel.id }),
    onSuccess: (saved) => {
      putChannel(saved);
      showToast({ kind: 'success', message: translate('channels.saved') });
    },
  });
}

/** Unlinks a channel; its settings are erased. */
export function useRemoveChannel(channel: Channel) {
  return useMutation({
    mutationFn: () => api.channels.remove({ channelType: channel.type, id: channel.id }),
    // The screen of the channel is left at once: the news of its end may come before the list does.
    onSuccess: ({ isPlatformTold }) => {
      queryClient.setQueryData(channelsQuery.queryKey, (list) => list?.filter((other) => other.id !== channel.id));
      void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey, exact: true });
      const message = translate(isPlatformTold ? 'channels.removed' : 'channels.removed_untold');
      showToast({ kind: 'success', message });
    },
    onError: showErrorToast,
  });
}
