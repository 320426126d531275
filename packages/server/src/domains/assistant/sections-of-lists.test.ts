import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* «Категория; Название; Цена»: a row is called by its section and its name, and found by both. */

const bakery = table(
  ['Категория', 'Название', 'Цена'],
  [
    ['Пироги', 'С вишней', '520 ₽'],
    ['Пироги', 'С капустой', '430 ₽'],
    ['Пироги', 'С мясом', '610 ₽'],
    ['Торты', 'С вишней', '1900 ₽'],
    ['Торты', 'Наполеон', '1700 ₽'],
    ['Хлеб', 'Багет', '70 ₽'],
  ],
);
const clinic = table(
  ['Раздел', 'Услуга', 'Цена, ₽'],
  [
    ['Хирургия', 'Кастрация кота', '2800'],
    ['Терапия', 'Приём первичный', '900'],
    ['Терапия', 'Приём повторный', '600'],
    ['Уход', 'Груминг кошки', '2600'],
    ['Уход', 'Чистка ушей', '450'],
  ],
);
const cafe = table(
  ['Category', 'Item', 'Price'],
  [
    ['Coffee', 'Latte', '£3.20'],
    ['Coffee', 'Flat white', '£3.10'],
    ['Tea', 'Green', '£2.40'],
    ['Tea', 'Earl Grey', '£2.30'],
    ['Cakes', 'Lemon drizzle', '£3.50'],
  ],
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const files = [bakery, clinic, cafe].map((text) => text.replaceAll('\n', joint));
  const [bread = '', vet = '', drinks = ''] = files;
  const { ask } = useTalks({ bakery: { file: bread }, clinic: { file: vet }, cafe: { file: drinks } });

  it.each([
    ['bakery', 'пирог с вишней', 'Пироги: С вишней — цена: 520 ₽'],
    ['bakery', 'сколько стоит пирог с вишней', 'Пироги: С вишней — цена: 520 ₽'],
    ['bakery', 'торт с вишней цена', 'Торты: С вишней — цена: 1900 ₽'],
    ['bakery', 'сколько стоит наполеон', 'Торты: Наполеон — цена: 1700 ₽'],
    ['clinic', 'сколько стоит кастрация кота', 'Хирургия: Кастрация кота — цена: 2800 ₽'],
    ['clinic', 'сколько стоит приём первичный', 'Терапия: Приём первичный — цена: 900 ₽'],
    ['clinic', 'чистка ушей цена', 'Уход: Чистка ушей — цена: 450 ₽'],
    ['cafe', 'how much is a latte', 'Coffee: Latte — price: £3.20'],
    ['cafe', 'how much is green tea', 'Tea: Green — price: £2.40'],
  ] as const)('risk: %s, «%s» is answered as no shop says it', async (business, question, text) => {
    expect(await ask(business, question)).toMatchObject({ kind: 'answer', text });
  });

  it.each([
    ['bakery', 'сколько стоят пироги', ['520', '430', '610']],
    ['clinic', 'приём сколько стоит', ['900', '600']],
    ['cafe', 'how much is tea', ['2.40', '2.30']],
  ] as const)('%s, «%s»: all of them, and nothing else', async (business, question, prices) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text.split(/\n+/)]).toEqual(['answer', expect.any(Array)]);
    expect(text.split(/\n+/)).toHaveLength(prices.length);
    for (const price of prices) expect(text).toContain(price);
  });

  it.each([
    ['bakery', 'пирог наполеон цена'],
    ['bakery', 'пирог с грибами цена'],
    ['clinic', 'сколько стоит кот'],
    ['cafe', 'green coffee price'],
  ] as const)('risk: %s, «%s» has the price of another thing of its section', async (business, question) => {
    expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
  });

  it('risk: two rows of a section are offered by one name', async () => {
    const { choices } = await ask('bakery', 'с вишней что есть');
    expect(choices.map(({ text }) => text).toSorted()).toEqual([
      'Пироги: С вишней',
      'Позвать сотрудника',
      'Торты: С вишней',
    ]);
    expect((await ask('bakery', 'с вишней что есть', 'Торты: С вишней')).text).toContain('1900');
  });
});
