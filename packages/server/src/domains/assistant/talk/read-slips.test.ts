import { expect, it } from 'vitest';
import { readAsMeant } from './read-as-meant.ts';

it.each([
  ['скоко стоит', 'сколько стоит'],
  ['Скока стоит', 'сколько стоит'],
  ['до скока вы', 'до скольки вы'],
  ['по чём плед', 'почем плед'],
  ['пачем плед', 'почем плед'],
  ['чё по цене за плед', 'сколько стоит плед'],
  ['что по ценам?', 'какие цены?'],
  ['skoko stoit', 'сколько стоит'],
])('«%s» is read as «%s»', (text, meant) => {
  expect(readAsMeant(text)).toBe(meant);
});

it.each(['скоковый', 'счёт', 'чем платить', 'что по доставке', 'что по цене?'])(
  'risk: «%s» is taken for a slip',
  (text) => {
    expect(readAsMeant(text)).toBe(text);
  },
);
