import { expect, it } from 'vitest';
import { isChargeStem, isPriceName, isPriceStem, isPriceWord } from './price-words.ts';
import { stemWord } from './stem-word.ts';

it.each([
  ['сколько', { isWord: true, isName: false, isStem: true, isCharge: false }],
  ['скока', { isWord: true, isName: false, isStem: false, isCharge: false }],
  ['почем', { isWord: true, isName: false, isStem: true, isCharge: true }],
  ['стоят', { isWord: true, isName: false, isStem: true, isCharge: true }],
  ['цене', { isWord: true, isName: true, isStem: true, isCharge: true }],
  ['costs', { isWord: true, isName: true, isStem: true, isCharge: true }],
  ['прайс', { isWord: true, isName: false, isStem: true, isCharge: true }],
  ['тариф', { isWord: false, isName: false, isStem: false, isCharge: true }],
  ['диван', { isWord: false, isName: false, isStem: false, isCharge: false }],
])('«%s»', (word, known) => {
  const stem = stemWord(word);
  expect({
    ...{ isWord: isPriceWord(word), isName: isPriceName(word) },
    ...{ isStem: isPriceStem(stem), isCharge: isChargeStem(stem) },
  }).toEqual(known);
});
