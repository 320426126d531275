import { buildElement, buildIcon } from '../shared/build-element.ts';

/** A button that shows an icon, and says its label to who cannot see it. */
export const buildIconButton = (
  icon: string,
  label: string,
  attributes: Record<string, string> = { class: 'round' },
): HTMLButtonElement => buildElement('button', { type: 'button', 'aria-label': label, ...attributes }, buildIcon(icon));
