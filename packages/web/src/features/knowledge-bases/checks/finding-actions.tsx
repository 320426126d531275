import { Button } from '@mantine/core';
import type { Finding, KnowledgeSource } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { BusyButton } from '../../../components/ui/busy-button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { ReplaceButton, useReplacing } from '../sources/add/replace-button.tsx';
import { SendingRows } from '../sources/add/sending-list.tsx';
import { useReadAgain } from '../sources/api/source-mutations.ts';
import { sourceFileQuery, sourcesQuery } from '../sources/api/sources-query.ts';
import { RemoveSource, useCanManage } from '../sources/source-menu.tsx';
import { describeFault, describeState } from '../sources/source-words.ts';
import classes from './findings-panel.module.css';
import { useCheckNow } from './findings-query.ts';

/** A file is corrected where it was written: it is fetched, and comes back here under whatever name. */
export function CorrectFile({ sourceId, baseId }: { sourceId: string; baseId: string }) {
  const { t } = useTexts();
  const { data: fileUrl = null } = useQuery(sourceFileQuery(sourceId));
  const files = useReplacing({ sourceId, baseId });
  return (
    <>
      <p className={classes.above}>{t('checks.finding.file')}</p>
      <div className={classes.actions}>
        {fileUrl !== null && (
          <Button variant="default" size="xs" component="a" href={fileUrl} target="_blank" rel="noopener noreferrer">
            {t('checks.finding.download')}
          </Button>
        )}
        <ReplaceButton sourceId={sourceId} baseId={baseId} label={t('checks.finding.upload')} />
      </div>
      {files.length > 0 ? <SendingRows files={files} /> : <ReadingState sourceId={sourceId} baseId={baseId} />}
    </>
  );
}

/** How far the reading of the file is, or why it was not read. */
function ReadingState({ sourceId, baseId }: { sourceId: string; baseId: string }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const { data = [] } = useQuery(sourcesQuery(baseId));
  const source = data.find(({ id }) => id === sourceId);
  if (source === undefined) return null;
  const state = describeState(source, t);
  const fault = describeFault(source, { t, locale, now });
  return (
    <div aria-live="polite" className={classes.above}>
      {source.state !== 'ready' && <Chip kind={state.kind}>{state.text}</Chip>} {fault}
    </div>
  );
}

/** All of it is looked at where it is opened, and decided on there. */
export function LookAtSource({ finding: { sourceId, subject }, baseId }: { finding: Finding; baseId: string }) {
  const { t } = useTexts();
  if (sourceId === null) return null;
  return (
    <Button
      size="sm"
      variant="default"
      aria-label={t('sources.held.look_named', { name: subject })}
      renderRoot={(props) => (
        <Link
          to="/app/knowledge-bases/$id/"
          params={{ id: baseId }}
          search={{ tab: 'sources', source: sourceId }}
          {...props}
        />
      )}
    >
      {t('sources.held.look')}
    </Button>
  );
}

/** What can be done with the source that a finding is of. */
export function SourceActions({ finding: { kind, sourceId }, baseId }: { finding: Finding; baseId: string }) {
  const { data = [] } = useQuery(sourcesQuery(baseId));
  const source = data.find(({ id }) => id === sourceId);
  return source === undefined ? null : <SourceButtons source={source} isReadAgain={kind === 'vanished'} />;
}

function SourceButtons({ source, isReadAgain }: { source: KnowledgeSource; isReadAgain: boolean }) {
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
      {isReadAgain && (
        <BusyButton variant="default" size="sm" loading={readAgain.isPending} onClick={() => readAgain.mutate(source)}>
          {t('checks.finding.read_again')}
        </BusyButton>
      )}
      {isRemoving && (
        <RemoveSource source={source} onRemoved={() => check.mutate()} onClose={() => setIsRemoving(false)} />
      )}
    </>
  );
}
