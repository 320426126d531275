import { UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { ActionMenu } from '../../components/ui/action-menu.tsx';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './bottom-tabs.module.css';
import { InboxCount } from './inbox-count.tsx';
import { useNavigation } from './use-navigation.ts';
import { useUserMenu } from './use-user-menu.ts';

const SHOWN = 3;

/** Navigation of the phone layout: the first sections, the rest behind "more". */
export function BottomTabs() {
  const { t } = useTexts();
  const items = useNavigation();
  const entries = useUserMenu(items.slice(SHOWN));
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isBehindMore = items.slice(SHOWN).some(({ to }) => path.startsWith(to));
  const more = (
    <UnstyledButton className={classes.tab} {...(isBehindMore ? { 'aria-current': 'page' } : {})}>
      <IconDots size={20} stroke={1.8} aria-hidden />
      {t('shell.nav.more')}
    </UnstyledButton>
  );
  return (
    <nav className={classes.bar} aria-label={t('shell.nav.label')} data-keep-clear>
      {items.slice(0, SHOWN).map(({ to, icon: Icon, short }) => (
        <Link key={to} to={to} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
          <span className={classes.icon}>
            <Icon size={20} stroke={1.8} aria-hidden />
            {to === '/app/inbox/' && <InboxCount className={classes.count} />}
          </span>
          {t(short)}
        </Link>
      ))}
      <ActionMenu trigger={more} entries={entries} position="top-end" />
    </nav>
  );
}
