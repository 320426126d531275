import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* «M» stands in «S–XL», «3XL» does not, and «XXL» is «2XL»; «лист» is no «листовка». */

const { ask } = useTalks({
  shirts: {
    file: ['Футболка S–XL — 1200 ₽', 'Футболка 2XL — 1400 ₽', 'Толстовка S–XL — 2900 ₽', 'Кепка — 700 ₽'].join('\n'),
  },
  columns: {
    file: table(
      ['Товар', 'Размер', 'Цена, ₽'],
      [
        ['Футболка', 'S', '1200'],
        ['Футболка', 'M', '1250'],
        ['Футболка', 'XL', '1300'],
        ['Толстовка', 'L', '2900'],
      ],
    ),
  },
  hoodies: {
    file: [
      'Худи M — 2900 ₽',
      'Худи 48 L — 3100 ₽',
      'Худи 2XL — 3300 ₽',
      'Худи детская — 1900 ₽',
      'Поло M–3XL — 2000 ₽',
      'Поло 4XL — 2400 ₽',
      'Шланг L — 200 ₽ за м',
    ].join('\n'),
  },
  print: {
    file: [
      'Листовки А5, 100 шт — 1500 ₽',
      'Листовки А4, 100 шт — 2400 ₽',
      'Печать чёрно-белая — 10 ₽/лист',
      'Печать цветная — 30 ₽/лист',
      'Визитки, 100 шт — 900 ₽',
    ].join('\n'),
  },
});

it.each([
  ['shirts', 'футболка м сколько стоит', 'Футболка S–XL — 1200 ₽'],
  ['shirts', 'футболка xl цена', 'Футболка S–XL — 1200 ₽'],
  ['shirts', 'футболка L цена', 'Футболка S–XL — 1200 ₽'],
  ['shirts', 'футболка 2xl цена', 'Футболка 2XL — 1400 ₽'],
  ['shirts', 'футболка XXL сколько', 'Футболка 2XL — 1400 ₽'],
  ['shirts', 'футболка ххл цена', 'Футболка 2XL — 1400 ₽'],
  ['columns', 'футболка M цена', 'Футболка — размер: M, цена: 1250 ₽'],
  ['hoodies', 'худи xxl цена', 'Худи 2XL — 3300 ₽'],
  ['hoodies', 'поло xl цена', 'Поло M–3XL — 2000 ₽'],
  ['hoodies', 'худи л цена', 'Худи 48 L — 3100 ₽'],
  ['hoodies', 'шланг за м цена', 'Шланг L — 200 ₽ за м'],
  ['print', 'листовки а4 цена', 'Листовки А4, 100 шт — 2400 ₽'],
  ['print', 'печать цветная за лист', 'Печать цветная — 30 ₽/лист'],
] as const)('%s: «%s» gets «%s» alone', async (business, question, answer) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text: answer });
});

it.each([
  ['shirts', 'футболка 3xl сколько'],
  ['shirts', 'толстовка xxl почём'],
  ['hoodies', 'худи хл цена'],
  ['hoodies', 'худи xl цена'],
  ['columns', 'футболка L цена'],
  ['columns', 'толстовка XL цена'],
] as const)('risk: another size is sold as «%s: %s»', async (business, question) => {
  expect((await ask(business, question)).kind).toBe('clarify');
});

it('risk: flyers are the price of a sheet', async () => {
  expect((await ask('print', 'лист сколько стоит')).text).not.toContain('Листовки');
});
