import { Alert } from '@mantine/core';
import { useTexts } from '../platform/texts/texts.ts';

type Props = { isTried: boolean | null; isRefused: boolean; channel: string };

/** Whether the platform has used the address that its owner enters there: said live, as nothing comes before it has. */
export function AddressTried({ isTried, isRefused, channel }: Props) {
  const { t } = useTexts();
  if (isTried === null) return null;
  if (isRefused)
    return (
      <Alert color="red" variant="light" role="status">
        {t('channels.address_tried.refused', { channel })}
      </Alert>
    );
  return (
    <Alert color={isTried ? 'green' : 'amber'} variant="light" role="status">
      {t(isTried ? 'channels.address_tried.yes' : 'channels.address_tried.waiting', { channel })}
    </Alert>
  );
}
