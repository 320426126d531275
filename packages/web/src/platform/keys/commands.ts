import type { TablerIcon } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';

/** Something that the command menu can do now. */
export type Command = { id: string; title: string; icon: TablerIcon; run: () => void };

const groups = new Map<symbol, readonly Command[]>();
const listeners = new Set<() => void>();
let commands: readonly Command[] = [];

function publish(): void {
  commands = [...groups.values()].flat();
  for (const listener of [...listeners]) listener();
}

/** Offers commands while the component is on the screen. Pass a memoised list. */
export function useOfferCommands(offered: readonly Command[]): void {
  useEffect(() => {
    const key = Symbol('commands');
    groups.set(key, offered);
    publish();
    return () => {
      groups.delete(key);
      publish();
    };
  }, [offered]);
}

/** All commands that the present screen offers. */
export function useCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => commands,
  );
}
