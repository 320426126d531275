import type { Locale } from '@otvet/contract';

/** Specification, section 1: Russian by default, English as fallback. */
export const DEFAULT_LOCALE: Locale = 'ru';
export const FALLBACK_LOCALE: Locale = 'en';

/** Where Russian is read more widely than English. */
const READS_RUSSIAN = new Set(['ru', 'be', 'kk', 'ky', 'tg', 'uz', 'hy', 'tt', 'ba']);

/** The language of the interface: the one that this browser kept, else the first of its own that we can serve. */
export function pickLocale({ stored, wanted }: { stored: string | null; wanted: readonly string[] }): Locale {
  if (stored !== null) return stored === 'ru' || stored === 'en' ? stored : FALLBACK_LOCALE;
  for (const language of wanted) {
    const [base = ''] = language.toLowerCase().split('-');
    if (READS_RUSSIAN.has(base)) return 'ru';
    if (base === 'en') return 'en';
  }
  return wanted.length === 0 ? DEFAULT_LOCALE : FALLBACK_LOCALE;
}
