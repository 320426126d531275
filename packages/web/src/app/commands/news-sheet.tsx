import { Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useReturnFocus } from '../../components/ui/use-return-focus.ts';
import {
  noticePermission,
  switchNotices,
  switchSound,
  useNewsSettings,
} from '../../features/inbox/notifications/news-settings.ts';
import { useTexts } from '../../platform/texts/texts.ts';

/** How a person is told of new messages of customers, in this browser. */
export function NewsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  useReturnFocus();
  const { hasSound, hasNotices } = useNewsSettings();
  const [permission, setPermission] = useState(noticePermission);
  const isRefused = permission === 'denied' || permission === 'missing';
  const change = (isOn: boolean) => void switchNotices(isOn).finally(() => setPermission(noticePermission()));
  return (
    <Modal opened onClose={onClose} title={t('shell.news.title')} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <Stack gap={16}>
        <Switch
          checked={hasSound}
          onChange={(event) => switchSound(event.currentTarget.checked)}
          label={t('shell.news.sound')}
          description={t('shell.news.sound_hint')}
        />
        <Switch
          checked={hasNotices}
          disabled={isRefused}
          onChange={(event) => change(event.currentTarget.checked)}
          label={t('shell.news.notices')}
          description={t('shell.news.notices_hint')}
        />
        {isRefused && (
          <Text size="sm" role="status">
            {t(`shell.news.${permission}`)}
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
