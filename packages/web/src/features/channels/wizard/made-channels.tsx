import { Button } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { Link } from '@tanstack/react-router';
import { ChannelBadge } from '../../../components/ui/channel-badge.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import classes from './wizard-page.module.css';

/** Channels that are connected already: their assistants can be set up and tried. */
export function MadeChannels({ channels }: { channels: readonly Channel[] }) {
  const { t } = useTexts();
  if (channels.length === 0) return null;
  return (
    <ul className={classes.made} aria-label={t('channels.connected')}>
      {channels.map(({ id, type, family, name }) => (
        <li key={id}>
          <ChannelBadge type={type} size="large" />
          <b>{name}</b>
          <Button
            color="secondary.1"
            aria-label={t('wizard.go_on_named', { name })}
            renderRoot={(props) => <Link to="/wizard/role/$type/$id/" params={{ type: family, id }} {...props} />}
          >
            {t('wizard.go_on')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
