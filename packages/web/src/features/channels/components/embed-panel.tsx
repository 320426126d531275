import { Button } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { CopyLine } from '../../../components/ui/copy-line.tsx';
import { Panel } from '../../../components/ui/screen.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';

/** The line that puts the widget on a site, and the page where it can be tried at once. */
export function EmbedPanel({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const line = `<script async src="${window.location.origin}/widget.js" data-id="${channel.id}"></script>`;
  return (
    <Panel title={t('channels.embed.title')} hint={t('channels.embed.hint')}>
      <CopyLine
        line={line}
        labels={{ copy: t('channels.embed.copy'), copied: t('channels.embed.copied') }}
        testId="embed-line"
      >
        <Button
          component="a"
          href={`/try/${channel.id}`}
          target="_blank"
          rel="noopener"
          color="secondary.1"
          leftSection={<IconExternalLink size={16} />}
        >
          {t('channels.embed.try')}
        </Button>
      </CopyLine>
    </Panel>
  );
}
