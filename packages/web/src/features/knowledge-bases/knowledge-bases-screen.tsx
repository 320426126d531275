import { Button, Skeleton } from '@mantine/core';
import { IconBook2, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { KnowledgeHelpLink } from '../../components/ui/help-link.tsx';
import { LoadError } from '../../components/ui/load-error.tsx';
import { Screen } from '../../components/ui/screen.tsx';
import { knowledgeBasesQuery } from '../../platform/queries/knowledge-bases-query.ts';
import { useCan } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { BaseNameDialog } from './components/base-name-dialog.tsx';
import { MemoryUse } from './components/memory-use.tsx';
import classes from './knowledge-bases-screen.module.css';
import { MeaningPanel } from './meaning/meaning-on-demand.ts';

export function KnowledgeBasesScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const canManage = useCan('manage_kb');
  const query = useQuery(knowledgeBasesQuery);
  const [isCreating, setIsCreating] = useState(false);
  const bases = query.data ?? [];
  const create = () => setIsCreating(true);
  return (
    <Screen
      title={t('knowledge.title')}
      actions={
        <>
          <KnowledgeHelpLink isShort />
          {canManage && bases.length > 0 && (
            <Button leftSection={<IconPlus size={16} />} onClick={create}>
              {t('knowledge.base.create')}
            </Button>
          )}
        </>
      }
    >
      {query.isPending && (
        <div className={classes.list} role="status" aria-label={t('shell.loading')}>
          <Skeleton h={74} radius="lg" />
          <Skeleton h={74} radius="lg" />
        </div>
      )}
      {query.isLoadingError && (
        <LoadError error={query.error} what={t('knowledge.list_not_loaded')} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && bases.length === 0 && (
        <EmptyState
          icon={IconBook2}
          title={t('knowledge.empty.title')}
          text={t(canManage ? 'knowledge.empty.text' : 'knowledge.empty.ask')}
          {...(canManage ? { action: { label: t('knowledge.base.create'), onClick: create } } : {})}
        />
      )}
      {bases.length > 0 && (
        <ul className={classes.list} aria-label={t('knowledge.title')}>
          {bases.map((base) => (
            <li key={base.id}>
              <Link to="/app/knowledge-bases/$id/" params={{ id: base.id }} className={classes.row}>
                <span className={classes.icon}>
                  <IconBook2 size={20} stroke={1.8} aria-hidden />
                </span>
                <span className={classes.names}>
                  <b>{base.name}</b>
                  <span>
                    {t('knowledge.pairs', { count: base.pairs })}
                    {base.sources > 0 && ` · ${t('knowledge.sources', { count: base.sources })}`}
                    {base.unreadSources > 0 && (
                      <>
                        , <em className={classes.warning}>{t('knowledge.unread', { count: base.unreadSources })}</em>
                      </>
                    )}{' '}
                    ·{' '}
                    {base.channels.length === 0
                      ? t('knowledge.no_channels')
                      : t('knowledge.answers_in', { channels: base.channels.map(({ name }) => name).join(', ') })}
                  </span>
                  {base.unsearched > 0 && (
                    <em className={classes.warning}>{t('knowledge.unsearched', { count: base.unsearched })}</em>
                  )}
                </span>
                <IconChevronRight size={18} stroke={1.8} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {bases.length > 0 && <MemoryUse />}
      {bases.length > 0 && canManage && <MeaningPanel />}
      {isCreating && (
        <BaseNameDialog
          base={null}
          onSaved={({ id }) => void navigate({ to: '/app/knowledge-bases/$id/', params: { id } })}
          onClose={() => setIsCreating(false)}
        />
      )}
    </Screen>
  );
}
