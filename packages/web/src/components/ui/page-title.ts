import { useEffect } from 'react';

const shown = { title: '', waiting: 0 };

function apply(): void {
  const count = shown.waiting > 0 ? `(${shown.waiting > 99 ? '99+' : shown.waiting}) ` : '';
  document.title = `${count}${shown.title === '' ? '' : `${shown.title} · `}Otvet`;
}

/** Names the tab after the screen; null: another part of the screen names it. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    shown.title = title;
    apply();
  }, [title]);
}

/** Puts before the title of the tab how many dialogs wait for a person. */
export function useTitleCount(waiting: number): void {
  useEffect(() => {
    shown.waiting = waiting;
    apply();
    return () => {
      shown.waiting = 0;
      apply();
    };
  }, [waiting]);
}
