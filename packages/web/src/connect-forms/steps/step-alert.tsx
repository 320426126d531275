import { Alert } from '@mantine/core';
import { TakenLink } from '../taken-link.tsx';

/** What went wrong with the whole step. */
export function StepAlert({ text, error }: { text: string | null; error?: unknown }) {
  if (text === null) return null;
  return (
    <Alert color="red" role="alert">
      {text} <TakenLink error={error} />
    </Alert>
  );
}
