import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMessage, buildTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* The advert or page that the customer writes about says which thing is meant. */

const pairs = [
  { question: 'Сколько стоит диван «Осло»?', answer: 'Диван «Осло» стоит 59 000 ₽.' },
  { question: 'Сколько стоит доставка по Казани?', answer: 'Доставка по Казани стоит 500 ₽.' },
  { question: 'Есть ли гарантия на мебель?', answer: 'Гарантия на мебель — 2 года.' },
  { question: 'How much is the Oslo armchair?', answer: 'It is $400.' },
  { question: 'Сколько стоит букет из 25 роз?', answer: '25 красных роз 50 см — 3900 ₽.' },
  { question: 'Сколько стоит букет из 51 розы?', answer: '51 роза 60 см — 7900 ₽.' },
  { question: 'Сколько стоит роза белая?', answer: 'Одна — 250 ₽.' },
];

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider(pairs);
  decide = started.build();
});
afterAll(() => started.close());

const ask = (text: string, title?: string, settings = {}) =>
  decide(buildTurn(text, title === undefined ? {} : { context: { title, text: '', url: null } }), { settings });

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

describe('a question without a subject, where the advert is taken into account', () => {
  const read = (text: string, title: string) => ask(text, title, { parseContext: true });

  it.each([
    ['сколько стоит?', 'Роза красная, 25 шт', '25 красных роз 50 см — 3900 ₽.'],
    ['Здравствуйте! А цена?', 'Букет из 25 красных роз', '25 красных роз 50 см — 3900 ₽.'],
    ['почём?', 'Роза белая', 'Одна — 250 ₽.'],
    ['сколько стоит', 'Диван «Осло», бежевый', 'Диван «Осло» стоит 59 000 ₽.'],
    ['how much is it?', 'Oslo armchair', 'It is $400.'],
    ['сколько стоят розы?', 'Роза красная, 25 шт', '25 красных роз 50 см — 3900 ₽.'],
  ])('«%s» under «%s» is about its thing', async (text, title, words) => {
    expect(await read(text, title)).toMatchObject({ kind: 'answer', text: words });
  });

  it.each([
    ['сколько стоит?', 'Роза красная, 101 шт'],
    ['сколько стоит?', 'Роза красная'],
    ['сколько стоит?', 'Диван «Норд»'],
    ['сколько стоит?', 'Диван Норд, серый'],
    ['сколько стоит?', 'Велосипед горный'],
    ['how much?', 'Armchair "Nord"'],
  ])('risk: «%s» under «%s» gets the price of another thing', async (text, title) => {
    const decision = await read(text, title);
    expect(decision.kind).not.toBe('answer');
    expect(decision.text).not.toMatch(/₽|\$/);
  });

  it('what the customer asked of before is meant, not the advert', async () => {
    const history = [buildMessage({ author: 'customer', text: 'Есть ли доставка по Казани?', seq: 90 })];
    const context = { title: 'Роза красная, 25 шт', text: '', url: null };
    const decision = await decide(buildTurn('сколько стоит?', { context, history }), {
      settings: { parseContext: true },
    });
    expect(decision).toMatchObject({ kind: 'answer', text: 'Доставка по Казани стоит 500 ₽.' });
  });

  it('a channel that leaves the advert aside does not search for it', async () => {
    expect((await ask('сколько стоит?', 'Роза красная, 25 шт')).kind).not.toBe('answer');
  });
});
