import { Skeleton, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { LoadMore } from '../../../components/ui/load-more.tsx';
import { Segments } from '../../../components/ui/segments.tsx';
import { useNow } from '../../../platform/format/use-now.ts';
import { useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useChannelTroubles } from '../api/channel-troubles.ts';
import { dialogsQuery } from '../api/dialogs-query.ts';
import { useUnsentDialogs } from '../api/outbox-cache.ts';
import { useUnread } from '../api/unread-query.ts';
import { type DialogFilter, listDialogs } from '../model/dialog-pages.ts';
import classes from './dialog-list.module.css';
import { DialogRow } from './dialog-row.tsx';
import { NoDialogs } from './no-dialogs.tsx';

export type DialogListProps = {
  filter: DialogFilter;
  onFilter: (filter: DialogFilter) => void;
  selected: string | undefined;
  onSelect: (uniqueId: string) => void;
};

const END_TEXT_FROM = 12;

export function DialogList({ filter, onFilter, selected, onSelect }: DialogListProps) {
  const { t } = useTexts();
  const now = useNow();
  const query = useInfiniteQuery(dialogsQuery(filter));
  const waiting = useUnread()?.waiting ?? 0;
  const held = useChannelTroubles();
  const unsent = useUnsentDialogs();
  const me = useUserData()?.uid;
  const dialogs = listDialogs(query.data);
  return (
    <section className={classes.list} aria-label={t('shell.nav.inbox')}>
      <header className={classes.header}>
        <Title order={1}>{t('shell.nav.inbox')}</Title>
        <Segments
          label={t('dialogs.filter.label')}
          value={filter.waiting ? 'waiting' : 'all'}
          onChange={(value) => onFilter({ waiting: value === 'waiting' })}
          options={[
            { value: 'all', label: t('dialogs.filter.all') },
            {
              value: 'waiting',
              label: waiting > 0 ? t('dialogs.filter.waiting', { waiting }) : t('dialogs.filter.waiting_none'),
            },
          ]}
        />
      </header>
      <div className={classes.scroll}>
        {query.isPending && <ListSkeleton />}
        {query.isError && query.data === undefined && (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess && dialogs.length === 0 && (
          <NoDialogs filter={filter} onShowAll={() => onFilter({ waiting: false })} />
        )}
        {dialogs.length > 0 && (
          <>
            <ul className={classes.rows} aria-label={t('dialogs.list')}>
              {dialogs.map((chat) => (
                <DialogRow
                  key={chat.uniqueId}
                  chat={chat}
                  now={now}
                  me={me}
                  isHeld={held.some(({ id }) => id === chat.channelId)}
                  isUnsent={unsent.includes(chat.uniqueId)}
                  isSelected={chat.uniqueId === selected}
                  onSelect={onSelect}
                />
              ))}
            </ul>
            <LoadMore
              hasMore={query.hasNextPage}
              isLoading={query.isFetchingNextPage}
              error={query.isFetchNextPageError ? query.error : null}
              onLoad={() => void query.fetchNextPage()}
              endText={dialogs.length >= END_TEXT_FROM ? t('dialogs.end') : null}
            />
          </>
        )}
      </div>
    </section>
  );
}

function ListSkeleton() {
  const { t } = useTexts();
  return (
    <div role="status" aria-label={t('shell.loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
        <div key={key} className={classes.skeleton}>
          <Skeleton circle h={38} w={38} />
          <div>
            <Skeleton h={12} w="55%" />
            <Skeleton h={10} mt={8} w="85%" />
            <Skeleton h={18} mt={8} w={120} />
          </div>
        </div>
      ))}
    </div>
  );
}
