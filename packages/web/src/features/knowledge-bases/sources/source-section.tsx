import type { KnowledgeBase } from '@otvet/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { AddSources } from './add/add-sources.tsx';
import { forgetAdded } from './add/added-sources.ts';
import { DropArea } from './add/drop-area.tsx';
import { judgeFiles } from './add/judge-files.ts';
import { sending } from './add/send-files.ts';
import { SendingList } from './add/sending-list.tsx';
import { allListed, type ListedSources, SourceList } from './list/source-list.tsx';
import { OpenedPlace } from './opened/opened-place.tsx';
import classes from './source-section.module.css';

/** The files and links that a base is taught from, or one of them with what was understood of it. */
export function SourceSection({ base }: { base: KnowledgeBase }) {
  const { source, passage } = useSearch({ from: '/app/knowledge-bases/$id' });
  // Whoever comes back from a source finds the list as it was left.
  const [listed, setListed] = useState(allListed);
  if (source !== undefined || passage !== undefined)
    return <OpenedPlace key={source ?? passage} baseId={base.id} sourceId={source} passageId={passage} />;
  return <AllSources base={base} listed={listed} onList={setListed} />;
}

type AllSourcesProps = { base: KnowledgeBase; listed: ListedSources; onList: (listed: ListedSources) => void };

function AllSources({ base, listed, onList }: AllSourcesProps) {
  const { t } = useTexts();
  const baseId = base.id;
  const canAddFiles = useCan('manage_kb_files');
  const canAddLinks = useCan('manage_kb_urls');
  const [hint, setHint] = useState('');
  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    forgetAdded();
    void sending.add(judgeFiles(files), { baseId, hint: hint.trim() });
    setHint('');
  };
  return (
    <DropArea onDrop={canAddFiles ? add : null}>
      {(canAddFiles || canAddLinks) && (
        <AddSources
          baseId={baseId}
          hint={hint}
          onHint={setHint}
          onFiles={canAddFiles ? add : null}
          canAddLinks={canAddLinks}
        />
      )}
      <SendingList baseId={baseId} />
      {base.knownSources > 0 && (
        <Link
          to="/app/knowledge-bases/$id/"
          params={{ id: baseId }}
          search={{ tab: 'check' }}
          className={classes.next}
          data-testid="try-sources"
        >
          {t('sources.next_step')}
          <IconArrowRight size={16} stroke={1.8} aria-hidden />
        </Link>
      )}
      <SourceList baseId={baseId} canAdd={canAddFiles || canAddLinks} listed={listed} onList={onList} />
    </DropArea>
  );
}
