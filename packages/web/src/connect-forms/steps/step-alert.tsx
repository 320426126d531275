import { Alert } from '@mantine/core';

/** What went wrong with the whole step. */
export function StepAlert({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  );
}
