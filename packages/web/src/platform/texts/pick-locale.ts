import type { Locale } from '@otvet/contract';

/** Specification, section 1: Russian by default, English as fallback. */
export const DEFAULT_LOCALE: Locale = 'ru';
export const FALLBACK_LOCALE: Locale = 'en';

/** The language of the interface by what the browser keeps: nothing yet, a language we speak, or one we do not. */
export function pickLocale(stored: string | null): Locale {
  if (stored === null) return DEFAULT_LOCALE;
  return stored === 'ru' || stored === 'en' ? stored : FALLBACK_LOCALE;
}
