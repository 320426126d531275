import type { ReactNode } from 'react';
import classes from './chip.module.css';

export type ChipKind = 'neutral' | 'accent' | 'success' | 'error' | 'warning';

/** A state in words; colour only repeats what the words say. */
export function Chip({ kind = 'neutral', children }: { kind?: ChipKind; children: ReactNode }) {
  return (
    <span className={classes.chip} data-kind={kind}>
      {children}
    </span>
  );
}
