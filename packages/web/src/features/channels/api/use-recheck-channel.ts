import type { Channel } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { channelQuery, channelsQuery } from '../../../platform/queries/channels-query.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';
import { reasonText } from '../components/reason-text.ts';
import { isStillRefused } from './still-refused.ts';
import { putChannel } from './use-update-channel.ts';

/** Asks the platform now whether the channel works, and sets it up again; `replaceWebhook` takes the messages back. */
export function useRecheckChannel(channel: Channel) {
  return useMutation({
    mutationFn: ({ replaceWebhook }: { replaceWebhook: boolean }) =>
      api.channels.update({ channelType: channel.type, id: channel.id, replaceWebhook }),
    onSuccess: (saved) => {
      putChannel(saved);
      showToast({ kind: 'success', message: translate('channels.state.repaired') });
    },
    onError: async (error) => {
      // The look may have found another reason.
      await queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
      const found = queryClient.getQueryData(channelQuery(channel.type, channel.id).queryKey) ?? channel;
      const reason = isStillRefused(error, channel) ? reasonText(found) : null;
      if (reason === null) return showErrorToast(error);
      showToast({ kind: 'warning', message: translate('channels.state.still_broken', { reason }) });
    },
  });
}
