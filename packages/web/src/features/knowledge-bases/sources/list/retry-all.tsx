import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { useReadAllAgain } from '../api/source-mutations.ts';
import { useCanManageEach } from '../source-menu.tsx';

/** Tries again all that failed, where there are several. How far each is, its row says. */
export function RetryAll({ sources }: { sources: readonly KnowledgeSource[] }) {
  const { t } = useTexts();
  const canManage = useCanManageEach();
  const { run, done } = useReadAllAgain();
  const failed = sources.filter((source) => source.state === 'failed' && canManage(source));
  if (failed.length < 2 && !run.isPending) return null;
  return (
    // Not disabled: that would take the focus away.
    <Button
      variant="default"
      size="xs"
      aria-disabled={run.isPending}
      aria-live="polite"
      onClick={() => !run.isPending && run.mutate(failed)}
    >
      {run.isPending
        ? t('sources.retry_all.running', { done, total: run.variables.length })
        : t('sources.retry_all', { number: failed.length })}
    </Button>
  );
}
