import { Alert } from '@mantine/core';
import { useTexts } from '../platform/texts/texts.ts';

/** Whether the platform has used the address that its owner enters there: said live, as nothing comes before it has. */
export function AddressTried({ isTried, channel }: { isTried: boolean | null; channel: string }) {
  const { t } = useTexts();
  if (isTried === null) return null;
  return (
    <Alert color={isTried ? 'green' : 'amber'} variant="light" role="status">
      {t(isTried ? 'channels.address_tried.yes' : 'channels.address_tried.waiting', { channel })}
    </Alert>
  );
}
