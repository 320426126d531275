import type { Locale } from '@otvet/contract';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../session/local-data.ts';
import type { TextKey, TextParams, Translate } from './text-key.ts';

const catalogues = {
  ru: () => import('./catalogue-ru.ts'),
  en: () => import('./catalogue-en.ts'),
} as const satisfies Record<Locale, () => Promise<{ catalogue: Record<string, string> }>>;

const initialLocale: Locale = 'ru';
const namespace = 'translation';
const listeners = new Set<() => void>();

const i18n = i18next.createInstance({
  lng: initialLocale,
  // The one loaded catalogue is complete (a test keeps both equal), so the other language is never fetched as a fallback.
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {},
});

/** The language of the interface. */
export function currentLocale(): Locale {
  return i18n.language === 'en' ? 'en' : 'ru';
}

/** Loads the texts of the stored language; must end before the first screen is drawn. */
export async function startTexts(): Promise<void> {
  await i18n.init();
  await changeLocale(readStored('locale') === 'en' ? 'en' : initialLocale);
}

/** Switches the interface; loads the texts of the language once. */
export async function changeLocale(locale: Locale): Promise<void> {
  if (!i18n.hasResourceBundle(locale, namespace)) {
    const { catalogue } = await catalogues[locale]();
    i18n.addResourceBundle(locale, namespace, catalogue);
  }
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
  writeStored('locale', locale);
  for (const listener of listeners) listener();
}

/** Text of a key, outside of components. */
export const translate: Translate = (key: TextKey, params: TextParams = {}) => i18n.t(key, params);

/** Whether the catalogue knows a key that came from the server. */
export function isTextKey(key: string): key is TextKey {
  return i18n.exists(key);
}

/** Text of a key that came from the server, or of `fallback` when this build does not know it. */
export function translateOr(key: string, fallback: TextKey): string {
  return translate(isTextKey(key) ? key : fallback);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `t` and the locale; draws again when the language changes. */
export function useTexts(): { t: Translate; locale: Locale } {
  const locale = useSyncExternalStore(subscribe, currentLocale);
  return { t: translate, locale };
}
