import type { Locale } from '@otvet/contract';
import { createAtom, useSelector } from '@tanstack/react-store';
import i18next from 'i18next';
import { ApiError, PAGE_LOST } from '../api/api-error.ts';
import { readStored, writeStored } from '../session/local-data.ts';
import { loadCatalogue, type TextFeature } from './load-catalogue.ts';
import { DEFAULT_LOCALE, FALLBACK_LOCALE, pickLocale } from './pick-locale.ts';
import type { TextKey, TextParams, Translate } from './text-key.ts';

const NAMESPACE = 'translation';
const locale = createAtom<Locale>(DEFAULT_LOCALE);
const needed = new Set<TextFeature>(['shell', 'errors']);
const loaded = new Set<string>();

const i18n = i18next.createInstance({
  lng: DEFAULT_LOCALE,
  // Both catalogues are complete (a test keeps them equal), so the fallback is not loaded for the sake of a missing key.
  fallbackLng: FALLBACK_LOCALE,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {},
});

/** The language of the interface. */
export function currentLocale(): Locale {
  return locale.get();
}

/** Loads the texts of the stored language; must end before the first screen is drawn. */
export async function startTexts(): Promise<void> {
  await i18n.init();
  await changeLocale(pickLocale(readStored('locale')));
}

async function loadParts(language: Locale): Promise<void> {
  const missing = [...needed].filter((feature) => !loaded.has(`${language} ${feature}`));
  await Promise.all(
    missing.map(async (feature) => {
      i18n.addResourceBundle(language, NAMESPACE, await loadCatalogue(language, feature), true, true);
      loaded.add(`${language} ${feature}`);
    }),
  );
}

/** Switches the interface; loads the texts of the opened screens, once. */
export async function changeLocale(next: Locale): Promise<void> {
  await loadParts(next);
  await i18n.changeLanguage(next);
  document.documentElement.lang = next;
  writeStored('locale', next);
  locale.set(next);
}

/** Loads a screen together with its texts. A failure becomes an error that people can read. */
export async function withTexts<Screen>(
  features: readonly TextFeature[],
  load: () => Promise<Screen>,
): Promise<Screen> {
  for (const feature of features) needed.add(feature);
  try {
    const [screen] = await Promise.all([load(), loadParts(currentLocale())]);
    return screen;
  } catch (cause) {
    throw new ApiError({ code: PAGE_LOST, status: 0, cause });
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

/** `t` and the locale; draws again when the language changes. */
export function useTexts(): { t: Translate; locale: Locale } {
  return { t: translate, locale: useSelector(locale) };
}
