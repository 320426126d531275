import { Tabs } from '@mantine/core';
import type { OfferedChannelType } from '@otvet/contract';
import { describeChannel, isOfferedChannelType, readWidgetSettings } from '@otvet/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { BackLink } from '../../components/ui/back-link.tsx';
import { LoadError } from '../../components/ui/load-error.tsx';
import { Screen } from '../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../components/ui/screen-skeleton.tsx';
import { ApiError } from '../../platform/api/api-error.ts';
import { channelQuery } from '../../platform/queries/channels-query.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { AssistantForm } from './components/assistant-form.tsx';
import { ChannelStatus, ChannelTrouble } from './components/channel-status.tsx';
import { ConnectionPanel } from './components/connection-panel.tsx';
import { WidgetForm } from './components/widget-form.tsx';

export function ChannelScreen() {
  const { type, id } = useParams({ from: '/app/channels/$type/$id' });
  return isOfferedChannelType(type) ? <ChannelSettingsScreen key={id} type={type} id={id} /> : null;
}

function ChannelSettingsScreen({ type, id }: { type: OfferedChannelType; id: string }) {
  const { t } = useTexts();
  const { tab } = useSearch({ from: '/app/channels/$type/$id' });
  const query = useQuery(channelQuery(type, id));
  const back = <BackLink to="/app/channels/" label={t('channels.back')} />;
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isError) {
    const isGone = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400);
    return (
      <Screen title={isGone ? t('errors.channels.not_found') : t('channels.title')} back={back}>
        {!isGone && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      </Screen>
    );
  }
  const channel = query.data;
  const hasEmbed = describeChannel(type).panel === 'embed';
  return (
    <Screen title={channel.name} back={back} actions={<ChannelStatus channel={channel} isShort />}>
      <ChannelTrouble channel={channel} />
      <Tabs defaultValue={tab ?? 'assistant'} keepMounted={false} color="yellow">
        <Tabs.List mb={16}>
          <Tabs.Tab value="assistant">{t('channels.tab.assistant')}</Tabs.Tab>
          {hasEmbed && <Tabs.Tab value="look">{t('channels.tab.look')}</Tabs.Tab>}
          <Tabs.Tab value="connection">{t(hasEmbed ? 'channels.tab.install' : 'channels.tab.connection')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="assistant">
          <AssistantForm channel={channel} />
        </Tabs.Panel>
        {hasEmbed && (
          <Tabs.Panel value="look">
            <WidgetForm channel={channel} widget={readWidgetSettings(channel.options)} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="connection">
          <ConnectionPanel channel={channel} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}
