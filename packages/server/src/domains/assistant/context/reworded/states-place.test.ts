import { expect, it } from 'vitest';
import { readThingOfPlace } from './states-place.ts';

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
