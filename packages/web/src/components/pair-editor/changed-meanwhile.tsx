import { Alert } from '@mantine/core';

/** What another one has done to the pair that is written here. */
export function ChangedMeanwhile({ text }: { text: string }) {
  return (
    <Alert color="amber" variant="light" role="alert" p="10px 12px" style={{ whiteSpace: 'pre-line' }}>
      {text}
    </Alert>
  );
}
