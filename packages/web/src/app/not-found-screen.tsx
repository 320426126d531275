import { Center } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { useTexts } from '../platform/texts/texts.ts';

export function NotFoundScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <Center mih="100%" py={64} component="main">
      <EmptyState
        level={1}
        title={t('shell.not_found.title')}
        text={t('shell.not_found.text')}
        action={{ label: t('shell.not_found.button'), onClick: () => void navigate({ to: '/' }) }}
      />
    </Center>
  );
}
