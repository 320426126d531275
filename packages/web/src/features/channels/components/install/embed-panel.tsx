import { ActionIcon, Alert, Button, NativeSelect } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Channel } from '@otvet/contract';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyLine } from '../../../../components/ui/copy-line.tsx';
import { Panel } from '../../../../components/ui/screen.tsx';
import { useUserData } from '../../../../platform/session/user-data.ts';
import { useTexts } from '../../../../platform/texts/texts.ts';
import { SiteLine } from '../site-line.tsx';
import classes from './embed-panel.module.css';
import { isOwnMachine } from './is-own-machine.ts';
import { PUBLIC_START } from './public-start.ts';
import { embedCode, type SiteKind, siteKinds } from './site-steps.ts';

/** The code that puts the widget on a site, the way to do it there, and the page where it can be tried at once. */
export function EmbedPanel({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const [site, setSite] = useState<SiteKind>('html');
  const publicUrl = useUserData()?.publicUrl ?? null;
  // Until a public address is set, the one at which this page stands is the best that is known.
  const origin = publicUrl ?? window.location.origin;
  const { host, hostname } = new URL(origin);
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
        line={embedCode(site, { origin, channelId: channel.id })}
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
      <div className={classes.facts}>
        <ServerAddress origin={origin} />
        <SiteLine channel={channel} />
      </div>
      {isOwnMachine(hostname) && (
        <>
          <Alert color="amber" variant="light" role="note" mt={12} p="10px 12px">
            {t('channels.embed.own_machine', { host })}
          </Alert>
          <CopyLine
            line={PUBLIC_START}
            labels={{ copy: t('channels.embed.command_copy'), copied: t('channels.embed.copied') }}
            testId="public-command"
            color="secondary.1"
          />
        </>
      )}
      <Steps site={site} />
    </Panel>
  );
}

/** Where the code takes the chat from. */
function ServerAddress({ origin }: { origin: string }) {
  const { t } = useTexts();
  const clipboard = useClipboard({ timeout: 2000 });
  const label = t(clipboard.copied ? 'channels.embed.copied' : 'channels.embed.address_copy');
  return (
    <p>
      {t('channels.embed.address')} <code data-testid="server-address">{origin}</code>
      <ActionIcon
        variant="subtle"
        color="secondary"
        size={28}
        aria-label={label}
        title={label}
        onClick={() => clipboard.copy(origin)}
      >
        {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
    </p>
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
