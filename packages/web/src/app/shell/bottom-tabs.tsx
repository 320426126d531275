import { UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ActionMenu } from '../../components/ui/action-menu.tsx';
import { useUnread } from '../../features/inbox/api/unread-query.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './bottom-tabs.module.css';
import { useNavigation } from './use-navigation.ts';
import { useUserMenu } from './use-user-menu.ts';

const SHOWN = 3;

/** Navigation of the phone layout: the first sections, the rest behind "more". */
export function BottomTabs() {
  const { t } = useTexts();
  const items = useNavigation();
  const entries = useUserMenu(items.slice(SHOWN));
  const unread = useUnread()?.count ?? 0;
  const more = (
    <UnstyledButton className={classes.tab}>
      <IconDots size={20} stroke={1.8} aria-hidden />
      {t('shell.nav.more')}
    </UnstyledButton>
  );
  return (
    <nav className={classes.bar} aria-label={t('shell.nav.label')}>
      {items.slice(0, SHOWN).map(({ to, icon: Icon, short }) => (
        <Link key={to} to={to} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
          <span className={classes.icon}>
            <Icon size={20} stroke={1.8} aria-hidden />
            {to === '/app/inbox/' && unread > 0 && (
              <span className={classes.count}>{unread > 99 ? '99+' : unread}</span>
            )}
          </span>
          {t(short)}
        </Link>
      ))}
      <ActionMenu trigger={more} entries={entries} position="top-end" />
    </nav>
  );
}
