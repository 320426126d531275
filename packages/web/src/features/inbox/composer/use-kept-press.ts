import { useEffect, useEffectEvent, useState } from 'react';

export type KeptPressOptions = {
  /** Everything that the message would carry: a press stands for this and nothing else. */
  content: string;
  isUploading: boolean;
  hasFailed: boolean;
  onDue: () => void;
};

/** A press of "send" while pictures are on their way: the message goes when they arrived, unless it was changed or one of them failed. */
export function useKeptPress({ content, isUploading, hasFailed, onDue }: KeptPressOptions) {
  const [pressedFor, setPressedFor] = useState<string | null>(null);
  const isKept = pressedFor === content && !hasFailed;
  if (pressedFor !== null && !isKept) setPressedFor(null);
  const isDue = isKept && !isUploading;
  const go = useEffectEvent(onDue);
  useEffect(() => {
    if (isDue) go();
  }, [isDue]);
  return { isKept, keep: () => setPressedFor(content) };
}
