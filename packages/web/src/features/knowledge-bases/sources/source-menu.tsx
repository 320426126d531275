import { ActionIcon } from '@mantine/core';
import type { KnowledgeSource } from '@otvet/contract';
import { IconDotsVertical, IconExternalLink, IconMessageQuestion, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionMenu, type MenuEntry } from '../../../components/ui/action-menu.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { PagePairsDialog } from '../page-pairs/page-pairs-on-demand.ts';
import { useReadAgain, useRemoveSource } from './api/source-mutations.ts';
import { needsAnotherFile } from './source-words.ts';

type Kind = Pick<KnowledgeSource, 'kind'>;

/** Which sources the signed-in user may change: files and links have permissions of their own. */
export function useCanManageEach(): (source: Kind) => boolean {
  const canFiles = useCan('manage_kb_files');
  const canLinks = useCan('manage_kb_urls');
  return ({ kind }) => (kind === 'file' ? canFiles : canLinks);
}

export const useCanManage = (source: Kind): boolean => useCanManageEach()(source);

/** To the list of its base, once a source is gone: there is no way back to it. */
export function useLeaveSource({ knowledgeBaseId }: Pick<KnowledgeSource, 'knowledgeBaseId'>): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '/app/knowledge-bases/$id/',
      params: { id: knowledgeBaseId },
      search: { tab: 'sources' },
      replace: true,
    });
}

/** What can be done with a source. */
export function SourceMenu({ source }: { source: KnowledgeSource }) {
  const { t } = useTexts();
  const canManage = useCanManage(source);
  const [isRemoving, setIsRemoving] = useState(false);
  const canPairs = useCan('manage_kb_qa');
  const [isProposing, setIsProposing] = useState(false);
  const readAgain = useReadAgain();
  const leave = useLeaveSource(source);
  const { kind, name, link, knowledgeBaseId } = source;
  const entries: MenuEntry[] = [];
  if (canManage && !needsAnotherFile(source)) {
    const label = t(kind === 'file' ? 'sources.action.read_again' : 'sources.action.check_now');
    entries.push({ kind: 'action', id: 'read', label, icon: IconRefresh, onSelect: () => readAgain.mutate(source) });
  }
  if (canManage && canPairs && kind === 'page') {
    const label = t('sources.page_pairs.open');
    const propose = () => setIsProposing(true);
    entries.push({ kind: 'action', id: 'propose', label, icon: IconMessageQuestion, onSelect: propose });
  }
  if (link !== null) {
    const open = () => void window.open(link, '_blank', 'noopener,noreferrer');
    const label = t('sources.action.original');
    entries.push({ kind: 'action', id: 'original', label, icon: IconExternalLink, onSelect: open });
  }
  if (canManage) {
    const label = t('sources.action.remove');
    const remove = { id: 'remove', label, icon: IconTrash, isDangerous: true, onSelect: () => setIsRemoving(true) };
    entries.push({ kind: 'action', ...remove });
  }
  if (entries.length === 0) return null;
  return (
    <>
      <ActionMenu
        position="bottom-end"
        trigger={
          <ActionIcon variant="subtle" color="secondary" size={36} aria-label={t('sources.menu_named', { name })}>
            <IconDotsVertical size={18} stroke={1.8} />
          </ActionIcon>
        }
        entries={entries}
      />
      {isProposing && link !== null && (
        <PagePairsDialog kbId={knowledgeBaseId} url={link} onClose={() => setIsProposing(false)} />
      )}
      {isRemoving && <RemoveSource source={source} onRemoved={leave} onClose={() => setIsRemoving(false)} />}
    </>
  );
}

type RemoveSourceProps = { source: KnowledgeSource; onRemoved: () => void; onClose: () => void };

/** Asks first, and says what is lost. */
export function RemoveSource({ source, onRemoved, onClose }: RemoveSourceProps) {
  const { t } = useTexts();
  const remove = useRemoveSource();
  const { id, name, kind, passages } = source;
  const end = () => {
    onClose();
    onRemoved();
  };
  const loss = passages === 0 ? t('sources.remove.empty') : t('sources.remove.text', { count: passages });
  return (
    <ConfirmDialog
      title={t('sources.remove.title', { name })}
      text={`${loss} ${t(kind === 'file' ? 'sources.remove.file' : 'sources.remove.link')}`}
      confirmLabel={t('shell.delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSuccess: end })}
      onClose={onClose}
    />
  );
}
