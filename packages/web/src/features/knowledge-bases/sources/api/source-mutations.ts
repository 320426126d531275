import type { CheckPeriod, KnowledgeSource } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/api/client.ts';
import { queryClient } from '../../../../platform/api/query-client.ts';
import { translate } from '../../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../../platform/toast/show-toast.ts';
import type { LinkKind } from '../add/detect-link.ts';

/** What shows sources, and the number of them, asks anew. */
export function refreshSources(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['knowledge-sources'] }),
    queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  ]);
}

type NewLink = { baseId: string; url: string; kind: LinkKind; fileHint: string };

export function useAddLink() {
  return useMutation({
    mutationFn: ({ baseId: id, url, kind, fileHint }: NewLink) =>
      kind === 'page' ? api.sources.addPage({ id, url, fileHint }) : api.sources.addGoogleLink({ id, url, fileHint }),
    onSuccess: async ({ name }) => {
      showToast({ kind: 'info', message: translate('sources.added', { name }) });
      await refreshSources();
    },
  });
}

export function useReadAgain() {
  return useMutation({
    mutationFn: ({ id }: Pick<KnowledgeSource, 'id'>) => api.sources.readAgain({ id }),
    onSuccess: async ({ name }) => {
      showToast({ kind: 'info', message: translate('sources.asked', { name }) });
      await refreshSources();
    },
    onError: showErrorToast,
  });
}

export function useSetCheck() {
  return useMutation({
    mutationFn: (input: { id: string; checkEvery: CheckPeriod }) => api.sources.setCheck(input),
    onSuccess: async () => {
      showToast({ kind: 'success', message: translate('sources.every.saved') });
      await refreshSources();
    },
    onError: showErrorToast,
  });
}

export function useRemoveSource() {
  return useMutation({
    mutationFn: (id: string) => api.sources.remove({ id }),
    onSuccess: async () => {
      showToast({ kind: 'success', message: translate('sources.removed') });
      await refreshSources();
    },
    onError: showErrorToast,
  });
}
