import { Button, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTexts } from '../../platform/texts/texts.ts';
import { sortFaults } from '../field-faults.ts';
import { StepAlert } from './step-alert.tsx';
import { StepButtons } from './step-buttons.tsx';
import type { StepProps } from './step-props.ts';

/** The platform's own page; it sends the browser back to `/connect-return/` or to an address of its own. */
export function RedirectStep({ step, channel, error, fault, isBusy, goBack }: StepProps<'redirect'>) {
  const { t } = useTexts();
  const isSafe = /^https?:$/.test(URL.parse(step.url)?.protocol ?? '');
  return (
    <Stack gap={14}>
      <Text c="dimmed">{t('channels.connecting.redirect', { channel })}</Text>
      <StepAlert text={sortFaults([], { error, fault }).general} error={error} />
      <StepButtons onBack={goBack && (() => goBack({}))} isBusy={isBusy}>
        <Button
          component="a"
          {...(isSafe && { href: step.url })}
          rel="noreferrer"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('channels.connecting.open', { channel })}
        </Button>
      </StepButtons>
    </Stack>
  );
}
