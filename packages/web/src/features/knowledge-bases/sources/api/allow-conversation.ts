import type { KnowledgeSource } from '@otvet/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/api/client.ts';
import { translate } from '../../../../platform/texts/texts.ts';
import { showErrorToast, showToast } from '../../../../platform/toast/show-toast.ts';
import { refreshSources } from './source-mutations.ts';

type Shown = Pick<KnowledgeSource, 'id' | 'knowledgeBaseId' | 'version'>;

/**
 * Allows the very text that is shown: one that was read meanwhile is shown first. A file that was read a moment ago is among what
 * was found in its base only once that was looked through.
 */
export function useAllowConversation() {
  return useMutation({
    mutationFn: async ({ id, knowledgeBaseId, version }: Shown) => {
      const { findings } = await api.checks.checkNow({ id: knowledgeBaseId, sourceId: id });
      const { source } = await api.sources.passages({ id, search: '', limit: 1, offset: 0 });
      const found = findings.find(({ kind }) => kind === 'conversation');
      if (found === undefined || source.version !== version) throw new ChangedError();
      await api.checks.markFinding({ id: found.id, state: 'ignored' });
    },
    onSuccess: () => showToast({ kind: 'success', message: translate('sources.held.allowed') }),
    onError: (error) => {
      if (error instanceof ChangedError) showToast({ kind: 'error', message: translate('sources.held.changed') });
      else showErrorToast(error);
    },
    onSettled: refreshSources,
  });
}

/** What is to be allowed is not what was shown. */
class ChangedError extends Error {
  override readonly name = 'ChangedError';
}
