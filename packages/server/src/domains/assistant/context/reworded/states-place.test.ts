import { expect, it } from 'vitest';
import type { FoundPassage } from '../../../knowledge/index.ts';
import { missesPlace, readThingOfPlace, statesPlace } from './states-place.ts';

it.each([
  ['где ваш склад', ['склад']],
  ['где находится рентген?', ['рентген']],
  ['where is the warehouse', ['warehouse']],
])('«%s» asks where a thing is', (question, thing) => {
  expect(readThingOfPlace(question)).toEqual(thing);
});

it.each([
  'где моя посылка',
  'where is my parcel',
  'сколько стоит склад',
  'где вы',
  'есть ли у вас пункт, где можно сразу примерить туфли',
])('risk: «%s» is taken for it', (question) => {
  expect(readThingOfPlace(question)).toBeUndefined();
});

const page = (text: string): FoundPassage => ({ id: '1', kind: 'page', title: 'О нас', text, score: 1 });

it.each([
  'Склад: пр. Победы, 12.',
  'Склад — г. Казань, Заводская, 12.',
  'Наш склад: просп. Мира, 5.',
  'Склад — Заводская, д. 5, стр. 2.',
  'Склад на пр. Победы.',
  'Офис на втором этаже. Склад: им. Ленина, 7.',
])('risk: «%s» is divided at an abbreviation, and says no place of the store', (text) => {
  expect(statesPlace(['склад'], page(text))).toBe(true);
  expect(missesPlace('где склад', page(text))).toBe(false);
});

it('a sentence about another thing is not of it', () => {
  expect(statesPlace(['склад'], page('Склад открыт утром. Офис: пр. Победы, 12.'))).toBe(false);
});
