import { Link } from '@tanstack/react-router';
import { BrandMark } from '../../components/ui/brand-mark.tsx';
import { CountBadge } from '../../components/ui/count-badge.tsx';
import { useUnread } from '../../features/inbox/api/unread-query.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './navigation-rail.module.css';
import { TrialCard } from './trial-card.tsx';
import { useNavigation } from './use-navigation.ts';
import { UserMenu } from './user-menu.tsx';

export function NavigationRail() {
  const { t } = useTexts();
  const items = useNavigation();
  const unread = useUnread()?.count ?? 0;
  return (
    <nav className={classes.rail} aria-label={t('shell.nav.label')}>
      <Link to="/" className={classes.brand}>
        <BrandMark />
        Otvet
      </Link>
      {items.map(({ to, icon: Icon, title }) => (
        <Link key={to} to={to} className={classes.item} activeProps={{ 'aria-current': 'page' }}>
          <Icon size={18} stroke={1.8} aria-hidden />
          {t(title)}
          {to === '/app/inbox/' && unread > 0 && (
            <CountBadge className={classes.count}>
              {unread > 99 ? '99+' : unread}
              <span className={classes.hidden}> {t('shell.nav.unread', { count: unread })}</span>
            </CountBadge>
          )}
        </Link>
      ))}
      <div className={classes.space} />
      <TrialCard />
      <UserMenu />
    </nav>
  );
}
