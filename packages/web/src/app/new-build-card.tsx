import { Button, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildMarkQuery, isNewerBuild } from '../platform/build-mark/build-mark.ts';
import { useLostChunk } from '../platform/build-mark/lost-chunk.ts';
import { useConnection } from '../platform/realtime/realtime.ts';
import { useTexts } from '../platform/texts/texts.ts';
import classes from './new-build-card.module.css';

/** Asks for a reload: the server has a newer build, or a part of this one could not be loaded. */
export function NewBuildCard() {
  const { t } = useTexts();
  const { data, isError } = useQuery(buildMarkQuery);
  const isConnected = useConnection() !== 'lost';
  const isLost = useLostChunk();
  const isNewer = isNewerBuild(data, import.meta.env.BUILD_MARK);
  if (!(isNewer || (isLost && isConnected && !isError))) return null;
  return (
    <Paper className={classes.card} role="status" withBorder>
      <Stack gap={4} flex={1}>
        <Text fw={600}>{t(isNewer ? 'new_build.updates_available' : 'new_build.part_lost')}</Text>
        <Text size="sm" c="dimmed">
          {t(isNewer ? 'new_build.new_build_hint' : 'new_build.part_lost_hint')}
        </Text>
      </Stack>
      <Button onClick={() => window.location.reload()}>{t('new_build.reload')}</Button>
    </Paper>
  );
}
