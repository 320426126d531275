import { ActionIcon } from '@mantine/core';
import type { KnowledgeBase } from '@otvet/contract';
import { familyOf } from '@otvet/contract/values';
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionMenu } from '../../components/ui/action-menu.tsx';
import { BackLink } from '../../components/ui/back-link.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { KnowledgeHelpLink } from '../../components/ui/help-link.tsx';
import { LoadError } from '../../components/ui/load-error.tsx';
import { Screen } from '../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../components/ui/screen-skeleton.tsx';
import { isGone } from '../../platform/api/is-gone.ts';
import { knowledgeBaseQuery } from '../../platform/queries/knowledge-bases-query.ts';
import { useCan } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { useRemoveBase } from './api/base-mutations.ts';
import { BaseNameDialog } from './components/base-name-dialog.tsx';
import { BaseSections } from './components/base-sections.tsx';
import { MemoryUse } from './components/memory-use.tsx';
import classes from './knowledge-base-screen.module.css';

export function KnowledgeBaseScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id } = useParams({ from: '/app/knowledge-bases/$id' });
  const query = useQuery(knowledgeBaseQuery(id));
  const back = <BackLink to="/app/knowledge-bases/" label={t('knowledge.back')} />;
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isLoadingError || isGone(query.error)) {
    return (
      <Screen title={t('knowledge.title')} back={back}>
        {isGone(query.error) ? (
          <EmptyState
            title={t('errors.knowledge.not_found')}
            text={t('knowledge.gone')}
            action={{ label: t('knowledge.back'), onClick: () => void navigate({ to: '/app/knowledge-bases/' }) }}
          />
        ) : (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Screen>
    );
  }
  return (
    <Screen
      title={query.data.name}
      back={back}
      actions={
        <>
          <KnowledgeHelpLink isShort />
          <BaseMenu base={query.data} />
        </>
      }
    >
      <LinkedChannels base={query.data} />
      <MemoryUse />
      {query.data.unsearched > 0 && (
        <p className={classes.warning} role="alert">
          {t('knowledge.unsearched', { count: query.data.unsearched })} {t('knowledge.unsearched_hint')}
        </p>
      )}
      <BaseSections key={id} base={query.data} />
    </Screen>
  );
}

function LinkedChannels({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const canManage = useCan('manage_channels');
  return (
    <div className={classes.linked}>
      <span>{base.channels.length === 0 ? t('knowledge.linked_none') : t('knowledge.linked')}</span>
      {base.channels.map((channel) =>
        canManage ? (
          <Link
            key={channel.id}
            to="/app/channels/$type/$id/"
            params={{ type: familyOf(channel.type), id: channel.id }}
            className={classes.channel}
          >
            {channel.name}
          </Link>
        ) : (
          <span key={channel.id} className={classes.channel}>
            {channel.name}
          </span>
        ),
      )}
      {canManage && base.channels.length === 0 && (
        <Link to="/app/channels/" className={classes.channel}>
          {t('knowledge.link_channel')}
        </Link>
      )}
    </div>
  );
}

function BaseMenu({ base }: { base: KnowledgeBase }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const canManage = useCan('manage_kb');
  const remove = useRemoveBase();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  if (!canManage) return null;
  const confirm = () => remove.mutate(base.id, { onSuccess: () => void navigate({ to: '/app/knowledge-bases/' }) });
  return (
    <>
      <ActionMenu
        position="bottom-end"
        trigger={
          <ActionIcon variant="subtle" color="secondary" size={36} aria-label={t('knowledge.base.menu')}>
            <IconDotsVertical size={20} stroke={1.8} />
          </ActionIcon>
        }
        entries={[
          {
            kind: 'action',
            id: 'rename',
            label: t('knowledge.base.rename'),
            icon: IconPencil,
            onSelect: () => setOpen('rename'),
          },
          {
            kind: 'action',
            id: 'remove',
            label: t('knowledge.base.remove'),
            icon: IconTrash,
            isDangerous: true,
            onSelect: () => setOpen('remove'),
          },
        ]}
      />
      {open === 'rename' && <BaseNameDialog base={base} onSaved={() => setOpen(null)} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('knowledge.base.remove_title', { name: base.name })}
          text={[
            t('knowledge.base.remove_text', { count: base.pairs }),
            ...(base.sources > 0 ? [t('knowledge.base.remove_sources', { count: base.sources })] : []),
            t('knowledge.base.no_undo'),
          ].join(' ')}
          confirmLabel={t('shell.delete')}
          isBusy={remove.isPending}
          onConfirm={confirm}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
