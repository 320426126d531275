import { IconChecks, IconMessagePlus, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { channelsQuery } from '../../../platform/queries/channels-query.ts';
import { useCan, useWantsFirstSteps } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import type { DialogFilter } from '../model/dialog-pages.ts';

/** Why the list is empty and what to do next: nobody waits, no channel yet, or nobody has written. */
export function NoDialogs({ filter, onShowAll }: { filter: DialogFilter; onShowAll: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const canManage = useCan('manage_channels');
  const hasSteps = useWantsFirstSteps();
  const channels = useQuery(channelsQuery).data;
  if (filter.waiting) {
    return (
      <EmptyState
        icon={IconChecks}
        title={t('dialogs.empty.waiting.title')}
        text={t('dialogs.empty.waiting.text')}
        action={{ label: t('dialogs.empty.waiting.button'), isQuiet: true, onClick: onShowAll }}
      />
    );
  }
  const toChannels = (label: string) => ({
    action: { label, isQuiet: hasSteps, onClick: () => void navigate({ to: '/app/channels/' }) },
  });
  if (channels?.length === 0) {
    return (
      <EmptyState
        icon={IconPlugConnected}
        title={t('dialogs.empty.no_channel.title')}
        text={t(canManage ? 'dialogs.empty.no_channel.text' : 'dialogs.empty.no_channel.ask')}
        {...(canManage ? toChannels(t('dialogs.empty.no_channel.button')) : {})}
      />
    );
  }
  return (
    <EmptyState
      icon={IconMessagePlus}
      title={t('dialogs.empty.quiet.title')}
      text={t('dialogs.empty.quiet.text')}
      {...(canManage ? toChannels(t('dialogs.empty.quiet.button')) : {})}
    />
  );
}
