import { Button } from '@mantine/core';
import type { Finding, KnowledgeSource } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useReadAgain } from '../sources/api/source-mutations.ts';
import { sourcesQuery } from '../sources/api/sources-query.ts';
import { RemoveSource, useCanManage } from '../sources/source-menu.tsx';
import { useCheckNow } from './findings-query.ts';

/** What can be done with the source of a page that vanished. */
export function VanishedActions({ finding: { sourceId }, baseId }: { finding: Finding; baseId: string }) {
  const { data = [] } = useQuery(sourcesQuery(baseId));
  const source = data.find(({ id }) => id === sourceId);
  return source === undefined ? null : <SourceButtons source={source} />;
}

function SourceButtons({ source }: { source: KnowledgeSource }) {
  const { t } = useTexts();
  const canManage = useCanManage(source);
  const readAgain = useReadAgain();
  const check = useCheckNow(source.knowledgeBaseId);
  const [isRemoving, setIsRemoving] = useState(false);
  if (!canManage) return null;
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setIsRemoving(true)}>
        {t('checks.finding.remove_source')}
      </Button>
      <Button variant="default" size="sm" loading={readAgain.isPending} onClick={() => readAgain.mutate(source)}>
        {t('checks.finding.read_again')}
      </Button>
      {isRemoving && (
        <RemoveSource source={source} onRemoved={() => check.mutate()} onClose={() => setIsRemoving(false)} />
      )}
    </>
  );
}
