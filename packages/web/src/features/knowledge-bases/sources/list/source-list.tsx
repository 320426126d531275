import { Skeleton, Stack, TextInput } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { IconFiles, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { LoadError } from '../../../../components/ui/load-error.tsx';
import { Panel } from '../../../../components/ui/screen.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { useKeptFocus } from '../../model/use-kept-focus.ts';
import { forgetAdded, useAddedSources } from '../add/added-sources.ts';
import { sending } from '../add/send-files.ts';
import { useSendingFiles } from '../add/sending-store.ts';
import { sourcesQuery } from '../api/sources-query.ts';
import { RetryAll } from './retry-all.tsx';
import classes from './source-list.module.css';
import { SourceRow } from './source-row.tsx';
import { isOf, type ShownState, StateFilter } from './state-filter.tsx';

const SEARCHED_FROM = 8;

/** Which of the sources are listed: what was typed to find them, and their state. */
export type ListedSources = { typed: string; state: ShownState };

export const allListed: ListedSources = { typed: '', state: 'all' };

type SourceListProps = {
  baseId: string;
  canAdd: boolean;
  listed: ListedSources;
  onList: (listed: ListedSources) => void;
};

/** What a base is taught from, newest first. */
export function SourceList({ baseId, canAdd, listed, onList }: SourceListProps) {
  const { t } = useTexts();
  const query = useQuery(sourcesQuery(baseId));
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list);
  const { added, shownId } = useAdded(baseId);
  useEffect(() => {
    if (shownId !== undefined) onList(allListed);
  }, [shownId, onList]);
  if (query.isPending) {
    return (
      <Panel>
        <Stack gap={12} role="status" aria-label={t('shell.loading')}>
          <Skeleton h={52} />
          <Skeleton h={52} />
        </Stack>
      </Panel>
    );
  }
  if (query.data === undefined) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={IconFiles}
          title={t('sources.empty.title')}
          text={t(canAdd ? 'sources.empty.text' : 'sources.empty.ask')}
        />
      </Panel>
    );
  }
  const search = listed.typed.trim();
  const isLong = query.data.length >= SEARCHED_FROM;
  const matching = query.data.filter((source) => contains(source, search));
  const shown = isLong ? listed.state : 'all';
  const found = matching.filter((source) => isOf(source, shown));
  return (
    <Panel>
      {isLong && (
        <TextInput
          type="search"
          className={classes.search ?? ''}
          leftSection={<IconSearch size={18} stroke={1.8} />}
          placeholder={t('sources.search')}
          aria-label={t('sources.search')}
          value={listed.typed}
          onChange={(event) => onList({ ...listed, typed: event.currentTarget.value })}
        />
      )}
      {isLong && <StateFilter sources={matching} shown={shown} onShow={(state) => onList({ ...listed, state })} />}
      <div className={classes.head}>
        <p className={classes.count} aria-live="polite">
          {found.length === 0
            ? t(search === '' ? 'sources.none_of_state' : 'sources.nothing_found', { search })
            : t('sources.count', { count: found.length })}
        </p>
        <RetryAll baseId={baseId} sources={found} />
      </div>
      <ul ref={list} className={classes.list} data-searched={search !== '' || undefined} aria-label={t('sources.list')}>
        {found.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            isAdded={added.includes(source.id)}
            isShown={source.id === shownId}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** What was added while the list is shown, and which of it is brought into view. */
function useAdded(baseId: string): { added: readonly string[]; shownId: string | undefined } {
  const { ids, isLink } = useAddedSources();
  const sent = useSendingFiles(sending, baseId);
  useEffect(() => forgetAdded, []);
  return { added: ids, shownId: isLink || sent.length === 0 ? ids[0] : undefined };
}

/** By its name, its link and its words. */
function contains({ name, link, hint }: KnowledgeSource, search: string): boolean {
  const words = search.toLowerCase();
  return [name, link ?? '', hint].some((text) => text.toLowerCase().includes(words));
}
