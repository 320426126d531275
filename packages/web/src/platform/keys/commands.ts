import type { TablerIcon } from '@tabler/icons-react';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

/** Something that the command menu can do now. */
export type Command = { id: string; title: string; icon: TablerIcon; run: () => void };

const groups = createAtom<ReadonlyMap<symbol, readonly Command[]>>(new Map());
const commands = createAtom((): readonly Command[] => [...groups.get().values()].flat());

/** Offers commands while the component is on the screen. Pass a memoised list. */
export function useOfferCommands(offered: readonly Command[]): void {
  useEffect(() => {
    const key = Symbol('commands');
    groups.set((present) => new Map(present).set(key, offered));
    return () => groups.set((present) => new Map([...present].filter(([other]) => other !== key)));
  }, [offered]);
}

/** All commands that the present screen offers. */
export function useCommands(): readonly Command[] {
  return useSelector(commands);
}
