import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type PairEditing, PairEditor } from '../../../components/pair-editor/pair-editor.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { isGone } from '../../../platform/api/is-gone.ts';
import { pairQuery } from '../../../platform/queries/pair-query.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './teach-dialog.module.css';

/** The pair that an answer stands on; where it is gone, a new one can be written. */
export function KnownPair({ id, onAdd, ...editing }: PairEditing & { id: string; onAdd: () => void }) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(pairQuery(id));
  if (data !== undefined) {
    const base = (
      <Link to="/app/knowledge-bases/$id/" params={{ id: data.knowledgeBaseId }} className={classes.base}>
        {t('knowledge.teach.open_base')}
      </Link>
    );
    return <PairEditor kbId={data.knowledgeBaseId} pair={data} focus="answer" aside={base} {...editing} />;
  }
  if (isGone(error)) {
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
