import { Skeleton, Stack, TextInput } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { IconFiles, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { LoadError } from '../../../../components/ui/load-error.tsx';
import { Panel } from '../../../../components/ui/screen.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { sourcesQuery } from '../api/sources-query.ts';
import classes from './source-list.module.css';
import { SourceRow } from './source-row.tsx';

const SEARCHED_FROM = 8;

/** What a base is taught from, newest first. */
export function SourceList({ baseId, canAdd }: { baseId: string; canAdd: boolean }) {
  const { t } = useTexts();
  const query = useQuery(sourcesQuery(baseId));
  const [typed, setTyped] = useState('');
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
  const search = typed.trim();
  const found = query.data.filter((source) => contains(source, search));
  return (
    <Panel>
      {query.data.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          className={classes.search ?? ''}
          leftSection={<IconSearch size={18} stroke={1.8} />}
          placeholder={t('sources.search')}
          aria-label={t('sources.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <p className={classes.count} aria-live="polite">
        {found.length === 0 ? t('sources.nothing_found', { search }) : t('sources.count', { count: found.length })}
      </p>
      <ul className={classes.list} aria-label={t('sources.list')}>
        {found.map((source) => (
          <SourceRow key={source.id} source={source} />
        ))}
      </ul>
    </Panel>
  );
}

/** By its name, its link and its words. */
function contains({ name, link, hint }: KnowledgeSource, search: string): boolean {
  const words = search.toLowerCase();
  return [name, link ?? '', hint].some((text) => text.toLowerCase().includes(words));
}
