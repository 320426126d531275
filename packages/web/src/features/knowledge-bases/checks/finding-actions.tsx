import { Button } from '@mantine/core';
import type { Finding, KnowledgeSource } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useReadAgain } from '../sources/api/source-mutations.ts';
import { sourceFileQuery, sourcesQuery } from '../sources/api/sources-query.ts';
import { RemoveSource, useCanManage } from '../sources/source-menu.tsx';
import classes from './findings-panel.module.css';
import { useCheckNow } from './findings-query.ts';

/** A file is corrected where it was written: it is fetched, and comes back under the same name. */
export function CorrectFile({ sourceId, baseId }: { sourceId: string; baseId: string }) {
  const { t } = useTexts();
  const { data: fileUrl = null } = useQuery(sourceFileQuery(sourceId));
  return (
    <>
      <p className={classes.above}>{t('checks.finding.file')}</p>
      <div className={classes.actions}>
        {fileUrl !== null && (
          <Button variant="default" size="xs" component="a" href={fileUrl} target="_blank" rel="noopener noreferrer">
            {t('checks.finding.download')}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link to="/app/knowledge-bases/$id/" params={{ id: baseId }} search={{ tab: 'sources' }} {...props} />
          )}
        >
          {t('checks.finding.upload')}
        </Button>
      </div>
    </>
  );
}

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
