import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* «20 кг» stand in «от 10 до 30 кг»: the row whose range holds the figure is the answer, and no other. */

const groomer = table(
  ['Услуга', 'Вес', 'Цена'],
  [
    ['Стрижка собаки', 'до 5 кг', '1500 ₽'],
    ['Стрижка собаки', '5–10 кг', '2000 ₽'],
    ['Стрижка собаки', 'от 10 до 30 кг', '2800 ₽'],
    ['Стрижка собаки', 'свыше 30 кг', '3900 ₽'],
    ['Стрижка когтей', '', '300 ₽'],
  ],
);
const halls = table(
  ['Зал', 'Вместимость', 'Цена'],
  [
    ['Малый зал', 'до 20 человек', '5000 ₽'],
    ['Большой зал', '20–60 человек', '12000 ₽'],
    ['Терраса', 'до 100 человек', '18000 ₽'],
  ],
);
const parties = ['Праздник до 10 детей — 9000 ₽', 'Праздник от 11 до 20 детей — 15000 ₽', 'Аниматор — 4000 ₽'].join(
  '\n',
);
const vans = table(
  ['Van', 'Weight', 'Price'],
  [
    ['Small van', 'up to 500 kg', '£40'],
    ['Large van', '500 to 1500 kg', '£75'],
  ],
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const [dogs = '', rooms = '', kids = '', cars = ''] = [groomer, halls, parties, vans].map((text) =>
    text.replaceAll('\n', joint),
  );
  const { ask } = useTalks({
    groomer: { file: dogs },
    halls: { file: rooms },
    parties: { file: kids },
    vans: { file: cars },
  });

  it.each([
    ['groomer', 'стрижка собаки 20 кг', '2800'],
    ['groomer', 'сколько стоит стрижка собаки 20 кг', '2800'],
    ['groomer', 'собака 7 кг стрижка цена', '2000'],
    ['groomer', 'стрижка собаки 4,5 кг', '1500'],
    ['groomer', 'стрижка собаки 40 кг цена', '3900'],
    ['halls', 'зал на 15 человек цена', '5000'],
    ['halls', 'зал на 40 человек', '12000'],
    ['halls', 'терраса на 50 человек', '18000'],
    ['parties', 'праздник на 15 детей цена', '15000'],
    ['parties', 'праздник на 8 детей', '9000'],
    ['vans', 'van for 300 kg price', '£40'],
  ] as const)('%s, «%s»: its own row alone', async (business, question, price) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(price)]);
    expect(text).not.toContain('\n');
  });

  it.each([
    ['halls', 'зал на 150 человек цена'],
    ['halls', 'малый зал на 40 человек цена'],
    ['parties', 'праздник на 30 детей цена'],
    ['vans', 'large van 2000 kg price'],
    ['groomer', 'стрижка кошки 4 кг цена'],
  ] as const)('risk: %s, «%s»: a row is given whose range does not hold it', async (business, question) => {
    expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
  });
});
