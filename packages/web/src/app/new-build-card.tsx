import { Button, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildMarkQuery, isNewerBuild } from '../platform/build-mark/build-mark.ts';
import { useTexts } from '../platform/texts/texts.ts';
import classes from './new-build-card.module.css';

export function NewBuildCard() {
  const { t } = useTexts();
  const { data } = useQuery(buildMarkQuery);
  if (!isNewerBuild(data, import.meta.env.BUILD_MARK)) return null;
  return (
    <Paper className={classes.card} role="status" withBorder>
      <Stack gap={4} flex={1}>
        <Text fw={600}>{t('new_build.updates_available')}</Text>
        <Text size="sm" c="dimmed">
          {t('new_build.new_build_hint')}
        </Text>
      </Stack>
      <Button onClick={() => window.location.reload()}>{t('new_build.reload')}</Button>
    </Paper>
  );
}
