import { stemWord } from './stem-word.ts';
import { TRANSLATED_WORDS } from './translated-words.ts';

const cyrillic = /[а-я]/;
let translations: Map<string, Set<string>> | undefined;

/** Stems of the other language, Russian or English, that a stem stands for. */
export function translatedStems(stem: string): Iterable<string> {
  translations ??= readTranslations();
  return translations.get(stem) ?? [];
}

function readTranslations(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const join = (from: string, to: string) => {
    const known = found.get(from);
    if (known === undefined) found.set(from, new Set([to]));
    else known.add(to);
  };
  for (const entry of TRANSLATED_WORDS.split(';')) {
    const stems = entry.trim().replaceAll('ё', 'е').split(/\s+/).map(stemWord);
    const english = stems.filter((stem) => !cyrillic.test(stem));
    for (const russian of stems.filter((stem) => cyrillic.test(stem))) {
      for (const other of english) {
        join(russian, other);
        join(other, russian);
      }
    }
  }
  return found;
}
