import type { ReactNode } from 'react';
import classes from './count-badge.module.css';

/** How many wait; `className` places it. */
export function CountBadge({ className, children }: { className: string | undefined; children: ReactNode }) {
  return <span className={`${classes.badge} ${className ?? ''}`}>{children}</span>;
}
