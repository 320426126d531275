import { createAtom, useSelector } from '@tanstack/react-store';

const areWanted = createAtom(false);

/** From now on toasts are drawn. */
export function wantToasts(): void {
  areWanted.set(true);
}

/** Whether a toast was ever shown; draws again when the first one is. */
export function useToastsWanted(): boolean {
  return useSelector(areWanted);
}
