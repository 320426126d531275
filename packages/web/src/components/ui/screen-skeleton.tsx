import { Skeleton, Stack } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';

export function ScreenSkeleton() {
  const { t } = useTexts();
  return (
    <Stack p={24} gap={16} role="status" aria-label={t('shell.loading')}>
      <Skeleton h={28} w={220} />
      <Skeleton h={96} />
      <Skeleton h={96} />
      <Skeleton h={96} />
    </Stack>
  );
}
