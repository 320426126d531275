import { Button, Modal, Skeleton } from '@mantine/core';
import { type Channel, describeChannel, type OfferedChannelType, offeredChannelTypes } from '@otvet/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ChannelBadge, channelTitle } from '../../components/ui/channel-badge.tsx';
import { LoadError } from '../../components/ui/load-error.tsx';
import { Screen } from '../../components/ui/screen.tsx';
import { connectForms } from '../../connect-forms/connect-forms.ts';
import { channelsQuery } from '../../platform/queries/channels-query.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './channels-screen.module.css';
import { ChannelRow } from './components/channel-row.tsx';

export function ChannelsScreen() {
  const { t } = useTexts();
  const query = useQuery(channelsQuery);
  const [connecting, setConnecting] = useState<OfferedChannelType | null>(null);
  const channels = query.data ?? [];
  return (
    <Screen title={t('channels.title')}>
      {query.isPending && (
        <div className={classes.list} role="status" aria-label={t('shell.loading')}>
          <Skeleton h={74} radius="lg" />
          <Skeleton h={74} radius="lg" />
        </div>
      )}
      {query.isError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && channels.length === 0 && <p className={classes.intro}>{t('channels.empty')}</p>}
      {channels.length > 0 && (
        <ul className={classes.list} aria-label={t('channels.connected')}>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      {query.isSuccess && <Offers channels={channels} onConnect={setConnecting} />}
      {connecting !== null && <ConnectDialog type={connecting} onClose={() => setConnecting(null)} />}
    </Screen>
  );
}

function Offers({ channels, onConnect }: { channels: Channel[]; onConnect: (type: OfferedChannelType) => void }) {
  const { t } = useTexts();
  return (
    <section>
      <h2 className={classes.heading}>{t('channels.add')}</h2>
      <ul className={classes.offers}>
        {offeredChannelTypes.map((type) => {
          const { onePerAccount } = describeChannel(type);
          const isTaken = onePerAccount && channels.some((channel) => channel.type === type);
          return (
            <li key={type} className={classes.offer}>
              <ChannelBadge type={type} size="large" />
              <div>
                <h3>{t(`channels.${type}.title`)}</h3>
                <p>{isTaken ? t('channels.one_only') : t(`channels.${type}.about`)}</p>
              </div>
              <Button
                color={isTaken ? 'secondary.1' : undefined}
                disabled={isTaken}
                leftSection={<IconPlus size={16} />}
                aria-label={t('channels.connect_named', { channel: channelTitle(type) })}
                onClick={() => onConnect(type)}
              >
                {t('channels.connect')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function ConnectDialog({ type, onClose }: { type: OfferedChannelType; onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const ConnectForm = connectForms[type];
  const open = ({ id }: Channel) => void navigate({ to: '/app/channels/$type/$id/', params: { type, id } });
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={t(`channels.${type}.connect.title`)}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <ConnectForm onConnected={open} />
    </Modal>
  );
}
