import { Alert, Stack, Text } from '@mantine/core';
import type { Channel } from '@otvet/contract';
import { channelTitle } from '../../../components/ui/channel-badge.tsx';
import { CopyLine } from '../../../components/ui/copy-line.tsx';
import { HelpLink } from '../../../components/ui/help-link.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';

/** The platform has not used the address that its owner enters there: what that means, and the address once more. */
export function AddressUntried({ channel: { type, enteredAddress } }: { channel: Channel }) {
  const { t } = useTexts();
  if (enteredAddress === null) return null;
  return (
    <Alert
      color="amber"
      variant="light"
      mb={16}
      role="status"
      title={t('channels.address_untried.title', { channel: channelTitle(type) })}
    >
      <Stack gap={8}>
        <Text size="sm">{t('channels.address_untried.text')}</Text>
        {enteredAddress.url !== null && (
          <div>
            <CopyLine
              line={enteredAddress.url}
              labels={{ copy: t('channels.address_untried.copy'), copied: t('channels.embed.copied') }}
              testId="entered-address"
              color="secondary.1"
            />
          </div>
        )}
        <HelpLink type={type} />
      </Stack>
    </Alert>
  );
}
