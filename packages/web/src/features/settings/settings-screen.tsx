import { useTexts } from '../../platform/texts/texts.ts';
import { FilesPanel } from './components/files-panel.tsx';
import { PlanPanel } from './components/plan-panel.tsx';
import { SettingsColumns } from './components/settings-columns.tsx';

export function SettingsScreen() {
  const { t } = useTexts();
  return (
    <SettingsColumns
      title={t('settings.title')}
      ofAccount={(user) => (
        <>
          <PlanPanel user={user} />
          <FilesPanel />
        </>
      )}
    />
  );
}
