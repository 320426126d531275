import type { ReactNode } from 'react';
import classes from './count-badge.module.css';

const MAX_SHOWN = 99;

/** How many there are, a pill however many; without a number where it is 0. `className` places it, `children` say what is counted. */
export function CountBadge({
  className = '',
  count,
  children,
}: {
  className?: string | undefined;
  count: number;
  children?: ReactNode;
}) {
  return (
    <span className={`${classes.badge} ${className}`}>
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count || ''}
      {children}
    </span>
  );
}

/** That there is something, and not how much of it. */
export function QuietDot({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <span className={`${classes.dot} ${className}`} data-testid="quiet-dot">
      {children}
    </span>
  );
}
