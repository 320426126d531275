import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../../contract/src/texts/', import.meta.url));
const features = readdirSync(`${folder}ru`);
const russianForms = ['one', 'few', 'many', 'other'];
const pluralPattern = /^(.+)_(one|few|many|other)$/;

function readTexts(locale: string, feature: string): Record<string, string> {
  const parsed: unknown = JSON.parse(readFileSync(`${folder}${locale}/${feature}`, 'utf8'));
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

function placeholders(text: string): string[] {
  return [...new Set(text.match(/{{[^}]+}}/g) ?? [])].sort();
}

/** Key without its plural form → the placeholders of all its forms together. */
function shapeOf(texts: Record<string, string>): Map<string, string> {
  const shape = new Map<string, string[]>();
  for (const [key, text] of Object.entries(texts)) {
    const base = pluralPattern.exec(key)?.[1] ?? key;
    shape.set(base, [...new Set([...(shape.get(base) ?? []), ...placeholders(text)])].sort());
  }
  return new Map([...shape].map(([key, names]) => [key, names.join(' ')]));
}

it('both languages have the same files', () => {
  expect(readdirSync(`${folder}en`).sort()).toEqual([...features].sort());
});

it.each(features)('%s: both languages have the same keys and placeholders', (feature) => {
  expect(shapeOf(readTexts('en', feature))).toEqual(shapeOf(readTexts('ru', feature)));
});

it.each(features)('%s: Russian plurals have all four forms', (feature) => {
  const keys = Object.keys(readTexts('ru', feature));
  const plurals = keys.flatMap((key) => pluralPattern.exec(key)?.[1] ?? []);
  for (const base of new Set(plurals)) {
    for (const form of russianForms) expect(keys, base).toContain(`${base}_${form}`);
  }
});

it.each(features)('%s: no text is empty or longer than it may be drawn', (feature) => {
  for (const locale of ['ru', 'en']) {
    for (const [key, text] of Object.entries(readTexts(locale, feature))) expect(text.trim(), key).not.toBe('');
  }
});

it('no key stands in two files', () => {
  const keys = features.flatMap((feature) => Object.keys(readTexts('ru', feature)));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
