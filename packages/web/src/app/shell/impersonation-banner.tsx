import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { formatClock } from '../../platform/format/format-time.ts';
import { signOut } from '../../platform/session/session.ts';
import { useUserData } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './banner.module.css';

/** Stays on every screen while support works in somebody's account. */
export function ImpersonationBanner() {
  const { t, locale } = useTexts();
  const user = useUserData();
  if (!user?.impersonation) return null;
  const { by, until } = user.impersonation;
  return (
    <div className={classes.banner} data-kind="alert" role="status">
      <IconUserShield size={16} stroke={1.8} aria-hidden />
      <span>
        {t('shell.impersonation.text', { by, name: user.email, until: formatClock(new Date(until), locale) })}
      </span>
      <Button size="compact-sm" color="secondary.1" onClick={() => void signOut()}>
        {t('shell.impersonation.leave')}
      </Button>
    </div>
  );
}
