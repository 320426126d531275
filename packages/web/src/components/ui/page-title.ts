import { useEffect } from 'react';

const shown = { title: '', unread: 0 };

function apply(): void {
  const count = shown.unread > 0 ? `(${shown.unread > 99 ? '99+' : shown.unread}) ` : '';
  document.title = `${count}${shown.title === '' ? '' : `${shown.title} · `}Otvet`;
}

/** Names the tab after the screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    shown.title = title;
    apply();
  }, [title]);
}

/** Puts the number of unread messages before the title of the tab. */
export function useTitleCount(unread: number): void {
  useEffect(() => {
    shown.unread = unread;
    apply();
    return () => {
      shown.unread = 0;
      apply();
    };
  }, [unread]);
}
