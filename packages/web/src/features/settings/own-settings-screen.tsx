import { useTexts } from '../../platform/texts/texts.ts';
import { SettingsColumns } from './components/settings-columns.tsx';

/** What a member of the team may change about himself; the settings of the account are its owner's. */
export function OwnSettingsScreen() {
  const { t } = useTexts();
  return <SettingsColumns title={t('shell.own_settings')} />;
}
