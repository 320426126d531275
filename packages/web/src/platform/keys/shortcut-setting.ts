import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../session/local-data.ts';

const listeners = new Set<() => void>();

/** Whether one-letter and Alt keys are on; a device setting. */
export function areShortcutsOn(): boolean {
  return readStored('shortcuts') !== 'off';
}

export function switchShortcuts(isOn: boolean): void {
  writeStored('shortcuts', isOn ? null : 'off');
  for (const listener of [...listeners]) listener();
}

/** The setting; draws again when it changes. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areShortcutsOn);
}
