import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { useReadAllAgain } from '../api/source-mutations.ts';
import { readsPicturesQuery } from '../api/sources-query.ts';
import { useCanManageEach } from '../source-menu.tsx';
import { mayBeReadNow } from '../source-words.ts';

type RetryAllProps = { baseId: string; sources: readonly KnowledgeSource[] };

/** Tries again all that failed and that a reading may help, where there are several. How far each is, its row says. */
export function RetryAll({ baseId, sources }: RetryAllProps) {
  const { t } = useTexts();
  const canManage = useCanManageEach();
  const { run, done } = useReadAllAgain();
  const { data: readsPictures = false } = useQuery(readsPicturesQuery(baseId));
  const failed = sources.filter((source) => mayBeReadNow(source, { readsPictures }) && canManage(source));
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
