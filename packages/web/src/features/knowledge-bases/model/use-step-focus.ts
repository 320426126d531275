import { type RefObject, useEffect, useRef } from 'react';

/** Where a step of a dialog replaces the one that had the focus, the keyboard goes on at this place of it. */
export function useStepFocus<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) place.current?.focus();
  }, []);
  return place;
}
