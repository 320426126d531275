import type { Locale } from '@otvet/contract';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { ApiError, pageLost } from '../api/api-error.ts';
import { readStored, writeStored } from '../session/local-data.ts';
import { loadCatalogue, type TextFeature } from './load-catalogue.ts';
import type { TextKey, TextParams, Translate } from './text-key.ts';

const initialLocale: Locale = 'ru';
const namespace = 'translation';
const listeners = new Set<() => void>();
const spoken = new Set<TextFeature>(['shell', 'errors']);
const loaded = new Set<string>();

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

async function loadParts(locale: Locale): Promise<void> {
  const missing = [...spoken].filter((feature) => !loaded.has(`${locale} ${feature}`));
  await Promise.all(
    missing.map(async (feature) => {
      i18n.addResourceBundle(locale, namespace, await loadCatalogue(locale, feature), true, true);
      loaded.add(`${locale} ${feature}`);
    }),
  );
}

/** Switches the interface; loads what the opened screens speak, once. */
export async function changeLocale(locale: Locale): Promise<void> {
  await loadParts(locale);
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
  writeStored('locale', locale);
  for (const listener of listeners) listener();
}

/** Loads a screen together with the texts that it speaks. A failure is told in words. */
export async function withTexts<Screen>(
  features: readonly TextFeature[],
  load: () => Promise<Screen>,
): Promise<Screen> {
  for (const feature of features) spoken.add(feature);
  try {
    const [screen] = await Promise.all([load(), loadParts(currentLocale())]);
    return screen;
  } catch (cause) {
    throw new ApiError({ code: pageLost, status: 0, cause });
  }
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
