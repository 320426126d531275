import { Alert, Button, NativeSelect } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyLine } from '../../../../components/ui/copy-line.tsx';
import { Panel } from '../../../../components/ui/screen.tsx';
import { useTexts } from '../../../../platform/texts/texts.ts';
import classes from './embed-panel.module.css';
import { isOwnMachine } from './is-own-machine.ts';
import { embedCode, type SiteKind, siteKinds } from './site-steps.ts';

/** The code that puts the widget on a site, the way to do it there, and the page where it can be tried at once. */
export function EmbedPanel({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const [site, setSite] = useState<SiteKind>('html');
  const choose = (value: string) => setSite(siteKinds.find((kind) => kind === value) ?? 'html');
  return (
    <Panel title={t('channels.embed.title')} hint={t('channels.embed.hint')}>
      <NativeSelect
        className={classes.site}
        label={t('channels.embed.site')}
        value={site}
        onChange={(event) => choose(event.currentTarget.value)}
        data={siteKinds.map((kind) => ({ value: kind, label: t(`channels.embed.site.${kind}`) }))}
      />
      <CopyLine
        line={embedCode(site, { origin: window.location.origin, channelId: channel.id })}
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
      {isOwnMachine(window.location.hostname) && (
        <Alert color="amber" variant="light" role="note" mt={12} p="10px 12px">
          {t('channels.embed.own_machine', { host: window.location.host })}
        </Alert>
      )}
      <Steps site={site} />
    </Panel>
  );
}

function Steps({ site }: { site: SiteKind }) {
  const { t } = useTexts();
  return (
    <>
      <ol className={classes.steps}>
        <li>{t(`channels.embed.${site}.step_1`)}</li>
        <li>{t(`channels.embed.${site}.step_2`)}</li>
        <li>{t(`channels.embed.${site}.step_3`)}</li>
        <li>{t('channels.embed.check')}</li>
      </ol>
      <p className={classes.note}>{t(`channels.embed.${site}.note`)}</p>
    </>
  );
}
