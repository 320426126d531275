import { expect, it } from 'vitest';
import { fitsNoRow } from './fits-no-row.ts';
import { quoteRows } from './quote-rows.ts';

const piece = (lines: readonly string[]) => ({
  ...{ id: '1', kind: 'file' as const, title: 'Прайс', text: lines.join('\n'), quote: lines[0] ?? '', score: 3 },
});
const repairs = (many: number) => Array.from({ length: many }, (_, place) => `Ремонт стула № ${place} — 100 ₽`);

it('all rows of what is asked are quoted, unless they are more than a chat shows', () => {
  const [few, many] = [piece([...repairs(3), 'Чистка — 50 ₽']), piece([...repairs(40), 'Чистка — 50 ₽'])];
  expect(quoteRows('ремонт стула', few).quote).toBe(repairs(3).join('\n'));
  expect(quoteRows('ремонт стула', many).quote).toBe(many.quote);
});

it('a line that is no row stays where its rows are quoted', () => {
  const lines = ['Без учёта материалов', 'Ремонт стула — 100 ₽', 'Чистка — 50 ₽'];
  const passage = { ...piece(lines), quote: lines.join('\n') };
  expect(quoteRows('ремонт стула', passage).quote).toBe('Без учёта материалов\nРемонт стула — 100 ₽');
});

it('a row that says only of which kind it is fits whatever it is done to', () => {
  const urgent = piece(['Срочный ремонт — 900 ₽', 'Уборка — 500 ₽']);
  expect(fitsNoRow('ремонт сарая', urgent)).toBe(false);
  expect(fitsNoRow('ремонт сарая', piece(['Ремонт стула — 900 ₽', 'Уборка — 500 ₽']))).toBe(true);
});
