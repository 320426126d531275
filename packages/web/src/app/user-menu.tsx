import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconKeyboard, IconLanguage, IconLogout, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Avatar } from '../components/ui/avatar.tsx';
import { useChangeLocale } from '../features/settings/api/use-change-locale.ts';
import { signOut } from '../platform/session/session.ts';
import { useUserData } from '../platform/session/user-data.ts';
import { useTexts } from '../platform/texts/texts.ts';
import { commandState } from './command-state.ts';
import type { navigationItems } from './navigation-items.ts';
import classes from './user-menu.module.css';

export function UserMenu() {
  const { t } = useTexts();
  const user = useUserData();
  const name = user?.name || user?.email || '';
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.me}>
          <Avatar name={name} size={34} photoUrl={user?.photoUrl ?? null} />
          <span className={classes.names}>
            <b>{name}</b>
            <span>
              {user?.accountName && user.accountName !== name
                ? user.accountName
                : t(`shell.role.${user?.role ?? 'owner'}`)}
            </span>
          </span>
          <VisuallyHidden>{t('shell.user_menu')}</VisuallyHidden>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <UserMenuItems sections={[]} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** What the user may do about himself; `sections` are those that found no room in the navigation. */
export function UserMenuItems({ sections }: { sections: readonly (typeof navigationItems)[number][] }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const { changeLocale } = useChangeLocale();
  return (
    <>
      {sections.map(({ to, icon: Icon, title }) => (
        <Menu.Item key={to} leftSection={<Icon size={18} stroke={1.8} />} onClick={() => void navigate({ to })}>
          {t(title)}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<IconLanguage size={18} stroke={1.8} />}
        onClick={() => changeLocale(locale === 'ru' ? 'en' : 'ru')}
      >
        {t('shell.other_language')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconKeyboard size={18} stroke={1.8} />}
        onClick={() => commandState.open('shortcuts')}
        visibleFrom="md"
      >
        {t('shell.shortcuts.title')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={18} stroke={1.8} />} onClick={() => void signOut()}>
        {t('shell.sign_out')}
      </Menu.Item>
    </>
  );
}
