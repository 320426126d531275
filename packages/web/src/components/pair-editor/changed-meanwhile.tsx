import { Alert } from '@mantine/core';
import { useTexts } from '../../platform/texts/texts.ts';

/** What another one has saved of the pair that is written here. */
export function ChangedMeanwhile({ text }: { text: string }) {
  const { t } = useTexts();
  return (
    <Alert color="amber" variant="light" role="alert" p="10px 12px" style={{ whiteSpace: 'pre-line' }}>
      {t('knowledge.pair.changed_meanwhile', { text })}
    </Alert>
  );
}
