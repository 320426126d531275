import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMessage, buildTurn, echoTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* A question without a subject, straight after an answer, is about what the answered pair is about. */

const MOSCOW = { question: 'Сколько стоит доставка в Москву?', answer: 'Доставка в Москву — 500 ₽.' };
const WHERE = { question: 'Доставляете ли вы в Москву?', answer: 'Да, в Москву доставляем каждый день.' };
const TABLE = { question: 'How much is the oak table?', answer: 'The oak table is £300.' };
const STOCK = { question: 'Is the oak table in stock?', answer: 'Yes, two oak tables are in stock.' };
const PEONIES = '15 пионов — 5200 ₽, бывают с мая по июль.';
const bouquets = [
  { question: 'Сколько стоит букет пионов?', answer: PEONIES },
  { question: 'Сколько стоит букет тюльпанов?', answer: '25 тюльпанов — 2500 ₽.' },
  { question: 'Сколько стоит букет невесты?', answer: 'Букет невесты — от 4500 ₽, заказывать за 3 дня.' },
  { question: 'Можно ли вернуть букет?', answer: 'Живые цветы вернуть нельзя.' },
  { question: 'Пришлёте фото букета перед отправкой?', answer: 'Да, присылаем фото в чат.' },
  { question: 'How much is a bouquet of tulips?', answer: '25 tulips are £30.' },
  { question: 'How much is a wedding bouquet?', answer: 'A wedding bouquet is from £60.' },
  { question: 'Can I get a photo of the bouquet?', answer: 'Yes, we send a photo.' },
  { question: 'How long does a bouquet last?', answer: 'A bouquet lasts a week.' },
];
const sofas = [
  { question: 'Какая гарантия?', answer: 'Гарантия год.' },
  { question: 'Как вернуть диван?', answer: 'Диван можно вернуть за 14 дней.' },
  { question: 'Как вернуть кресло?', answer: 'Кресло можно вернуть за 7 дней.' },
  { question: 'Есть ли парковка?', answer: 'Во дворе три места.' },
  { question: 'Is there a warranty?', answer: 'The warranty is one year.' },
  { question: 'How do I assemble the wardrobe?', answer: 'See the sheet in the wardrobe box.' },
];
let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider([
    ...[MOSCOW, WHERE, TABLE, STOCK],
    { question: 'Сколько стоит монтаж кухни?', answer: 'Монтаж кухни — 9000 ₽.' },
    { question: 'Как вернуть товар?', answer: 'В течение 14 дней.' },
    { question: 'How do I return an item?', answer: 'Send it back within 14 days.' },
    ...bouquets,
    ...sofas,
  ]);
  decide = started.build();
});
afterAll(() => started.close());

async function askAfter(first: string, second: string) {
  const given = await decide(buildTurn(first));
  const history = [buildMessage({ author: 'customer', seq: 80, text: first }), echoTurn(given, 90)];
  return { given, next: await decide(buildTurn(second, { history })) };
}

it.each([
  [WHERE.question, 'а сколько стоит?', MOSCOW.answer],
  ['доставляете в москву', 'сколько стоит?', MOSCOW.answer],
  [STOCK.question, 'how much?', TABLE.answer],
  ['is oak table in stock', 'how much is it?', TABLE.answer],
])('«%s», then «%s»', async (first, second, answer) => {
  const { given, next } = await askAfter(first, second);
  expect(given.kind).toBe('answer');
  expect(next).toMatchObject({ kind: 'answer', text: answer });
});

it('«доставляете в москву», then «а цена?»: the price of Moscow or a person, never another price', async () => {
  const { next } = await askAfter('доставляете в москву', 'а цена?');
  expect([MOSCOW.answer, 'hand-over']).toContain(next.kind === 'answer' ? next.text : next.kind);
});

it.each([
  ['Как вернуть товар?', 'а сколько стоит?'],
  [STOCK.question, 'and where?'],
  [STOCK.question, 'and how?'],
])('risk: «%s», then «%s» gets a price of something else. What is not certain is not said', async (first, second) => {
  expect((await askAfter(first, second)).next.kind).not.toBe('answer');
});

describe('a price of another product', () => {
  it.each([
    ['сколько стоит букет пионов', 'сколько стоит?', PEONIES],
    ['букет пионов', 'а сколько стоит?', PEONIES],
    ['how much is a bouquet of tulips', 'how much is it?', '25 tulips are £30.'],
  ])('risk: is said to «%s», then «%s». The answer that was given is given again', async (first, second, answer) => {
    const { given, next } = await askAfter(first, second);
    expect(given).toMatchObject({ kind: 'answer', text: answer });
    expect(next).toMatchObject({ kind: 'answer', text: answer });
  });

  it.each([
    ['можно ли вернуть букет', 'а сколько стоит?'],
    ['Can I get a photo of the bouquet?', 'how much is it?'],
  ])('risk: is said to «%s», then «%s». A word that many pairs have tells nothing apart', async (first, second) => {
    const { given, next } = await askAfter(first, second);
    expect(given.kind).toBe('answer');
    expect(next.kind).not.toBe('answer');
  });
});

describe('a question with one noun of its own, straight after an answer', () => {
  it.each([
    ['Какая гарантия?', 'а на диван?'],
    ['Is there a warranty?', 'and for the wardrobe?'],
  ])('risk: «%s», then «%s» gets what was never asked about it', async (first, second) => {
    const { given, next } = await askAfter(first, second);
    expect(given.kind).toBe('answer');
    expect(next.kind).not.toBe('answer');
    expect((await decide(buildTurn(`${first} ${second}`))).text).not.toMatch(/14 дней|box/);
  });

  it.each([
    ['Сколько стоит букет пионов?', 'а тюльпанов?', '25 тюльпанов — 2500 ₽.'],
    ['Какая гарантия?', 'а парковка?', 'Во дворе три места.'],
    ['Какая гарантия?', 'а диван как вернуть?', 'Диван можно вернуть за 14 дней.'],
  ])(
    '«%s», then «%s» is answered where the pair shares a word with what was asked, or is about nothing else',
    async (first, second, answer) => {
      expect((await askAfter(first, second)).next).toMatchObject({ kind: 'answer', text: answer });
    },
  );
});

it.each([
  ['как вернуть', ['Как вернуть диван?', 'Как вернуть кресло?']],
  ['how much is a bouquet', ['How much is a bouquet of tulips?', 'How much is a wedding bouquet?']],
])('risk: «%s» gets one of two pairs that have all its words. The customer is asked which', async (text, titles) => {
  const decision = await decide(buildTurn(text));
  expect(decision.kind).toBe('clarify');
  expect(decision.choices.map((choice) => choice.text)).toEqual(expect.arrayContaining(titles));
});
