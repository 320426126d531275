import { Button, Stack, Text } from '@mantine/core';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText } from '../../platform/api/error-text.ts';
import { useTexts } from '../../platform/texts/texts.ts';

export type LoadErrorProps = {
  error: unknown;
  /** What was not loaded, for a failure that says nothing by itself. */
  what?: string;
  onRetry: () => void;
};

const isUntold = (error: unknown): boolean => !(error instanceof ApiError) || error.code === 'internal';

/** A list or screen that could not be loaded, with the way to try again. */
export function LoadError({ error, what, onRetry }: LoadErrorProps) {
  const { t } = useTexts();
  return (
    <Stack align="center" gap={12} p={32} role="alert">
      <Text ta="center" c="dimmed">
        {what !== undefined && isUntold(error) ? what : errorText(error)}
      </Text>
      <Button color="secondary.1" onClick={onRetry}>
        {t('shell.try_again')}
      </Button>
    </Stack>
  );
}
