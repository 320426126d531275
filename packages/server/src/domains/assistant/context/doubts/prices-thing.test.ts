import { expect, it } from 'vitest';
import type { FoundPassage } from '../../../knowledge/index.ts';
import { pricesThing } from './prices-thing.ts';

it('the titles above a piece name its thing as its heading does', () => {
  const text = 'Две кровати, душ. Цена 3400 ₽ за ночь.';
  const passage: FoundPassage = {
    id: '1',
    kind: 'file',
    title: 'Номера › Стандарт',
    heading: 'Стандарт',
    text,
    score: 1,
  };
  expect(pricesThing('номер стандарт цена', passage)).toBe(true);
  expect(pricesThing('номер люкс цена', passage)).toBe(false);
});
