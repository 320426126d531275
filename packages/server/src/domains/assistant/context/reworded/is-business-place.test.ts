import { expect, it } from 'vitest';
import { isBusinessPlace } from './is-business-place.ts';

it.each([
  'магазина',
  'мастерскую',
  'школе',
  'студия',
  'отели',
  'кофейня',
  'залы',
  'прокат',
  'shops',
  'bakery',
  'centre',
])('«%s» is what a business calls its place', (word) => {
  expect(isBusinessPlace(word)).toBe(true);
});

it.each(['залог', 'заливка', 'школьный', 'центральный', 'сервисный', 'склад', 'storage', 'мастер'])(
  'risk: «%s» is taken for one',
  (word) => {
    expect(isBusinessPlace(word)).toBe(false);
  },
);
