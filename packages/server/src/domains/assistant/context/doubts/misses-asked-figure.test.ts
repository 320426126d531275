import { expect, it } from 'vitest';
import type { FoundPassage } from '../../../knowledge/index.ts';
import { missesAskedFigure } from './misses-asked-figure.ts';

const passage = (text: string): FoundPassage => ({ id: '1', kind: 'file', title: 'Правила', text, score: 1 });
const FREEZE = 'Абонемент на 8 занятий можно заморозить один раз на срок до 14 дней.';

it('risk: for how long a season ticket may be frozen is given for how long it holds', () => {
  expect(missesAskedFigure('сколько действует абонемент на 8', passage(FREEZE))).toBe(true);
  expect(missesAskedFigure('сколько действует абонемент', passage(`${FREEZE} Он действует 40 дней.`))).toBe(false);
  expect(missesAskedFigure('сколько действует заморозка', passage(FREEZE))).toBe(false);
});

it('risk: until when is answered by what has no time of the day', () => {
  expect(missesAskedFigure('аптека до скольки', passage('Аптека есть, корма продаём лечебные.'))).toBe(true);
  expect(missesAskedFigure('аптека до скольки', passage('Аптека открыта до 20:00.'))).toBe(false);
  expect(missesAskedFigure('до скольки лет бесплатно', passage('Дети до 3 лет бесплатно.'))).toBe(false);
});
