import type { Channel, KnowledgeBase } from '@otvet/contract';
import { isEmbedded, offeredChannelTypes } from '@otvet/contract/values';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useStartConnecting } from '../../../connect-forms/connecting.ts';
import { api } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast } from '../../../platform/toast/show-toast.ts';

/** Opens the form of the first answer or the place of files, in the base that is there or in a new one. */
export function useAddAnswer(bases: KnowledgeBase[]) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (_place: { add: 'pair' } | { tab: 'sources' }) =>
      bases[0] ?? (await api.learning.create({ name: translate('channels.field.base_name') })),
    onSuccess: ({ id }, place) => {
      void queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] });
      void navigate({ to: '/app/knowledge-bases/$id/', params: { id }, search: place });
    },
    onError: showErrorToast,
  });
}

/** The channel that needs nothing of a platform: the quickest one to connect. */
const ownSite = offeredChannelTypes.find(isEmbedded);

/** Begins to connect the chat on the owner's own site. */
export function useConnectSite() {
  const navigate = useNavigate();
  const start = useStartConnecting((id) => void navigate({ to: '/app/channels/', search: { connecting: id } }));
  return { isPending: start.isPending, connect: () => ownSite !== undefined && start.mutate(ownSite) };
}

/** Where a question can be asked as a customer would: the try-out page of the site, or the account on the platform. */
export function findTryAddress(channels: readonly Pick<Channel, 'id' | 'type' | 'profileUrl'>[]): string | null {
  const site = channels.find(({ type }) => isEmbedded(type));
  if (site !== undefined) return `/try/${site.id}`;
  return channels.find(({ profileUrl }) => profileUrl !== null)?.profileUrl ?? null;
}
