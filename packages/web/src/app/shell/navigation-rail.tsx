import { Link } from '@tanstack/react-router';
import { BrandMark } from '../../components/ui/brand-mark.tsx';
import { useTexts } from '../../platform/texts/texts.ts';
import { InboxCount } from './inbox-count.tsx';
import classes from './navigation-rail.module.css';
import { TrialCard } from './trial-card.tsx';
import { useNavigation } from './use-navigation.ts';
import { UserMenu } from './user-menu.tsx';

export function NavigationRail() {
  const { t } = useTexts();
  const items = useNavigation();
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
          {to === '/app/inbox/' && <InboxCount className={classes.count} />}
        </Link>
      ))}
      <div className={classes.space} />
      <TrialCard />
      <UserMenu />
    </nav>
  );
}
