import { Button, Stack } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { familyOf, hasOtherWays } from '@otvet/contract/values';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { channelTitle } from '../components/ui/channel-badge.tsx';
import { HelpLink } from '../components/ui/help-link.tsx';
import { LoadError } from '../components/ui/load-error.tsx';
import { GuardedModal } from '../components/unsaved/guarded-modal.tsx';
import { useLeaveGuard } from '../components/unsaved/use-leave-guard.tsx';
import { isGone } from '../platform/api/is-gone.ts';
import { useTexts } from '../platform/texts/texts.ts';
import { ConnectSteps } from './connect-steps.tsx';
import { connectingQuery, type OpenConnection, useCancelConnecting } from './connecting.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { type ConnectPlace, keepReturnPlace } from './return-place.ts';
import { hasTyped } from './typed-values.ts';

type Props = {
  id: string;
  place: ConnectPlace;
  onConnected: (channel: Channel) => void;
  /** The owner wants another way to the same platform. */
  onOtherWay: (family: string) => void;
  onClose: () => void;
};

/** One connection, from wherever it stands; closing it keeps it for later. */
export function ConnectDialog({ id, place, onConnected, onOtherWay, onClose }: Props) {
  const { t } = useTexts();
  const query = useQuery(connectingQuery(id));
  const cancel = useCancelConnecting();
  const state = query.data;
  const done = state?.status === 'done' ? state.channel : undefined;
  useEffect(() => {
    if (done !== undefined) onConnected(done);
  }, [done, onConnected]);
  useEffect(() => keepReturnPlace(place), [place]);
  const open = state?.status === 'step' ? state : undefined;
  const [secretStep, setSecretStep] = useState<string | null>(null);
  const guard = useLeaveGuard({
    // A secret is kept nowhere, so leaving its step loses it. What else was typed is kept with the connection.
    isChanged: open !== undefined && open.step.name === secretStep,
    discard: () => setSecretStep(null),
    words: {
      title: t('channels.connecting.leave'),
      text: t('channels.connecting.leave_text'),
      confirm: t('channels.connecting.leave_button'),
    },
  });
  const leave = () => {
    if (open !== undefined && isUntouched(open)) cancel.mutate(open.id);
    onClose();
  };
  const toWays = (type: string) =>
    guard.leave(() => {
      leave();
      onOtherWay(familyOf(type));
    });
  return (
    <GuardedModal
      guard={guard}
      onClose={leave}
      size={520}
      title={t('channels.connect_named', { channel: channelTitle(open?.channelType ?? '') })}
    >
      {query.isPending && <FormSkeleton />}
      {query.isLoadingError && <Failure error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />}
      {open !== undefined && (
        <Stack gap={16}>
          <ConnectSteps
            connection={open}
            onSecret={(has) => setSecretStep(has ? open.step.name : null)}
            onOtherWay={hasOtherWays(open.channelType) ? () => toWays(open.channelType) : null}
          />
          <HelpLink type={open.channelType} />
        </Stack>
      )}
    </GuardedModal>
  );
}

/** Nothing was typed into the first step yet, so there is nothing to come back to. */
function isUntouched({ id, position, step, fault, given }: OpenConnection): boolean {
  return (
    position === 1 &&
    given === null &&
    !hasTyped(id) &&
    fault === null &&
    (step.kind === 'fields' || step.kind === 'review')
  );
}

function Failure({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const { t } = useTexts();
  if (!isGone(error)) return <LoadError error={error} onRetry={onRetry} />;
  return (
    <>
      <p>{t('channels.connecting.gone')}</p>
      <Button color="secondary.1" onClick={onClose}>
        {t('shell.close')}
      </Button>
    </>
  );
}
