import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* What has all that is asked by its section and its name stands beside what has it by its name alone; a near thing is another one. */

const repairs = table(
  ['Category', 'Service', 'Price', 'Included'],
  [
    ['Skirts', 'Shorten seam', '£24', 'pressing'],
    ['Skirts', 'Pleated skirt seam', '£60', 'pressing'],
    ['Coats', 'Shorten seam', '£38', 'pressing'],
    ['Coats', 'Replace lining', '£85', ''],
    ['Dresses', 'Shorten straps', '£15', 'pressing'],
    ['Sets', 'Two-piece costume', '£650', ''],
  ],
);
const cycles = [
  table(
    ['Раздел', 'Услуга', 'Цена'],
    [
      ['Цепь', 'Чистка', '400 ₽'],
      ['Тормоза', 'Настройка', '600 ₽'],
    ],
  ),
  '# Гарантия\nНа замену цепи даём гарантию 6 месяцев. На правку обода гарантия 1 месяц.',
].join('\n\n');
const GENERAL = '# Гарантия\nНа все работы даём гарантию 3 месяца.';

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const { ask } = useTalks({ repairs: { file: repairs.replaceAll('\n', joint) } });

  it.each([
    ['skirt seam price', ['£24', '£60']],
    ['seam a skirt cost?', ['£24', '£60']],
    ['pleated skirt seam price', ['£60']],
    ['coat seam price', ['£38']],
    ['shorten skirt', ['£24']],
    ['shorten a dress price', ['£15']],
    ['seam price', ['£24', '£38', '£60']],
  ] as const)('risk: «%s» gets a part of what fits', async (question, prices) => {
    const { kind, text } = await ask('repairs', question);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(prices[0])]);
    for (const price of prices) expect(text).toContain(price);
    expect(text.split(/\n+/)).toHaveLength(prices.length);
  });

  it.each(['three-piece costume price', 'four-piece costume price'])('risk: «%s» is no other set', async (question) => {
    expect(await ask('repairs', question)).not.toMatchObject({ kind: 'answer' });
  });
});

describe('a guarantee', () => {
  const { ask } = useTalks({ cycles: { file: cycles }, shop: { file: GENERAL } });

  it.each(['гарантия на настройку', 'гарантия на тормоза', 'какая гарантия на покраску'])(
    'risk: «%s» gets that of another service',
    async (question) => {
      expect(await ask('cycles', question)).not.toMatchObject({ kind: 'answer' });
    },
  );

  it.each([
    ['cycles', 'гарантия на замену цепи'],
    ['cycles', 'какая у вас гарантия'],
    ['shop', 'гарантия на работы'],
  ] as const)('%s, «%s» is told', async (business, question) => {
    expect(await ask(business, question)).toMatchObject({ kind: 'answer' });
  });
});
