/** Where a finding stands on the screen; the address names it by its id. */
export const findingPlace = (id: string) => `finding-${id}`;

/** Shows a finding, also to whoever hears the screen. */
export function goToFinding(id: string): void {
  const place = document.getElementById(findingPlace(id));
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}
