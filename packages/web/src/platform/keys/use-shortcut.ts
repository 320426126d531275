import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn } from './shortcut-setting.ts';

/** A physical key, so that it works on every layout. */
export type Shortcut = { code: string; alt?: boolean; mod?: boolean; shift?: boolean; inFields?: boolean };

/** Calls back when the keys are pressed; `false` lets the key go on. Plain keys are left alone while somebody types. */
export function useShortcut(shortcut: Shortcut, onPress: (event: KeyboardEvent) => unknown): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!matches(event, shortcut) || !(shortcut.mod || areShortcutsOn())) return;
    if (onPress(event) !== false) event.preventDefault();
  });
  useEffect(() => {
    // Before an open window or menu hears the key, so that one press never does two things.
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, []);
}

function matches(event: KeyboardEvent, { code, alt = false, mod = false, shift = false, inFields = false }: Shortcut) {
  // What is pressed while a word is put together belongs to that word.
  if (event.isComposing || event.code !== code || event.altKey !== alt || event.shiftKey !== shift) return false;
  if ((event.ctrlKey || event.metaKey) !== mod) return false;
  return inFields || !isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
