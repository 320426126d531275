import { ActionIcon, Menu } from '@mantine/core';
import type { Chat } from '@otvet/contract';
import { IconBan, IconDotsVertical, IconMailOpened, IconRobot } from '@tabler/icons-react';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useDialogAction } from '../api/dialog-actions.ts';
import { canHandBack, canTake } from '../model/speaker-state.ts';

/** Rarer actions of a dialog. */
export function DialogMenu({ chat }: { chat: Chat }) {
  const { t } = useTexts();
  const action = useDialogAction();
  const canAnswer = useCan('inbox_answer');
  const id = chat.uniqueId;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="secondary" size={36} aria-label={t('dialogs.menu')}>
          <IconDotsVertical size={20} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMailOpened size={18} stroke={1.8} />}
          onClick={() => action.mutate({ action: 'markAsUnread', id })}
        >
          {t('dialogs.action.unread')}
        </Menu.Item>
        {canAnswer && canTake(chat) && canHandBack(chat) && (
          <Menu.Item
            leftSection={<IconRobot size={18} stroke={1.8} />}
            onClick={() => action.mutate({ action: 'resume', id })}
          >
            {t('dialogs.action.hand_back')}
          </Menu.Item>
        )}
        {canAnswer && (
          <Menu.Item
            color={chat.banned ? undefined : 'red.7'}
            leftSection={<IconBan size={18} stroke={1.8} />}
            onClick={() => action.mutate({ action: chat.banned ? 'unban' : 'ban', id })}
          >
            {t(chat.banned ? 'dialogs.action.unban' : 'dialogs.action.ban')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
