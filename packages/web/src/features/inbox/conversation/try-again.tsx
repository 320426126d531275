import { UnstyledButton } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useCan } from '../../../platform/session/user-data.ts';

type TryAgainProps = { label: string; className: string | undefined; onTry: () => Promise<unknown> };

/** Another try of something that failed, for whoever may answer; one press at a time. */
export function TryAgain({ label, className, onTry }: TryAgainProps) {
  const canAnswer = useCan('inbox_answer');
  const [isBusy, setIsBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => handFocusOver(button.current), []);
  if (!canAnswer) return null;
  const retry = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await onTry();
    setIsBusy(false);
  };
  return (
    // Disabled it would lose the focus.
    <UnstyledButton ref={button} className={className} aria-disabled={isBusy} onClick={() => void retry()}>
      {label}
    </UnstyledButton>
  );
}

/** The button goes away with its trouble: whoever pressed it by keyboard stays at the message. */
function handFocusOver(button: HTMLButtonElement | null): () => void {
  const message = button?.closest<HTMLElement>('article');
  return () => {
    if (button !== null && document.activeElement === button) message?.focus({ preventScroll: true });
  };
}
