import { useEffect } from 'react';
import { holdOpen } from './tab-locks.ts';

/** Keeps quiet about a dialog while it is open in a tab that somebody sees. */
export function useOpenHere(uniqueId: string): void {
  useEffect(() => {
    let release: (() => void) | undefined;
    const follow = () => {
      release?.();
      release = document.visibilityState === 'visible' ? holdOpen(uniqueId) : undefined;
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      release?.();
    };
  }, [uniqueId]);
}
