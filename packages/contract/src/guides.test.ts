import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const GUIDES = new URL('../../../docs/channels/', import.meta.url);
/** Names of things outside the product. */
const NOT_OURS = new Set(['кружок']);

const textsOf = (locale: string): string[] => {
  const folder = new URL(`./texts/${locale}/`, import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const texts: Record<string, string> = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    return Object.values(texts).map((text) => text.toLowerCase());
  });
};

/** What stands in quotes in the first column of the tables "what you see". */
function quotesOf(guide: string): string[] {
  const cells = guide.split('\n').flatMap((line) => (line.startsWith('| ') ? (line.split('|')[1] ?? '') : []));
  return cells.flatMap((cell) =>
    [...cell.matchAll(/«([^»]+)»|[“"]([^”"]+)[”"]/g)].map(([, ru, en]) => (ru ?? en ?? '').replace(/[\s.…]+$/, '')),
  );
}

it.each(readdirSync(GUIDES))('risk: a guide explains words that no screen shows: %s', (file) => {
  const texts = textsOf(file.endsWith('.en.md') ? 'en' : 'ru');
  const quotes = quotesOf(readFileSync(new URL(file, GUIDES), 'utf8')).filter((quote) => !NOT_OURS.has(quote));
  expect(quotes.filter((quote) => !texts.some((text) => text.includes(quote.toLowerCase())))).toEqual([]);
});
