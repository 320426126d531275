import { useSyncExternalStore } from 'react';

let areWanted = false;
const listeners = new Set<() => void>();

/** From now on toasts are drawn. */
export function wantToasts(): void {
  areWanted = true;
  for (const listener of [...listeners]) listener();
}

/** Whether a toast was ever shown; draws again when the first one is. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => areWanted,
  );
}
