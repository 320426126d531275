import type { Locale } from '@otvet/contract';
import english from '@otvet/contract/texts/en/assistant.json' with { type: 'json' };
import russian from '@otvet/contract/texts/ru/assistant.json' with { type: 'json' };

/** A key of the server's catalogue; Russian is its source. */
export type TextKey = keyof typeof russian;

/** Gives a text in a language; `values` fill its `{{name}}` places. */
export type Texts = (locale: Locale, key: TextKey, values?: Record<string, string>) => string;

const catalogues: Record<Locale, Record<TextKey, string>> = { ru: russian, en: english };

/** The texts the server says to customers. */
export const serverTexts: Texts = (locale, key, values = {}) =>
  catalogues[locale][key].replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : place,
  );
