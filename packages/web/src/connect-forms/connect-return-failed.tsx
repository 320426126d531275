import { Button, Center, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { errorText } from '../platform/api/error-text.ts';
import { useTexts } from '../platform/texts/texts.ts';
import { TakenLink } from './taken-link.tsx';

/** The platform sent the browser back and the connection did not go on; it is kept, with the reason, in the list of channels. */
export function ConnectReturnFailed({ error }: { error: unknown }) {
  const { t } = useTexts();
  return (
    <Center mih="100dvh" px={24} component="main">
      <Stack align="center" gap={12} maw={420} ta="center" role="alert">
        <Text fw={600}>{t('channels.connecting.return_failed')}</Text>
        <Text c="dimmed">
          {errorText(error)} <TakenLink error={error} />
        </Text>
        <Button component={Link} to="/app/channels/">
          {t('channels.back')}
        </Button>
      </Stack>
    </Center>
  );
}
