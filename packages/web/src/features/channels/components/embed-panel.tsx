import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Channel } from '@otvet/contract';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { Panel } from '../../../components/ui/screen.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './embed-panel.module.css';

/** The line that puts the widget on a site, and the page where it can be tried at once. */
export function EmbedPanel({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const clipboard = useClipboard({ timeout: 2000 });
  const line = `<script async src="${window.location.origin}/widget.js" data-id="${channel.id}"></script>`;
  return (
    <Panel title={t('channels.embed.title')} hint={t('channels.embed.hint')}>
      <pre className={classes.code} data-testid="embed-line">
        <code>{line}</code>
      </pre>
      <Group gap={8}>
        <Button
          leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => clipboard.copy(line)}
        >
          {t(clipboard.copied ? 'channels.embed.copied' : 'channels.embed.copy')}
        </Button>
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
      </Group>
    </Panel>
  );
}
