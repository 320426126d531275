import type { KnowledgeBase } from '@otvet/contract';
import { IconFiles } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Chip } from '../../../components/ui/chip.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { sourcesQuery } from './sources-query.ts';

/** The files and links that a base is taught from. */
export function SourceSection({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const canAdd = useCan('manage_kb_files');
  const query = useInfiniteQuery(sourcesQuery(base.id));
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const sources = query.data.pages.flatMap((page) => page.sources);
  return (
    <Panel>
      {sources.length === 0 && (
        <EmptyState
          icon={IconFiles}
          title={t('sources.empty.title')}
          text={t(canAdd ? 'sources.empty.text' : 'sources.empty.ask')}
        />
      )}
      <ul aria-label={t('sources.list')}>
        {sources.map((source) => (
          <li key={source.id}>
            {source.name} <Chip>{t(`sources.state.${source.state}`)}</Chip>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
