import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* A base of the first hour: nothing competes with a pair, so the search is sure of whatever has a word of the question. */

const ownPair = (question: string, answer: string) => ({ question, answer });
const russian = [
  ownPair('Есть ли самовывоз?', 'Да, самовывоз с Ленина 1 бесплатно.'),
  ownPair('Сколько стоит доставка?', '300 ₽.'),
  ownPair('Как вернуть товар?', 'В течение 14 дней.'),
  ownPair('Как оформить заказ?', 'На сайте, через корзину.'),
  ownPair('Есть ли гарантия на диваны?', 'Гарантия 2 года.'),
];
const english = [
  ownPair('Do you have pickup?', 'Yes, from 1 Main Street, free.'),
  ownPair('How much is delivery?', '300 within the city.'),
  ownPair('How do I return an item?', 'Within 14 days.'),
  ownPair('How do I place an order?', 'On the site, through the cart.'),
];

const bases = [
  { pairs: russian.slice(0, 1), unknown: ['Есть ли парковка?', 'есть ли вакансии', 'Есть ли гарантия?'] },
  {
    pairs: russian.slice(0, 3),
    unknown: [
      ...['Есть ли парковка?', 'есть ли вакансии', 'Есть ли гарантия?', 'Сколько стоит диван?', 'Как оплатить товар?'],
      ...['сколько идёт доставка', 'почём ремонт', 'как обменять товар'],
    ],
  },
  {
    pairs: russian,
    unknown: ['Как отменить заказ?', 'Сколько стоит ремонт?', 'Есть ли вакансии?', 'Есть ли рассрочка?', 'цена дивана'],
  },
  { pairs: english.slice(0, 1), unknown: ['Do you have parking?', 'do you have vacancies', 'Do you have a warranty?'] },
  {
    pairs: english,
    unknown: [
      ...['Do you have parking?', 'How much is a sofa?', 'How do I pay?', 'How do I cancel an order?'],
      ...['how much is a repair', 'how do i track my order', 'Do you have gift cards?'],
    ],
  },
];

const known = [
  ['можно самовывоз?', 0],
  ['самовывоз есть', 0],
  ['скоко стоит доставка', 1],
  ['почём доставка', 1],
  ['доставка платная?', 1],
  ['возврат товара как', 2],
  ['как сделать заказ', 3],
  ['гарантия на диваны какая', 4],
] as const;

it('a word of its own makes a question of a young base be offered, not answered', async () => {
  const started = await startDecider(russian);
  const { kind, text } = await started.build()(buildTurn('как вернуть покупку'));
  await started.close();
  expect([kind, text]).toEqual(['clarify', expect.stringContaining('Как вернуть товар?')]);
});

it('risk: a pair with many phrasings answers about a thing that none of them names', async () => {
  const sale = {
    ...ownPair('Вы продаёте велосипеды?', 'Велосипеды не продаём, только ремонт.'),
    phrasings: ['Есть ли у вас велосипеды?', 'Можно купить велосипед?', 'Есть новые велосипеды в наличии?'],
  };
  const started = await startDecider([sale, ...russian]);
  const ask = async (question: string) => (await started.build()(buildTurn(question))).text;
  for (const question of ['Есть ли у вас шлемы?', 'шлемы продаёте?', 'Можно у вас купить шлем?', 'продаёте самокаты?'])
    expect([question, await ask(question)]).not.toEqual([question, sale.answer]);
  for (const question of ['Продаёте велосипеды?', 'у вас можно купить велосипед?', 'есть велосипеды в наличии?'])
    expect([question, await ask(question)]).toEqual([question, sale.answer]);
  await started.close();
});

describe.each(bases)('a base of $pairs.length pairs, the first is "$pairs.0.question"', ({ pairs, unknown }) => {
  let started: StartedDecider;
  beforeAll(async () => {
    started = await startDecider(pairs);
  });
  afterAll(() => started.close());

  it.each(unknown)('risk: «%s» gets the words of another pair', async (question) => {
    const { kind, text } = await started.build()(buildTurn(question));
    expect([kind, text]).toEqual([expect.stringMatching(/^(clarify|hand-over)$/), expect.any(String)]);
  });

  it.each(known.filter(([, place]) => pairs.includes(russian[place] ?? ownPair('', ''))))(
    '«%s» is answered all the same',
    async (question, place) => {
      const { kind, text } = await started.build()(buildTurn(question));
      expect([kind, text]).toEqual(['answer', russian[place]?.answer]);
    },
  );
});
