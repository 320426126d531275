import { Stack, Tabs } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { BackLink } from '../../components/ui/back-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadError } from '../../components/ui/load-error.tsx';
import { Screen } from '../../components/ui/screen.tsx';
import { ScreenSkeleton } from '../../components/ui/screen-skeleton.tsx';
import { DraftLine } from '../../components/unsaved/draft-line.tsx';
import { useLeaveGuard } from '../../components/unsaved/use-leave-guard.tsx';
import { isGone } from '../../platform/api/is-gone.ts';
import { channelQuery } from '../../platform/queries/channels-query.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import { toSettingsFault } from './api/settings-fault.ts';
import { AssistantForm } from './components/assistant-form.tsx';
import { ChannelStatus, ChannelTrouble } from './components/channel-status.tsx';
import { ConnectionPanel } from './components/connection-panel.tsx';
import { SaveBar } from './components/save-bar.tsx';
import { WidgetForm } from './components/widget-form.tsx';
import { type ChannelTab, tabTitle } from './hooks/channel-tabs.ts';
import { useChannelEditor } from './hooks/use-channel-editor.ts';

export function ChannelScreen() {
  const { type, id } = useParams({ from: '/app/channels/$type/$id' });
  return <ChannelSettingsScreen key={id} type={type} id={id} />;
}

function ChannelSettingsScreen({ type, id }: { type: string; id: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { tab } = useSearch({ from: '/app/channels/$type/$id' });
  const query = useQuery(channelQuery(type, id));
  const back = <BackLink to="/app/channels/" label={t('channels.back')} />;
  if (query.isPending) return <ScreenSkeleton />;
  if (query.isLoadingError || isGone(query.error)) {
    return (
      <Screen title={t('channels.title')} back={back}>
        {isGone(query.error) ? (
          <EmptyState
            title={t('errors.channels.not_found')}
            text={t('channels.gone')}
            action={{ label: t('channels.back'), onClick: () => void navigate({ to: '/app/channels/' }) }}
          />
        ) : (
          <LoadError
            error={toSettingsFault(query.error, 'channels.settings_not_loaded')}
            onRetry={() => void query.refetch()}
          />
        )}
      </Screen>
    );
  }
  return <ChannelEditor channel={query.data} first={tab ?? 'assistant'} back={back} />;
}

type EditorProps = { channel: Channel; first: ChannelTab; back: ReactNode };

function ChannelEditor({ channel, first, back }: EditorProps) {
  const { t } = useTexts();
  const editor = useChannelEditor(channel, first);
  const { settings, widget, credentials, discard } = editor;
  const guard = useLeaveGuard({ isChanged: editor.unsaved.length > 0, discard });
  const titles = (tabs: readonly ChannelTab[]) => tabs.map((tab) => t(tabTitle(tab, channel.type)));
  const forget = () => {
    guard.release();
    discard();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void editor.save();
  };
  return (
    <Screen title={channel.name} back={back} actions={<ChannelStatus channel={channel} isShort />}>
      <ChannelTrouble
        channel={channel}
        onReplace={credentials.fields.length > 0 ? () => editor.chooseTab('connection') : undefined}
      />
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <DraftLine restoredFrom={editor.restoredFrom} onDiscard={discard} />
          <Tabs value={editor.tab} onChange={editor.chooseTab} keepMounted={false} color="yellow">
            <Tabs.List mb={16}>
              {editor.tabs.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {t(tabTitle(tab, channel.type))}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="assistant">
              <AssistantForm channel={channel} form={settings.form} onLinked={editor.takeLinkedChat} />
            </Tabs.Panel>
            <Tabs.Panel value="look">
              <WidgetForm form={widget.form} channel={channel} />
            </Tabs.Panel>
            <Tabs.Panel value="connection">
              <ConnectionPanel channel={channel} credentials={credentials} onRemoved={forget} />
            </Tabs.Panel>
          </Tabs>
          <SaveBar
            unsaved={titles(editor.unsaved)}
            faulty={titles(editor.faulty)}
            isBusy={editor.isBusy}
            onReset={discard}
          />
        </Stack>
      </form>
      {guard.question}
    </Screen>
  );
}
