import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { api } from '../../platform/api/client.ts';
import { useTexts } from '../../platform/texts/texts.ts';
import classes from '../connect-dialog.module.css';
import { putConnectState } from '../connecting.ts';
import { sortFaults } from '../field-faults.ts';
import { StepAlert } from './step-alert.tsx';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-props.ts';

type Props = StepProps<'qr'> & { id: string };

/** A picture to scan with a phone; the platform is asked again and again whether it was. */
export function QrStep({ id, step, fault, isBusy, goBack, advance }: Props) {
  const { t } = useTexts();
  const poll = useQuery({
    queryKey: ['connecting', id, 'poll'],
    queryFn: async () => {
      const state = await api.connecting.poll({ id });
      putConnectState(id, state);
      return state.status;
    },
    // A code that has run out waits for the button.
    refetchInterval: step.isExpired ? false : step.pollSeconds * 1000,
    retry: false,
    gcTime: 0,
  });
  if (step.isExpired)
    return (
      <Stack gap={14} align="center">
        <Text role="status">{t('channels.connecting.qr_expired')}</Text>
        <Button loading={isBusy} onClick={() => advance({ kind: 'qr', step: step.name })}>
          {t('channels.connecting.qr_renew')}
        </Button>
      </Stack>
    );
  const failure = sortFaults([], { error: poll.error, fault }).general;
  // No code is on its way: nothing to scan is promised.
  const back = goBack !== null && <StepButtons onBack={() => goBack({})} isBusy={isBusy} />;
  if (failure && step.content === null)
    return (
      <Stack gap={14}>
        <StepAlert text={failure} error={poll.error} />
        {back}
      </Stack>
    );
  return (
    <Stack gap={14} align="center">
      <Text c="dimmed">{t('channels.connecting.qr_scan')}</Text>
      {step.content === null ? (
        <Skeleton w={240} h={240} role="status" aria-label={t('channels.connecting.qr_wait')} />
      ) : (
        <QrPicture content={step.content} label={t('channels.connecting.qr')} />
      )}
      {step.code !== null && (
        <Text c="dimmed">
          {t('channels.connecting.qr_code')} <code className={classes.code}>{step.code}</code>
        </Text>
      )}
      <StepAlert text={failure} error={poll.error} />
      {back}
    </Stack>
  );
}

/** What the standard of QR codes leaves free around one; phones find it by that. */
const QUIET_MODULES = 4;

function QrPicture({ content, label }: { content: string; label: string }) {
  const { size, data } = encode(content, { border: QUIET_MODULES });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
