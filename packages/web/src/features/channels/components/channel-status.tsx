import { Alert, Stack, Text } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { formatHours, limits } from '@otvet/contract/values';
import { Chip } from '../../../components/ui/chip.tsx';
import { formatPoint, formatUntil } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { AddressUntried } from './address-untried.tsx';
import { fixTextOf } from './fix-of.ts';
import { reasonText } from './reason-text.ts';
import { RepairChannel } from './repair-channel.tsx';
import { RequestsRefused } from './requests-refused.tsx';

const TICK_MS = 1000;

/** Whether a channel works; `isShort` where what keeps it from sending stands beside it. */
export function ChannelStatus({ channel, isShort = false }: { channel: Channel; isShort?: boolean }) {
  const { t } = useTexts();
  return (
    <>
      <WorkingChip channel={channel} isShort={isShort} />
      {channel.knowledgeBaseId === null && <Chip kind="warning">{t('channels.no_base')}</Chip>}
    </>
  );
}

/** A channel that stopped sends nothing either: one state, and the worst one is said. */
function WorkingChip({ channel, isShort }: { channel: Channel; isShort: boolean }) {
  const { t } = useTexts();
  const trouble = useTroubleText(channel);
  if (channel.inactiveReason !== null) return <Chip kind="error">{t(`channels.state.${channel.state}`)}</Chip>;
  if (trouble !== null) return <Chip kind="warning">{isShort ? t('channels.trouble.short') : trouble}</Chip>;
  if (isAddressUntried(channel)) return <Chip kind="warning">{t('channels.address_untried')}</Chip>;
  if (channel.refusedSince !== null) return <Chip kind="warning">{t('channels.refused')}</Chip>;
  return (
    <Chip kind={channel.active ? 'success' : 'neutral'}>{t(channel.active ? 'channels.works' : 'channels.off')}</Chip>
  );
}

/** The owner enters its address at the platform, which has not used it yet: nothing shows that messages come. */
export function isAddressUntried({ enteredAddress }: Pick<Channel, 'enteredAddress'>): boolean {
  return enteredAddress !== null && !enteredAddress.isTried;
}

type TroubleProps = { channel: Channel; onReplace: (() => void) | undefined };

/** Why a channel does not work, what it means and what to do, across the page; nothing while it works. */
export function ChannelTrouble({ channel, onReplace }: TroubleProps) {
  const { t, locale } = useTexts();
  const trouble = useTroubleText(channel);
  const reason = reasonText(channel);
  const silence = useSilenceText(channel);
  if (reason === null && trouble === null) {
    if (isAddressUntried(channel)) return <AddressUntried channel={channel} />;
    if (channel.refusedSince !== null) return <RequestsRefused channel={channel} onReplace={onReplace} />;
    return silence === null ? null : <Silence text={silence} />;
  }
  if (reason === null)
    return (
      <Alert color="amber" variant="light" mb={16} role="status">
        {trouble}
      </Alert>
    );
  // Why and since when is said by the title: of what waits only the number is news.
  const count = channel.trouble?.waiting ?? 0;
  const waiting = count > 0 && t('channels.trouble.waiting', { waiting: count.toLocaleString(locale) });
  return (
    <Alert color="red" variant="light" mb={16} role="status" title={reason}>
      <Stack gap={4}>
        <Text size="sm">
          {t(`channels.state.${channel.state}.meaning`, { time: formatHours(limits.sendingHours, locale) })} {waiting}
        </Text>
        <Text size="sm">{t(fixTextOf(channel))}</Text>
      </Stack>
      <RepairChannel channel={channel} onReplace={onReplace} />
    </Alert>
  );
}

function Silence({ text }: { text: string }) {
  const { t } = useTexts();
  return (
    <Alert color="amber" variant="light" mb={16} role="status" title={text}>
      <Text size="sm">{t('channels.silence.fix')}</Text>
    </Alert>
  );
}

/** Since when nobody writes in a channel that works, against what is usual; null while nothing is unusual. */
export function useSilenceText({ silence }: Channel): string | null {
  const { t, locale } = useTexts();
  const now = useNow();
  if (silence === null) return null;
  const { since, expected } = silence;
  return t('channels.silence', {
    since: formatPoint({ at: new Date(since), now, locale }),
    expected: expected.toLocaleString(locale),
  });
}

/** Since when or until when nothing goes out, why, and how much waits; null while the channel sends. */
export function useTroubleText({ trouble }: Channel): string | null {
  const { t, locale } = useTexts();
  const now = useNow(trouble === null ? undefined : TICK_MS);
  if (trouble === null) return null;
  const { since, reason, heldUntil, waiting } = trouble;
  const wait = heldUntil === null ? null : formatUntil(new Date(heldUntil), now);
  const params = {
    since: formatPoint({ at: new Date(since), now, locale }),
    reason: translateOr(`dialogs.delivery.reason.${reason}`, 'channels.reason.other'),
    waiting: waiting.toLocaleString(locale),
  };
  return wait === null ? t('channels.trouble', params) : t('channels.trouble.held', { ...params, wait });
}
