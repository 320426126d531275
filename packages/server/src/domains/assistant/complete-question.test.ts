import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMessage, buildTurn, echoTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* What is asked straight after an answer: a question of its own, or a case of the one before. */

const RETURN = 'Вернуть можно за 14 дней, если мебель не собирали.';
const ASSEMBLY = 'Сборка стоит 10 % от цены мебели.';
const pairs = [
  ['Какая гарантия на мебель?', 'Гарантия 24 месяца.'],
  ['Как вернуть мебель?', RETURN],
  ['Вы собираете мебель?', ASSEMBLY],
  ['Есть ли у вас замерщик?', 'Замер по Твери бесплатный, за город — 1 000 ₽.'],
  ['Как с вами связаться по телефону?', 'Звоните: +7 4822 55-01-77.'],
  ['Где вы находитесь?', 'Тверь, улица Советская, 34.'],
  ['Сколько стоит доставка по Твери?', 'Доставка по Твери — 900 ₽.'],
  ['Сколько стоит доставка за город?', 'За город — 40 ₽ за километр.'],
].map(([question = '', answer = '']) => ({ question, answer }));

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider(pairs);
  decide = started.build();
});
afterAll(() => started.close());

async function askAfter(first: string, second: string) {
  const given = await decide(buildTurn(first));
  const history = [buildMessage({ author: 'customer', seq: 80, text: first }), echoTurn(given, 90)];
  return await decide(buildTurn(second, { history }));
}

it.each([
  ['Какая гарантия?', 'как вернуть?', RETURN],
  ['Где вы находитесь?', 'какой телефон?', 'Звоните: +7 4822 55-01-77.'],
  ['Где вы находитесь?', 'собираете?', ASSEMBLY],
])('«%s», then «%s»: a short question that is complete is no follow-up', async (first, second, answer) => {
  expect(await askAfter(first, second)).toMatchObject({ kind: 'answer', text: answer });
});

it('halves of one message that are complete are both answered', async () => {
  const decision = await decide(buildTurn('какая гарантия и как вернуть?'));
  expect(decision).toMatchObject({ kind: 'answer', text: `Гарантия 24 месяца.\n\n${RETURN}` });
});

describe('a case of the question before', () => {
  it.each(['а за город сколько?', 'а за город?'])('«%s» puts another place for the first one', async (second) => {
    const next = await askAfter('Сколько стоит доставка по Твери?', second);
    expect(next).toMatchObject({ kind: 'answer', text: 'За город — 40 ₽ за километр.' });
  });

  it.each([
    ['Есть ли у вас замерщик?', 'а за город?', 'Замер по Твери бесплатный, за город — 1 000 ₽.'],
    ['Как вернуть мебель?', 'а если собрали?', RETURN],
    ['Вы собираете мебель?', 'а сколько это стоит?', ASSEMBLY],
  ])('«%s», then «%s»: what was answered says it, and is said again', async (first, second, answer) => {
    expect(await askAfter(first, second)).toMatchObject({ kind: 'answer', text: answer });
  });

  it('risk: a pair that shares a noun with the first question answers «а если дорого?»', async () => {
    expect((await askAfter('Как вернуть мебель?', 'а если сборка дорогая?')).text).not.toBe(ASSEMBLY);
  });
});
