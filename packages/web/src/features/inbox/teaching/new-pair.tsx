import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type PairEditing, PairEditor } from '../../../components/pair-editor/pair-editor.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { knowledgeBasesQuery } from '../../../platform/queries/knowledge-bases-query.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

/** A new pair with the customer's question, for the base that the channel answers from unless another is chosen. */
export function NewPair({ channelId, question, ...editing }: PairEditing & { channelId: string; question: string }) {
  const { t } = useTexts();
  const canCreate = useCan('manage_kb');
  const bases = useQuery(knowledgeBasesQuery);
  const channels = useQuery(channelsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  if (bases.isLoadingError) return <LoadError error={bases.error} onRetry={() => void bases.refetch()} />;
  if (bases.data === undefined || channels.isPending)
    return <Skeleton h={200} role="status" aria-label={t('shell.loading')} />;
  const ofChannel = channels.data?.find(({ id }) => id === channelId)?.knowledgeBaseId;
  const kbId = chosen ?? bases.data.find(({ id }) => id === ofChannel)?.id ?? bases.data[0]?.id;
  if (kbId === undefined) {
    if (!canCreate) return <p>{t('knowledge.empty.ask')}</p>;
    return (
      <>
        <p>{t('knowledge.empty.text')}</p>
        <Link to="/app/knowledge-bases/">{t('knowledge.base.create')}</Link>
      </>
    );
  }
  return (
    <PairEditor kbId={kbId} pair={null} question={question} focus="answer" {...editing}>
      {bases.data.length > 1 && (
        <NativeSelect
          label={t('knowledge.teach.base')}
          value={kbId}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={bases.data.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </PairEditor>
  );
}
