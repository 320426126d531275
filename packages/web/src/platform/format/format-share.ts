/** A share of 1 as people read it, in whole percent. */
export function formatShare(value: number, locale: string): string {
  return value.toLocaleString(locale, { style: 'percent' });
}
