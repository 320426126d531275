import { Screen } from '../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../components/ui/screen-skeleton.tsx';
import { useUserData } from '../../platform/session/user-data.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { EmailPanel } from './components/email-panel.tsx';
import { PasswordPanel } from './components/password-panel.tsx';
import { ProfilePanel } from './components/profile-panel.tsx';
import classes from './settings-screen.module.css';

/** What a member of the team may change about himself; the settings of the account are its owner's. */
export function OwnSettingsScreen() {
  const { t } = useTexts();
  const user = useUserData();
  if (user === undefined) return <ScreenSkeleton />;
  return (
    <Screen title={t('shell.own_settings')}>
      <div className={classes.columns}>
        <div className={classes.stack}>
          <ProfilePanel user={user} />
        </div>
        <div className={classes.stack}>
          <EmailPanel user={user} />
          <PasswordPanel user={user} />
        </div>
      </div>
    </Screen>
  );
}
