import { type RefObject, useEffect, useRef } from 'react';

type KeptFocusOptions = {
  /** What of a row gets it. */
  target?: string;
  /** What gets it when the last row is gone. */
  whenEmpty?: RefObject<HTMLElement | null>;
};

/** Keeps the focus in a list: when the row that had it is gone, the one in its place gets it. */
export function useKeptFocus(
  list: RefObject<HTMLUListElement | null>,
  { target = 'a, button', whenEmpty }: KeptFocusOptions = {},
): void {
  const last = useRef<{ row: Element; place: number } | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const rows = [...(list.current?.children ?? [])];
      const row = rows.find((one) => target instanceof Node && one.contains(target));
      // What a window or a menu has belongs to the row that opened it.
      if (row !== undefined) last.current = { row, place: rows.indexOf(row) };
      else if (target instanceof Element && target.closest('[role="dialog"], [role="menu"]') === null)
        last.current = null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [list]);
  useEffect(() => {
    const rows = [...(list.current?.children ?? [])];
    if (last.current === null) return;
    const { row, place } = last.current;
    if (row.isConnected) {
      last.current = { row, place: rows.indexOf(row) };
      return;
    }
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    last.current = null;
    const next = rows[Math.min(place, rows.length - 1)]?.querySelector<HTMLElement>(target) ?? whenEmpty?.current;
    next?.focus();
  });
}
