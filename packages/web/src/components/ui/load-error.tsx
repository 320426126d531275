import { Button, Stack, Text } from '@mantine/core';
import { errorText } from '../../platform/api/error-text.ts';
import { useTexts } from '../../platform/texts/texts.ts';

/** A list or screen that could not be loaded, with the way to try again. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <Stack align="center" gap={12} p={32} role="alert">
      <Text ta="center" c="dimmed">
        {errorText(error)}
      </Text>
      <Button color="secondary.1" onClick={onRetry}>
        {t('shell.try_again')}
      </Button>
    </Stack>
  );
}
