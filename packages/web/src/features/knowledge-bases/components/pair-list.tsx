import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { QuestionAnswer } from '@otvet/contract';
import { limits } from '@otvet/contract/values';
import { IconClipboardList, IconFileSpreadsheet, IconMessageQuestion, IconPlus, IconSearch } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { LoadMore } from '../../../components/ui/load-more.tsx';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useRemovePair } from '../api/pairs-query.ts';
import { usePairPages } from '../api/use-pair-pages.ts';
import { ImportDialog } from '../import-pairs/import-on-demand.ts';
import { placeRows } from '../model/place-rows.ts';
import { useKeptFocus } from '../model/use-kept-focus.ts';
import { useSeenPages } from '../model/use-seen-pages.ts';
import { PasteDialog } from '../paste-pairs/paste-on-demand.ts';
import { type EditedPair, LeftDraft } from './left-draft.tsx';
import { PairDialog, type PairDialogProps } from './pair-dialog.tsx';
import classes from './pair-list.module.css';
import { PairRow } from './pair-row.tsx';
import { PairSearch } from './pair-search.tsx';

const END_TEXT_FROM = 10;

/** Pairs of a base: search, pages, adding, changing and deleting. */
export function PairList({ kbId }: { kbId: string }) {
  const { t } = useTexts();
  const canEdit = useCan('manage_kb_qa');
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const isTooShort = settled !== '' && settled.length < limits.knowledgeSearchMin;
  const search = isTooShort ? '' : settled;
  const { list, seen } = useSeenPages();
  useKeptFocus(list);
  const { first: query, count, pages, ...more } = usePairPages({ kbId, search, seen });
  const remove = useRemovePair();
  const { add, open, end: endAdding } = useAdding();
  const [chosen, setEdited] = useState<EditedPair | null>(null);
  const edited = chosen ?? (add === 'pair' ? 'new' : null);
  const closePair = () => {
    setEdited(null);
    endAdding();
  };
  const [doomed, setDoomed] = useState<QuestionAnswer | null>(null);
  const rows = placeRows(pages);
  const confirmRemove = () => doomed !== null && remove.mutate(doomed.id, { onSuccess: () => setDoomed(null) });
  return (
    <>
      {canEdit && edited === null && <LeftDraft kbId={kbId} onContinue={setEdited} />}
      <div className={classes.tools}>
        <PairSearch value={typed} isTooShort={isTooShort} onChange={setTyped} />
        {canEdit && (
          <Group gap={8} className={classes.adding}>
            <Button color="secondary.1" leftSection={<IconClipboardList size={16} />} onClick={() => open('many')}>
              {t('knowledge.many.open')}
            </Button>
            <Button color="secondary.1" leftSection={<IconFileSpreadsheet size={16} />} onClick={() => open('import')}>
              {t('knowledge.import.open')}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
              {t('knowledge.pair.add')}
            </Button>
          </Group>
        )}
      </div>
      {query.isPending && (
        <Stack mt={16} gap={12} role="status" aria-label={t('shell.loading')}>
          <Skeleton h={48} />
          <Skeleton h={48} />
          <Skeleton h={48} />
        </Stack>
      )}
      {query.isError && query.data === undefined && (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && rows.length === 0 && (
        <NoPairs search={search} onClear={() => setTyped('')} onAdd={canEdit ? () => setEdited('new') : null} />
      )}
      {rows.length > 0 && (
        <>
          <p className={classes.count} aria-live="polite">
            {search === '' ? t('knowledge.pairs', { count }) : t('knowledge.found', { count })}
          </p>
          <ul ref={list} className={classes.list} aria-busy={query.isPlaceholderData}>
            {rows.map(({ pair, pages }) => (
              <PairRow
                key={pair.id}
                pair={pair}
                pages={pages}
                canEdit={canEdit}
                onEdit={() => setEdited(pair)}
                onRemove={() => setDoomed(pair)}
              />
            ))}
          </ul>
          <LoadMore
            hasMore={more.hasMore}
            isLoading={more.isLoadingMore}
            error={more.moreError}
            onLoad={more.loadMore}
            endText={rows.length >= END_TEXT_FROM ? t('knowledge.end') : null}
          />
        </>
      )}
      {edited !== null && <PairDialog kbId={kbId} {...toBegin(edited)} onClose={closePair} />}
      {add === 'many' && canEdit && <PasteDialog kbId={kbId} onClose={endAdding} />}
      {add === 'import' && canEdit && <ImportDialog kbId={kbId} onClose={endAdding} />}
      {doomed !== null && (
        <ConfirmDialog
          title={t('knowledge.pair.remove_title')}
          text={t('knowledge.pair.remove_text', { question: doomed.question })}
          confirmLabel={t('shell.delete')}
          isBusy={remove.isPending}
          onConfirm={confirmRemove}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  );
}

function toBegin(edited: EditedPair): Pick<PairDialogProps, 'pair' | 'question'> {
  if (edited === 'new') return { pair: null };
  return 'asked' in edited ? { pair: null, question: edited.asked } : { pair: edited };
}

/** What the address asks to be added at once; a reload goes on with it. */
function useAdding() {
  const navigate = useNavigate();
  const { id } = useParams({ from: '/app/knowledge-bases/$id' });
  const { add } = useSearch({ from: '/app/knowledge-bases/$id' });
  const end = () => add && void navigate({ to: '/app/knowledge-bases/$id/', params: { id }, replace: true });
  const open = (what: 'many' | 'import') =>
    void navigate({ to: '/app/knowledge-bases/$id/', params: { id }, search: { add: what } });
  return { add, open, end };
}

function NoPairs({ search, onClear, onAdd }: { search: string; onClear: () => void; onAdd: (() => void) | null }) {
  const { t } = useTexts();
  if (search !== '') {
    return (
      <EmptyState
        icon={IconSearch}
        title={t('knowledge.nothing_found.title')}
        text={t('knowledge.nothing_found.text', { search })}
        action={{ label: t('knowledge.nothing_found.button'), isQuiet: true, onClick: onClear }}
      />
    );
  }
  return (
    <EmptyState
      icon={IconMessageQuestion}
      title={t('knowledge.no_pairs.title')}
      text={t('knowledge.no_pairs.text')}
      {...(onAdd === null ? {} : { action: { label: t('knowledge.pair.add_first'), isQuiet: true, onClick: onAdd } })}
    />
  );
}
