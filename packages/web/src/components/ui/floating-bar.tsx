import type { ReactNode } from 'react';
import classes from './floating-bar.module.css';

type FloatingBarProps = {
  text: string;
  hasErrors?: boolean;
  role?: 'status' | 'group';
  /** Its buttons. */
  children: ReactNode;
};

/** Stays in view above the lower edge of its screen, however far that is scrolled. */
export function FloatingBar({ text, hasErrors = false, role = 'status', children }: FloatingBarProps) {
  return (
    <div className={classes.bar} role={role} {...(role === 'group' ? { 'aria-label': text } : {})} data-keep-clear>
      <span data-error={hasErrors || undefined}>{text}</span>
      {children}
    </div>
  );
}
