import { useMediaQuery } from '@mantine/hooks';
import { IconBell, IconKeyboard, IconLanguage, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { MenuEntry } from '../../components/ui/action-menu.tsx';
import { useChangeLocale } from '../../features/settings/api/use-change-locale.ts';
import { signOut } from '../../platform/session/session.ts';
import { useCan } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { openCommandSheet } from '../commands/command-state.ts';
import type { navigationItems } from './navigation-items.ts';

/** What the user may do about himself; `sections` are those that found no room in the navigation. */
export function useUserMenu(sections: readonly (typeof navigationItems)[number][]): MenuEntry[] {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const keepsAccount = useCan('manage_plan');
  const { changeLocale } = useChangeLocale();
  const hasKeyboard = useMediaQuery('(min-width: 80em)') ?? true;
  return [
    ...sections.map(({ to, icon, title }): MenuEntry => {
      return { kind: 'action', id: to, label: t(title), icon, onSelect: () => void navigate({ to }) };
    }),
    // Who keeps the account finds his own settings among its.
    ...(keepsAccount
      ? []
      : [
          {
            kind: 'action' as const,
            id: 'own-settings',
            label: t('shell.own_settings'),
            icon: IconUser,
            onSelect: () => void navigate({ to: '/app/profile/' }),
          },
        ]),
    {
      kind: 'action',
      id: 'language',
      label: t('shell.other_language'),
      icon: IconLanguage,
      onSelect: () => changeLocale(locale === 'ru' ? 'en' : 'ru'),
    },
    {
      kind: 'action',
      id: 'news',
      label: t('shell.news.title'),
      icon: IconBell,
      onSelect: () => openCommandSheet('news'),
    },
    ...(hasKeyboard
      ? [
          {
            kind: 'action' as const,
            id: 'shortcuts',
            label: t('shell.shortcuts.title'),
            icon: IconKeyboard,
            onSelect: () => openCommandSheet('shortcuts'),
          },
        ]
      : []),
    { kind: 'divider', id: 'end' },
    { kind: 'action', id: 'sign-out', label: t('shell.sign_out'), icon: IconLogout, onSelect: () => void signOut() },
  ];
}
