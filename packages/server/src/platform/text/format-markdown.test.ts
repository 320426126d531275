import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMarkdown } from './format-markdown.ts';

const PAIR = [
  '# Уход за тканью ##',
  '**Велюр** и *рогожка*: см. в [памятке](https://shop.test/care_of_it_(2)).',
  '- __Шенилл__ ~~5000~~ 4000 ₽',
  '* ***Кожа*** `арт_12`',
  '',
  '| Ткань | Цена |',
  '|:---|---:|',
  '| **Велюр** | 900 ₽ |',
  '| Кожа | |',
  '',
  '```text',
  '**как есть**',
  '```',
].join('\n');

it('words without marks are left, a link says its address, and a row of a table is a line', () => {
  expect(formatMarkdown(PAIR, 'plain').split('\n')).toEqual([
    'Уход за тканью',
    'Велюр и рогожка: см. в памятке: https://shop.test/care_of_it_(2).',
    '- Шенилл 5000 4000 ₽',
    '* Кожа арт_12',
    '',
    'Ткань — Цена',
    'Велюр — 900 ₽',
    'Кожа',
    '',
    '**как есть**',
  ]);
});

it('where the platform has marks of its own, those stand', () => {
  expect(formatMarkdown(PAIR, 'marks').split('\n')).toEqual([
    'Уход за тканью',
    '*Велюр* и *рогожка*: см. в памятке: https://shop.test/care_of_it_(2).',
    '- *Шенилл* ~5000~ 4000 ₽',
    '* *_Кожа_* `арт_12`',
    '',
    'Ткань — Цена',
    '*Велюр* — 900 ₽',
    'Кожа',
    '',
    '```',
    '**как есть**',
    '```',
  ]);
});

it.each([
  ['**Цена:** 100 ₽', 'Цена: 100 ₽'],
  ['✅**Готово**✅', '✅Готово✅'],
  ['**[памятка](https://shop.test/a)**', 'памятка: https://shop.test/a'],
  ['[**памятка**](https://shop.test/a "Уход")', 'памятка: https://shop.test/a'],
  ['![](https://shop.test/a.png)', 'https://shop.test/a.png'],
  ['[a@shop.test](mailto:a@shop.test)', 'a@shop.test'],
  ['[Позвонить](tel:+79161234567)', 'Позвонить: +79161234567'],
  ['**https://shop.test/a_b**', 'https://shop.test/a_b'],
  ['**жирно *и курсив* вместе**', 'жирно и курсив вместе'],
  ['### **Доставка**', 'Доставка'],
  ['Ткань | Цена\n--- | ---\nВелюр | 900', 'Ткань — Цена\nВелюр — 900'],
])('«%s»', (text, words) => {
  expect(formatMarkdown(text, 'plain')).toBe(words);
});

describe('what is no Markdown stays', () => {
  it.each([
    '2*3',
    '2*3*4 и 2 * 3 * 4, 2**3**4',
    'a_b_c',
    '_anna_@shop.test и a_b_c@shop.test, @_anna_',
    '#1',
    '#скидки #доставка',
    '№ 5, C# и F#',
    'https://shop.test/_a_/b_c__d__?x=*y*&z=~~1~~',
    'https://t.me/anna_',
    '**',
    '** и **',
    '*** ** * ~~ __ _ ~ ` ```',
    '* * *',
    '---',
    '- один\n* два\n+ три\n1. четыре\n2) пять',
    'Цена 100*, доставка 200*\n*без учёта скидки',
    '*Отель 4* или отель 5*',
    '(*) условия: 5* и (**) 4**',
    'Имя ______, дата ____ и с ___до___',
    '*_* ^_^ -_- T_T ¯\\_(ツ)_/¯',
    'об`єкт і комп`ютер',
    '[1] и [2](см. ниже), f[0](x)',
    'Размер | цвет\nбелый | чёрный',
    '| a | b |',
    '|---|---|',
    'Да/нет | ---',
    '*.jpg, *.png и **kwargs, **opts',
    '```\nне закрыто **',
    '```\n```',
    'C:\\_temp_\\a*b',
    'строка\r\nвторая \r\n\r\n  третья  ',
    '> цитата',
    '~500 ₽ и ~5 дней',
  ])('«%s»', (text) => {
    expect(formatMarkdown(text, 'plain')).toBe(text);
    expect(formatMarkdown(text, 'marks')).toBe(text);
  });

  it('and so does every text without marks', () => {
    const words = fc.string({ unit: 'grapheme' }).filter((text) => !/[#*_~`[|]/.test(text));
    fc.assert(fc.property(words, (text) => formatMarkdown(text, 'plain') === text));
  });
});
