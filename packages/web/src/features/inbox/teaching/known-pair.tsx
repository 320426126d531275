import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { ApiError } from '../../../platform/api/api-error.ts';
import { pairQuery } from '../../../platform/queries/pair-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { type Editing, PairEditor } from './pair-editor.tsx';

/** The pair that an answer stands on; where it is gone, a new one can be written. */
export function KnownPair({ id, onAdd, ...editing }: Editing & { id: string; onAdd: () => void }) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(pairQuery(id));
  if (data !== undefined) return <PairEditor kbId={data.knowledgeBaseId} pair={data} question="" {...editing} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Stack gap={14} align="flex-start">
        <p>{t('knowledge.teach.gone')}</p>
        <Button onClick={onAdd}>{t('knowledge.pair.add')}</Button>
      </Stack>
    );
  }
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap={14} role="status" aria-label={t('shell.loading')}>
      <Skeleton h={56} />
      <Skeleton h={120} />
    </Stack>
  );
}
