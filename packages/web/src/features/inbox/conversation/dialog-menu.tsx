import { ActionIcon } from '@mantine/core';
import type { Chat } from '@otvet/contract';
import { IconBan, IconDotsVertical, IconMailOpened, IconRobot } from '@tabler/icons-react';
import { ActionMenu, type MenuEntry } from '../../../components/ui/action-menu.tsx';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { type DialogAction, useDialogAction } from '../api/dialog-actions.ts';
import { canHandBack, canTake } from '../model/speaker-state.ts';

/** Rarer actions of a dialog. */
export function DialogMenu({ chat }: { chat: Chat }) {
  const { t } = useTexts();
  const { mutate } = useDialogAction();
  const canAnswer = useCan('inbox_answer');
  const act = (action: DialogAction) => () => mutate({ action, id: chat.uniqueId });
  const entries: MenuEntry[] = [
    {
      kind: 'action',
      id: 'unread',
      label: t('dialogs.action.unread'),
      icon: IconMailOpened,
      onSelect: act('markAsUnread'),
    },
  ];
  if (canAnswer && canTake(chat) && canHandBack(chat)) {
    entries.push({
      kind: 'action',
      id: 'resume',
      label: t('dialogs.action.hand_back'),
      icon: IconRobot,
      onSelect: act('resume'),
    });
  }
  if (canAnswer) {
    entries.push({
      kind: 'action',
      id: 'ban',
      label: t(chat.banned ? 'dialogs.action.unban' : 'dialogs.action.ban'),
      icon: IconBan,
      isDangerous: !chat.banned,
      onSelect: act(chat.banned ? 'unban' : 'ban'),
    });
  }
  const trigger = (
    <ActionIcon variant="subtle" color="secondary" size={36} aria-label={t('dialogs.menu')}>
      <IconDotsVertical size={20} stroke={1.8} />
    </ActionIcon>
  );
  return <ActionMenu trigger={trigger} entries={entries} position="bottom-end" />;
}
