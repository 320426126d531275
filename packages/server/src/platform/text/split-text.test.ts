import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitText } from './split-text.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const pieces = fc.constantFrom(
  'слово',
  'a',
  ' ',
  '\n',
  '\n\n',
  '. ',
  '! ',
  '…',
  FAMILY,
  '👍🏽',
  '🇷🇺',
  'é',
  '\r\n',
  '\u00a0',
  'ё',
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 400 }).map((words) => words.join('')),
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  fc.string({ unit: 'binary', maxLength: 600 }),
);
const limits = fc.integer({ min: 30, max: 200 });

/** Where each part stands in the text; between them may be white space only. */
function findLoss({ text, parts }: { text: string; parts: string[] }): string {
  let rest = text;
  let lost = '';
  for (const part of parts) {
    const at = rest.indexOf(part);
    if (at < 0) return `part not found: ${part}`;
    lost += rest.slice(0, at);
    rest = rest.slice(at + part.length);
  }
  return (lost + rest).trim();
}

describe('properties', () => {
  it('nothing but white space at the borders is lost', () => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        const clean = text.replaceAll('\u0000', '').toWellFormed();
        expect(findLoss({ text: clean, parts: splitText({ text, limit }) })).toBe('');
      }),
    );
  });

  it('every part is within the limit, not empty and well formed', () => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        for (const part of splitText({ text, limit })) {
          expect(part.length).toBeLessThanOrEqual(limit);
          expect(part.trim()).not.toBe('');
          expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('an emoji of several signs stays whole', () => {
    const emojis = fc.array(fc.constantFrom(FAMILY, '👍🏽', '🇷🇺', '❤️‍🔥', 'я'), { maxLength: 200 });
    fc.assert(
      fc.property(emojis, limits, (signs, limit) => {
        const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
        const text = signs.join('');
        const whole = [...graphemes.segment(text)].map(({ segment }) => segment);
        const parts = splitText({ text, limit });
        expect(parts.flatMap((part) => [...graphemes.segment(part)].map(({ segment }) => segment))).toEqual(whole);
      }),
    );
  });
});

describe('borders', () => {
  const limit = 40;

  it.each([
    [
      'a paragraph before a sentence',
      'Первый абзац о доставке.\n\nВторой. Третий длинный абзац.',
      ['Первый абзац о доставке.', 'Второй. Третий длинный абзац.'],
    ],
    [
      'a line before a sentence',
      'Первая строка о доставке\nВторая. Третья длинная строка',
      ['Первая строка о доставке', 'Вторая. Третья длинная строка'],
    ],
    [
      'a sentence before a word',
      'Мы доставляем по городу. Стоимость 500 рублей.',
      ['Мы доставляем по городу.', 'Стоимость 500 рублей.'],
    ],
    [
      'a word before a cut',
      'Доставляем мебель ежедневно кроме праздников',
      ['Доставляем мебель ежедневно кроме', 'праздников'],
    ],
  ])('%s', (_name, text, parts) => {
    expect(splitText({ text, limit })).toEqual(parts);
  });

  it('a text within the limit is one part, an empty one none', () => {
    expect(splitText({ text: '  Да  ', limit })).toEqual(['Да']);
    expect(splitText({ text: ' \n ', limit })).toEqual([]);
    expect(splitText({ text: 'я'.repeat(limit), limit })).toHaveLength(1);
  });
});

describe('bad input', () => {
  it('a megabyte without a border is cut in good time', () => {
    const parts = splitText({ text: 'щ'.repeat(1_000_000), limit: 4096 });
    expect(parts).toHaveLength(Math.ceil(1_000_000 / 4096));
  });

  it('a letter with 10,000 combining marks and 65,536 emoji are cut between code points', () => {
    for (const text of [`e${'\u0301'.repeat(10_000)}`, '😀'.repeat(65_536)]) {
      const parts = splitText({ text, limit: 4095 });
      expect(parts.join('')).toBe(text);
      expect(parts.every((part) => part.isWellFormed() && part.length <= 4095)).toBe(true);
    }
  });

  it('a lone surrogate and a NUL are cleaned', () => {
    expect(splitText({ text: 'а\ud800б\u0000в', limit: 10 })).toEqual(['а\ufffdбв']);
  });
});

it('counts bytes where a platform does, and never cuts a letter', () => {
  const parts = splitText({ text: 'Привет, мир. Пока 😀', limit: 22, unit: 'bytes' });
  expect(parts).toEqual(['Привет, мир.', 'Пока 😀']);
  expect(splitText({ text: 'яяяя', limit: 5, unit: 'bytes' })).toEqual(['яя', 'яя']);
  expect(splitText({ text: '😀😀', limit: 5, unit: 'bytes' })).toEqual(['😀', '😀']);
  expect(splitText({ text: 'abc', limit: 3, unit: 'bytes' })).toEqual(['abc']);
});
