import type { Locale } from '@otvet/contract';
import { createAtom, useSelector } from '@tanstack/react-store';
import { ApiError, PAGE_LOST } from '../api/api-error.ts';
import { readStored, writeStored } from '../session/local-data.ts';
import { fillText } from './fill-text.ts';
import { loadCatalogue, type TextFeature } from './load-catalogue.ts';
import { DEFAULT_LOCALE, pickLocale } from './pick-locale.ts';
import type { TextKey, TextParams, Translate } from './text-key.ts';

const locale = createAtom<Locale>(DEFAULT_LOCALE);
const needed = new Set<TextFeature>(['common']);
const loaded = new Set<string>();
const catalogues: Record<Locale, Map<string, string>> = { ru: new Map(), en: new Map() };
const plurals: Record<Locale, Intl.PluralRules> = { ru: new Intl.PluralRules('ru'), en: new Intl.PluralRules('en') };

/** The language of the interface. */
export function currentLocale(): Locale {
  return locale.get();
}

/** Loads the texts of the stored language; must end before the first screen is drawn. */
export async function startTexts(): Promise<void> {
  await changeLocale(pickLocale({ stored: readStored('locale'), wanted: navigator.languages }));
}

async function loadParts(language: Locale): Promise<void> {
  const missing = [...needed].filter((feature) => !loaded.has(`${language} ${feature}`));
  await Promise.all(
    missing.map(async (feature) => {
      for (const [key, text] of Object.entries(await loadCatalogue(language, feature)))
        catalogues[language].set(key, text);
      loaded.add(`${language} ${feature}`);
    }),
  );
}

/** Switches the interface; loads the texts of the opened screens, once. */
export async function changeLocale(next: Locale): Promise<void> {
  await loadParts(next);
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
export const translate: Translate = (key: TextKey, params: TextParams = {}) => {
  const language = currentLocale();
  return fillText({ catalogue: catalogues[language], plurals: plurals[language], key, params });
};

/** Whether the catalogue knows a key that came from the server. */
export function isTextKey(key: string): key is TextKey {
  return catalogues[currentLocale()].has(key);
}

/** Text of a key that came from the server, or of `fallback` when this build does not know it. */
export function translateOr(key: string, fallback: TextKey): string {
  return translate(isTextKey(key) ? key : fallback);
}

/** `t` and the locale; draws again when the language changes. */
export function useTexts(): { t: Translate; locale: Locale } {
  return { t: translate, locale: useSelector(locale) };
}
