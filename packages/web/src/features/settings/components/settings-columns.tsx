import type { UserData } from '@otvet/contract';
import type { ReactNode } from 'react';
import { Screen } from '../../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../../components/ui/screen-skeleton.tsx';
import { useUserData } from '../../../platform/session/user-data.ts';
import classes from '../settings-screen.module.css';
import { EmailPanel } from './email-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';

type SettingsColumnsProps = { title: string; ofAccount?: (user: UserData) => ReactNode };

/** What somebody may change about himself, and what belongs to the account where it is his to see. */
export function SettingsColumns({ title, ofAccount }: SettingsColumnsProps) {
  const user = useUserData();
  if (user === undefined) return <ScreenSkeleton />;
  return (
    <Screen title={title}>
      <div className={classes.columns}>
        <div className={classes.stack}>
          <ProfilePanel user={user} />
          {ofAccount?.(user)}
        </div>
        <div className={classes.stack}>
          <EmailPanel user={user} />
          <PasswordPanel user={user} />
        </div>
      </div>
    </Screen>
  );
}
