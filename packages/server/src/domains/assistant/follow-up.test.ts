import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMessage, buildTurn, echoTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* A question without a subject, straight after an answer, is about what the answered pair is about. */

const MOSCOW = { question: 'Сколько стоит доставка в Москву?', answer: 'Доставка в Москву — 500 ₽.' };
const WHERE = { question: 'Доставляете ли вы в Москву?', answer: 'Да, в Москву доставляем каждый день.' };
const TABLE = { question: 'How much is the oak table?', answer: 'The oak table is £300.' };
const STOCK = { question: 'Is the oak table in stock?', answer: 'Yes, two oak tables are in stock.' };
let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider([
    ...[MOSCOW, WHERE, TABLE, STOCK],
    { question: 'Сколько стоит монтаж кухни?', answer: 'Монтаж кухни — 9000 ₽.' },
    { question: 'Как вернуть товар?', answer: 'В течение 14 дней.' },
    { question: 'How do I return an item?', answer: 'Send it back within 14 days.' },
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
  ['доставляете в москву', 'а цена?', MOSCOW.answer],
  [STOCK.question, 'how much?', TABLE.answer],
  ['is oak table in stock', 'how much is it?', TABLE.answer],
])('«%s», then «%s»', async (first, second, answer) => {
  const { given, next } = await askAfter(first, second);
  expect(given.kind).toBe('answer');
  expect(next).toMatchObject({ kind: 'answer', text: answer });
});

it.each([
  ['Как вернуть товар?', 'а сколько стоит?'],
  [STOCK.question, 'and where?'],
  [STOCK.question, 'and how?'],
])('risk: «%s», then «%s» gets a price of something else. What is not certain is not said', async (first, second) => {
  expect((await askAfter(first, second)).next.kind).not.toBe('answer');
});
