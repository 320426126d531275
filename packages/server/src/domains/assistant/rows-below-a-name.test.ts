import { expect, it } from 'vitest';
import { cutPassages } from '../knowledge/reading/cut-passages.ts';
import { makeXlsx, type SheetCell } from '../knowledge/testing/documents/make-xlsx.ts';
import { readBytes } from '../knowledge/testing/documents/read-bytes.ts';
import { useTalks } from './testing/open-talk.ts';

/** A price list as its reader gives it: sheets of rows, a row below a name with its own name left empty. */
async function priceList(sheets: Record<string, SheetCell[][]>): Promise<string> {
  const book = makeXlsx(Object.entries(sheets).map(([name, rows]) => ({ name, rows })));
  const passages = cutPassages(await readBytes(book, 'Прайс.xlsx'));
  return passages
    .map(({ trail, text }) => (trail.length === 0 ? text : `# ${trail.join(' / ')}\n${text}`))
    .join('\n\n');
}

const { ask } = useTalks({
  printer: {
    file: await priceList({
      Визитки: [
        ['Типография «Оттиск» — прайс на 2026 год'],
        ['цены в рублях, с НДС'],
        [],
        ['Вид визиток', '100 шт', '500 шт', '1000 шт'],
        ['Стандарт, мелованная бумага 300 г', '450 ₽', '1500 ₽', '2400 ₽'],
        ['С ламинацией (матовая / глянец)', '690 ₽', '2300 ₽', '3900 ₽'],
        ['Пластиковые', '1 900', '7 200', 'по запросу'],
      ],
      'Листовки и буклеты': [
        ['Наименование', 'Формат', 'Тираж', 'Цена, ₽', 'Срок'],
        ['Листовка', 'А6', 1000, 2900, '2 дня'],
        ['', 'А5', 1000, 4300, '2 дня'],
        ['Буклет (2 сгиба)', 'А4', 500, 8900, '4 дня'],
        ['', 'А4', 1000, 13_400, '4 дня'],
        ['Плакат', 'А2', 1, 350, '1 день'],
        ['', 'А1', 1, 620, '1 день'],
      ],
    }),
  },
});

it.each([
  ['буклет А4 тираж 1000', 'тираж: 1000, цена: 13400 ₽'],
  ['Цена листовки А5 1000 шт', 'Листовка — формат: А5, тираж: 1000, цена: 4300 ₽'],
  ['Сколько стоит плакат А1?', 'Плакат — формат: А1, тираж: 1, цена: 620 ₽'],
  ['сколько стоит 500 визиток с ламинацией', '500 шт: 2300 ₽'],
  ['сколько за 100 стандартных визиток', '100 шт: 450 ₽'],
])('risk: «%s» is told the price of the row above, or none', async (question, price) => {
  expect(await ask('printer', question)).toMatchObject({ kind: 'answer', text: expect.stringContaining(price) });
});

it.each(['Сколько стоят визитки?', 'сколько стоит доставка и сколько стоит 100 визиток?', '100 шт'])(
  'risk: «%s» is told the names of the columns',
  async (question) => {
    const { text } = await ask('printer', question);
    expect(text).not.toMatch(/Вид визиток|100 шт[;,] 500 шт/);
  },
);
