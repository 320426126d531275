import { useSyncExternalStore } from 'react';

export type OpenSheet = 'none' | 'menu' | 'shortcuts';

let open: OpenSheet = 'none';
const listeners = new Set<() => void>();

/** Which of the two keyboard sheets is open. */
export const commandState = {
  open: (sheet: OpenSheet) => {
    open = sheet;
    for (const listener of [...listeners]) listener();
  },
};

/** The open sheet; draws again when it changes. */
export function useOpenSheet(): OpenSheet {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
