import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { ActionMenu } from '../../components/ui/action-menu.tsx';
import { Avatar } from '../../components/ui/avatar.tsx';
import { useUserData } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { useUserMenu } from './use-user-menu.ts';
import classes from './user-menu.module.css';

export function UserMenu() {
  const { t } = useTexts();
  const user = useUserData();
  const entries = useUserMenu([]);
  const name = user?.name || user?.email || '';
  const account = user?.accountName ?? '';
  const about = account !== '' && account !== name ? account : t(`shell.role.${user?.role ?? 'owner'}`);
  const trigger = (
    <UnstyledButton className={classes.me}>
      <Avatar name={name} size={34} photoUrl={user?.photoUrl ?? null} />
      <span className={classes.names}>
        <b>{name}</b>
        <span>{about}</span>
      </span>
      <VisuallyHidden>{t('shell.user_menu')}</VisuallyHidden>
      <IconSelector size={16} aria-hidden />
    </UnstyledButton>
  );
  return <ActionMenu trigger={trigger} entries={entries} position="top-start" />;
}
