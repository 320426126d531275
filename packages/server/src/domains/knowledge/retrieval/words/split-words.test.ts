import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from './split-words.ts';
import { stemWord } from './stem-word.ts';

const limit = { characters: 1_000, words: 100 };

describe('splitWords', () => {
  it('reads ё as е, whichever way it is composed', () => {
    expect(splitWords('Ёлка е\u0308лка ЁЛКА', limit)).toEqual(['елка', 'елка', 'елка']);
  });

  it('keeps й, drops stress marks and apostrophes', () => {
    expect(splitWords("за́мок и\u0306од don't customer's", limit)).toEqual(['замок', 'йод', 'dont', 'customer']);
  });

  it('takes letters and digits apart, so that spelling with and without a hyphen is the same', () => {
    expect(splitWords('COVID19 covid-19 ｉPhone12', limit)).toEqual(['covid', '19', 'covid', '19', 'iphone', '12']);
  });

  it('finds nothing in texts without words', () => {
    expect(splitWords('', limit)).toEqual([]);
    expect(splitWords('😀 👍🏽 … !?', limit)).toEqual([]);
    expect(splitWords('\u0301'.repeat(10_000), limit)).toEqual([]);
  });

  it('never gives more or longer words than allowed, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        const words = splitWords(text, { characters: 500, words: 20 });
        expect(words.length).toBeLessThanOrEqual(20);
        for (const word of words) expect(word.length).toBeLessThanOrEqual(40);
      }),
    );
  });
});

describe('stemWord', () => {
  it('stems Russian as Snowball does', () => {
    const words = ['заказ', 'заказа', 'заказами', 'возвращение', 'возвращениями', 'важнейшие', 'вавиловка', 'оплаты'];
    expect(words.map(stemWord)).toEqual([
      'заказ',
      'заказ',
      'заказ',
      'возвращен',
      'возвращен',
      'важн',
      'вавиловк',
      'оплат',
    ]);
  });

  it.each([
    ['прием приема приему приемы', 'прием'],
    ['подъем подъема подъему', 'подъем'],
    ['проблема проблем проблему', 'проблем'],
    ['кровать кровати кроватью кроватей кроватям', 'кроват'],
    ['печать печати печатью', 'печат'],
    ['фотопечать фотопечати', 'фотопечат'],
    ['память памяти памятью', 'памят'],
    ['рукоять рукояти', 'рукоят'],
    ['девять девяти', 'девят'],
    ['двадцать двадцати', 'двадцат'],
  ])('risk: forms of one noun that ends like a verb have several stems: «%s»', (forms, stem) => {
    expect([...new Set(forms.split(' ').map(stemWord))]).toEqual([stem]);
  });

  it('stems verbs in -ть as Snowball does', () => {
    expect(['печатать', 'заказать', 'стоить'].map(stemWord)).toEqual(['печата', 'заказа', 'сто']);
  });

  it('stems English as Snowball does', () => {
    const words = [
      'consigned',
      'consignment',
      'generously',
      'skies',
      'dying',
      'news',
      'cancelling',
      'cancelled',
      'payments',
    ];
    expect(words.map(stemWord)).toEqual([
      'consign',
      'consign',
      'generous',
      'sky',
      'die',
      'news',
      'cancel',
      'cancel',
      'payment',
    ]);
  });

  it('leaves other scripts and numbers alone', () => {
    expect(['2024', '注文', 'παραγγελία'].map(stemWord)).toEqual(['2024', '注文', 'παραγγελία']);
  });
});
