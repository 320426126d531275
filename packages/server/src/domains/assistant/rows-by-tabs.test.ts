import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* A price list whose columns stand apart by tabs and have no names: its rows are said, and not their tabs. */

const { ask } = useTalks({
  shop: { file: ['Шарф\t-\t1 190 ₽', 'Пижама фланель\tXL\t2 700 ₽', 'Гарантия:\t14 дней', 'Кепка\t700 ₽'].join('\n') },
});

it.each([
  ['сколько стоит шарф', 'Шарф — 1 190 ₽'],
  ['пижама цена', 'Пижама фланель — XL, 2 700 ₽'],
  ['какая гарантия', 'Гарантия: 14 дней'],
])('«%s» is told «%s»', async (question, text) => {
  expect(await ask('shop', question)).toMatchObject({ kind: 'answer', text });
});
