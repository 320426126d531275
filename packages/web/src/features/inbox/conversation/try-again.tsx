import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../../platform/session/user-data.ts';

type TryAgainProps = { label: string; className: string | undefined; onTry: () => Promise<unknown> };

/** Another try of something that failed, for whoever may answer; one press at a time. */
export function TryAgain({ label, className, onTry }: TryAgainProps) {
  const canAnswer = useCan('inbox_answer');
  const [isBusy, setIsBusy] = useState(false);
  if (!canAnswer) return null;
  const retry = async () => {
    setIsBusy(true);
    await onTry();
    setIsBusy(false);
  };
  return (
    <UnstyledButton className={className} disabled={isBusy} onClick={() => void retry()}>
      {label}
    </UnstyledButton>
  );
}
