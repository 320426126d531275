import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* The advert or page that the customer writes about says which thing is meant. */

const pairs = [
  { question: 'Сколько стоит диван «Осло»?', answer: 'Диван «Осло» стоит 59 000 ₽.' },
  { question: 'Сколько стоит доставка по Казани?', answer: 'Доставка по Казани стоит 500 ₽.' },
  { question: 'Есть ли гарантия на мебель?', answer: 'Гарантия на мебель — 2 года.' },
  { question: 'How much is the Oslo armchair?', answer: 'It is $400.' },
];

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider(pairs);
  decide = started.build();
});
afterAll(() => started.close());

const ask = (text: string, title?: string) =>
  decide(buildTurn(text, title === undefined ? {} : { context: { title, text: '', url: null } }));

describe('under an advert of another thing', () => {
  it.each([
    ['сколько стоит диван?', 'Диван „Норд“'],
    ['Здравствуйте! Сколько стоит диван?', 'Диван Норд, серый'],
    ['сколько стоит диван? есть ли гарантия на мебель?', 'Диван «Норд»'],
    ['how much is the armchair?', 'Armchair "Nord"'],
  ])('risk: «%s» under «%s» gets the price of another one', async (text, title) => {
    const decision = await ask(text, title);
    expect(decision.kind).not.toBe('answer');
    expect(decision.text).not.toMatch(/59 000|400/);
  });

  it.each([
    ['сколько стоит диван «Осло»?', /59 000/],
    ['сколько стоит диван осло?', /59 000/],
    ['сколько стоит доставка по казани?', /500 ₽/],
    ['сколько стоит доставка?', /500 ₽/],
    ['есть ли гарантия на мебель?', /2 года/],
  ])('«%s» is answered as ever', async (text, words) => {
    expect(await ask(text, 'Диван „Норд“')).toMatchObject({ kind: 'answer', text: expect.stringMatching(words) });
  });
});

it.each([['Диван «Осло», бежевый'], ['Диван Осло'], [undefined]])('under «%s» the pair is given', async (title) => {
  const decision = await ask('сколько стоит диван?', title);
  expect(decision).toMatchObject({ kind: 'answer', text: 'Диван «Осло» стоит 59 000 ₽.' });
});
