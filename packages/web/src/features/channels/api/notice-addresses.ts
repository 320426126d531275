import type { NoticeAddressState } from '@otvet/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { expectAnswer } from '../../../platform/api/expect-answer.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { translate } from '../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../platform/toast/show-toast.ts';

/** Addresses for news whose holders were asked. */
export const noticeAddressesQuery = queryOptions({
  queryKey: ['notice-addresses'],
  queryFn: async () =>
    expectAnswer(await api.notices.addresses({}), ({ addresses }) => Array.isArray(addresses)).addresses,
});

/** Mails the holder a link. */
export function useAskHolder() {
  return useMutation({
    mutationFn: (email: string) => api.notices.ask({ email }),
    onSuccess: (asked: NoticeAddressState) => {
      queryClient.setQueryData(noticeAddressesQuery.queryKey, (known = []) => [
        ...known.filter(({ address }) => address !== asked.address),
        asked,
      ]);
      if (!asked.isConfirmed) showToast({ kind: 'success', message: translate('channels.notices.asked_toast') });
    },
    onError: showErrorToast,
  });
}
