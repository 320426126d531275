/** On a phone the window fills what the keyboard leaves: the visible part of the page, which moves and shrinks. */
export function keepInView(panel: HTMLElement): void {
  const view = window.visualViewport;
  if (view === null) return;
  const fit = () => {
    panel.style.setProperty('--view-height', `${view.height}px`);
    panel.style.setProperty('--view-top', `${view.offsetTop}px`);
  };
  view.addEventListener('resize', fit);
  view.addEventListener('scroll', fit);
  fit();
}

export function isPhone(): boolean {
  return matchMedia('(max-width: 560px)').matches;
}

const FOCUSABLE = 'a[href],button:not([disabled]),input:not([hidden]),textarea,[tabindex="0"]';

/** A window that covers the page keeps the focus inside. */
export function trapFocus(panel: HTMLElement, event: KeyboardEvent): void {
  const places = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (place) => place.getClientRects().length > 0,
  );
  const first = places[0];
  const last = places.at(-1);
  const root = panel.getRootNode();
  const active = root instanceof ShadowRoot ? root.activeElement : null;
  const isLeaving = event.shiftKey ? active === first || active === panel : active === last;
  if (!isLeaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
