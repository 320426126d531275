import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { en, ru } from './src/window/texts.ts';

const folder = fileURLToPath(new URL('src/window/', import.meta.url));
const tables: Record<'ru' | 'en', Record<string, string>> = { ru, en };

/** `words.send` and `options.words['files.wrong_type']`. */
const wordInSource = /\b(?:\w+\.)?words(?:\.(\w+)|\['([^']+)'\])/g;

/** Words that are read by a computed name: marks, fields of the form, and refusals by their codes. */
function isComputed(key: string): boolean {
  return /^(?:sending|sent|stuck|failed|lost|slow|(?:name|email|phone)(?:Wrong)?)$|[. ]/.test(key);
}

/** Puts each word where it is used: its name stands nowhere then. Those that are read by a computed name stay a table. */
export function inlineWords(language: 'ru' | 'en'): Plugin {
  const words = tables[language];
  const kept = Object.fromEntries(Object.entries(words).filter(([key]) => isComputed(key)));
  return {
    name: 'inline-words',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(folder)) return undefined;
      if (id.endsWith('/texts.ts'))
        return code.replace(
          /export const (ru|en)[^=]*= \{[^}]*\};/g,
          (_all, name) => `export const ${name} = ${JSON.stringify(kept)};`,
        );
      return code.replace(wordInSource, (all, plain, quoted) => {
        const word = words[plain ?? quoted];
        return word === undefined ? all : JSON.stringify(word);
      });
    },
  };
}
