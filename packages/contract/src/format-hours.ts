/** Whole days as days, else hours, in words: `7 days`, `24 hours`. */
export function formatHours(hours: number, locale: 'ru' | 'en'): string {
  const isDays = hours > 24 && hours % 24 === 0;
  const value = isDays ? hours / 24 : hours;
  return value.toLocaleString(locale, { style: 'unit', unit: isDays ? 'day' : 'hour', unitDisplay: 'long' });
}
