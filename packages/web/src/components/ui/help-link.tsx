import { Anchor } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';
import { channelTitle } from './channel-badge.tsx';

/** The help page of a channel, beside what is open: what was typed stays. */
export function HelpLink({ type }: { type: string }) {
  const { t } = useTexts();
  return (
    <Anchor
      href={`/docs/channels/${encodeURIComponent(type)}/`}
      target="_blank"
      rel="noopener"
      fz="sm"
      td="underline"
      aria-label={t('shell.help_named', { channel: channelTitle(type) })}
    >
      {t('shell.help')}
    </Anchor>
  );
}
