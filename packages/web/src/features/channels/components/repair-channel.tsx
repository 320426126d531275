import { Button, Group } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { describeChannel, isOfferedChannelType, needsWebhookAddress } from '@otvet/contract/values';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { channelTitle } from '../../../components/ui/channel-badge.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useStartConnecting } from '../../../connect-forms/connecting.ts';
import { useUserData } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useRecheckChannel } from '../api/use-recheck-channel.ts';
import { AddressNeeded } from './address-needed.tsx';
import { fixOf } from './fix-of.ts';

/** What brings a channel back: new credentials, another look at the platform, or the messages that another program took. */
export function RepairChannel({ channel, onReplace }: { channel: Channel; onReplace: (() => void) | undefined }) {
  const { t } = useTexts();
  const recheck = useRecheckChannel(channel);
  const fix = fixOf(channel);
  const isTaken = fix === 'take_back';
  return (
    <Group mt={6} p={4} ml={-4} gap={8}>
      {(fix === 'replace' || fix === 'connect') && <LogInAgain channel={channel} />}
      {fix === 'replace' && onReplace !== undefined && (
        <Button color="secondary.1" onClick={onReplace}>
          {t('channels.state.inactive.action')}
        </Button>
      )}
      {isTaken && <TakeBack isBusy={recheck.isPending} onConfirm={() => recheck.mutate({ replaceWebhook: true })} />}
      {!isTaken && (
        <Button
          color="secondary.1"
          loading={recheck.isPending}
          onClick={() => recheck.mutate({ replaceWebhook: false })}
        >
          {t('channels.state.check')}
        </Button>
      )}
    </Group>
  );
}

/** A login that ended is repeated through the same steps; the product knows the channel by its account. */
function LogInAgain({ channel: { type } }: { channel: Channel }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const start = useStartConnecting((id) => void navigate({ to: '/app/channels/', search: { connecting: id } }));
  const hasAddress = useUserData()?.hasWebhookAddress ?? true;
  const [isUnreachable, setIsUnreachable] = useState(false);
  if (!isOfferedChannelType(type) || !describeChannel(type).hasLogin) return null;
  const begin = () => (!hasAddress && needsWebhookAddress(type) ? setIsUnreachable(true) : start.mutate(type));
  return (
    <>
      <Button color="secondary.1" loading={start.isPending} onClick={begin}>
        {t('channels.state.inactive.log_in')}
      </Button>
      {isUnreachable && (
        <AddressNeeded type={type} channel={channelTitle(type)} onBack={null} onClose={() => setIsUnreachable(false)} />
      )}
    </>
  );
}

/** The other program stops getting messages: asked first. */
function TakeBack({ isBusy, onConfirm }: { isBusy: boolean; onConfirm: () => void }) {
  const { t } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button color="secondary.1" loading={isBusy} onClick={() => setIsAsking(true)}>
        {t('channels.state.webhook_taken.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('channels.state.take_back.title')}
          text={t('channels.state.take_back.text')}
          confirmLabel={t('channels.state.webhook_taken.action')}
          isBusy={isBusy}
          onConfirm={() => {
            close();
            onConfirm();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
