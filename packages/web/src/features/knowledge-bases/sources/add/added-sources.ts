import { createAtom, useSelector } from '@tanstack/react-store';

/** `isLink`: it is shown at once; files are shown when nothing of what was sent with them is left to look at. */
type Added = { ids: readonly string[]; isLink: boolean };

const NONE: Added = { ids: [], isLink: false };
const added = createAtom(NONE);

/** The sources that were added last in this window: they are marked in the list while it is shown. */
export const useAddedSources = (): Added => useSelector(added);

export const forgetAdded = (): void => added.set(NONE);
export const noteLink = (id: string): void => added.set({ ids: [id], isLink: true });
export const noteFiles = (ids: readonly string[]): void =>
  added.set((before) => ({ ids: [...before.ids, ...ids], isLink: false }));
