import { Anchor, Skeleton } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { isEmbedded } from '@otvet/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { LoadError } from '../../components/ui/load-error.tsx';
import { Screen } from '../../components/ui/screen.tsx';
import { ConnectDialog } from '../../connect-forms/connect-on-demand.ts';
import { channelsQuery } from '../../platform/queries/channels-query.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from './channels-screen.module.css';
import { ChannelRow } from './components/channel-row.tsx';
import { ConnectingList } from './components/connecting-list.tsx';
import { Offers, type OpenWindow } from './components/offers.tsx';

export function ChannelsScreen() {
  const { t } = useTexts();
  const query = useQuery(channelsQuery);
  const navigate = useNavigate();
  // The open connection stands in the address, so that a reload goes on with it.
  const { connecting, ...window } = useSearch({ from: '/app/channels' });
  const show = (search: OpenWindow) => void navigate({ to: '/app/channels/', search });
  // One that was closed is not met again on the way back.
  const replace = (search: OpenWindow) => void navigate({ to: '/app/channels/', search, replace: true });
  const resume = (id: string) => show({ connecting: id });
  // What a site has to carry is shown at once; other channels work as soon as they are connected.
  const open = ({ type, family, id }: Channel) => {
    const search = isEmbedded(type) ? ({ tab: 'connection' } as const) : {};
    void navigate({ to: '/app/channels/$type/$id/', params: { type: family, id }, search });
  };
  const channels = query.data ?? [];
  return (
    <Screen title={t('channels.title')}>
      {query.isPending && (
        <div className={classes.list} role="status" aria-label={t('shell.loading')}>
          <Skeleton h={74} radius="lg" />
          <Skeleton h={74} radius="lg" />
        </div>
      )}
      {query.isLoadingError && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && channels.length === 0 && (
        <p className={classes.intro}>
          {t('channels.empty')}{' '}
          <Anchor inherit td="underline" renderRoot={(props) => <Link to="/wizard/intro/" {...props} />}>
            {t('channels.by_wizard')}
          </Anchor>
        </p>
      )}
      {channels.length > 0 && (
        <ul className={classes.list} aria-label={t('channels.connected')}>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      <ConnectingList openId={connecting} onContinue={resume} />
      {query.isSuccess && (
        <Offers channels={channels} window={window} onShow={show} onReplace={replace} onStarted={resume} />
      )}
      {connecting !== undefined && (
        <ConnectDialog
          key={connecting}
          id={connecting}
          place="channels"
          onConnected={open}
          onOtherWay={(family) => show({ choosing: family })}
          onClose={() => replace({})}
        />
      )}
    </Screen>
  );
}
