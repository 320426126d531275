import { createAtom, useSelector } from '@tanstack/react-store';

export type OpenSheet = 'none' | 'menu' | 'shortcuts' | 'news';

/** Which of the sheets of the shell is open. */
const openSheet = createAtom<OpenSheet>('none');

export function openCommandSheet(sheet: OpenSheet): void {
  openSheet.set(sheet);
}

/** The open sheet; draws again when it changes. */
export function useOpenSheet(): OpenSheet {
  return useSelector(openSheet);
}
