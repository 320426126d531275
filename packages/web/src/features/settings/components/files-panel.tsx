import { Text } from '@mantine/core';
import { Panel } from '../../../components/ui/screen.tsx';
import { UsageBar } from '../../../components/ui/usage-bar.tsx';
import { formatSize } from '../../../platform/format/format-time.ts';
import { useFileUsage } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';

/** How much room the files of the account take. */
export function FilesPanel() {
  const { t, locale } = useTexts();
  const usage = useFileUsage();
  if (usage === undefined) return null;
  const used = t('settings.files.used', {
    used: formatSize(usage.bytes, locale),
    max: formatSize(usage.maxBytes, locale),
  });
  return (
    <Panel title={t('settings.files.title')}>
      <UsageBar used={usage.share} max={1} label={used} isAlwaysDrawn />
      <Text mt={8} size="sm" c="dimmed">
        {t('settings.files.count', {
          files: usage.files.toLocaleString(locale),
          maxFiles: usage.maxFiles.toLocaleString(locale),
        })}
      </Text>
      <Text mt={8} size="sm" c="dimmed">
        {t('settings.files.hint')}
      </Text>
    </Panel>
  );
}
