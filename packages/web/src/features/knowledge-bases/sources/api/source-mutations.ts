import type { CheckPeriod, KnowledgeSource } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { api } from '../../../../platform/api/client.ts';
import { isRefusal } from '../../../../platform/api/is-refusal.ts';
import { queryClient } from '../../../../platform/api/query-client.ts';
import { translate } from '../../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../../platform/toast/show-toast.ts';
import { noteLink } from '../add/added-sources.ts';
import type { LinkKind } from '../add/detect-link.ts';

/** What shows sources, and the number of them, asks anew. */
export function refreshSources(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['knowledge-sources'] }),
    queryClient.invalidateQueries({ queryKey: ['knowledge-bases'] }),
  ]);
}

/** The server wants the next call later. */
const isTooSoon = (error: unknown) => error instanceof ApiError && error.retryAfter !== undefined;

type NewLink = { baseId: string; url: string; kind: LinkKind; fileHint: string };

export function useAddLink() {
  return useMutation({
    mutationFn: ({ baseId: id, url, kind, fileHint }: NewLink) =>
      kind === 'page' ? api.sources.addPage({ id, url, fileHint }) : api.sources.addGoogleLink({ id, url, fileHint }),
    // Its row says the rest: it is marked, in view, and tells how far it is read.
    onSuccess: async ({ id }) => {
      noteLink(id);
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

/** Tries many once more, one after another. One that is refused, such as one that is being read by now, does not stop the rest. */
export function useReadAllAgain() {
  const [done, setDone] = useState(0);
  const run = useMutation({
    mutationFn: async (sources: readonly Pick<KnowledgeSource, 'id'>[]) => {
      const faults: unknown[] = [];
      for (const [at, { id }] of sources.entries()) {
        setDone(at + 1);
        const fault = await api.sources.readAgain({ id }).then(
          () => null,
          (error: unknown) => error,
        );
        if (fault === null) continue;
        faults.push(fault);
        if (!isRefusal(fault) || isTooSoon(fault)) break;
      }
      return faults;
    },
    onSuccess: async ([fault]) => {
      if (fault !== undefined) showErrorToast(fault);
      await refreshSources();
    },
  });
  return { run, done };
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
