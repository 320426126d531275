import type { KnowledgeSource } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/api/client.ts';
import { showErrorToast } from '../../../../platform/toast/show-toast.ts';
import { refreshSources } from './source-mutations.ts';

/** A file that was read a moment ago is among what was found in its base only once that was looked through. */
export function useAllowConversation() {
  return useMutation({
    mutationFn: async ({ id, knowledgeBaseId }: Pick<KnowledgeSource, 'id' | 'knowledgeBaseId'>) => {
      const { findings } = await api.checks.checkNow({ id: knowledgeBaseId });
      const found = findings.find(({ kind, sourceId }) => kind === 'conversation' && sourceId === id);
      if (found !== undefined) await api.checks.markFinding({ id: found.id, state: 'ignored' });
    },
    onSuccess: refreshSources,
    onError: showErrorToast,
  });
}
