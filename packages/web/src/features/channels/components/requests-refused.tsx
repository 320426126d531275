import { Alert, Button, Stack, Text } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { signingFieldOf } from '@otvet/contract/values';
import { channelTitle } from '../../../components/ui/channel-badge.tsx';
import { HelpLink } from '../../../components/ui/help-link.tsx';
import { formatPoint } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';

/** What the platform sends is not signed with the secret that is kept here: what that means, and where it is put right. */
export function RequestsRefused({ channel, onReplace }: { channel: Channel; onReplace: (() => void) | undefined }) {
  const { t } = useTexts();
  const secret = translateOr(signingFieldOf(channel.type)?.label ?? '', 'channels.refused.secret');
  return (
    <Alert color="amber" variant="light" mb={16} role="status" title={useRefusedText(channel)}>
      <Stack gap={8} align="flex-start">
        <Text size="sm">{t('channels.refused.text', { secret })}</Text>
        {onReplace !== undefined && (
          <Button color="secondary.1" onClick={onReplace}>
            {t('channels.state.inactive.action')}
          </Button>
        )}
        <HelpLink type={channel.type} />
      </Stack>
    </Alert>
  );
}

/** Since when requests to the channel's address are refused; null while they fit. */
export function useRefusedText({ type, refusedSince }: Channel): string | null {
  const { t, locale } = useTexts();
  const now = useNow();
  if (refusedSince === null) return null;
  const since = formatPoint({ at: new Date(refusedSince), now, locale });
  return t('channels.refused.title', { channel: channelTitle(type), since });
}
