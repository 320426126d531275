import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitQuestions } from './context/questions/split-questions.ts';
import { splitThings } from './context/questions/split-things.ts';
import { buildTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* Several qualities of one thing are asked for together: each of them is asked of that thing. */

const SIZES = 'Ширина 230 см, глубина 98 см. Спальное место 150 × 200 см.';
const ADDRESS = 'Москва, Полянка, 12.';
const pairs = [
  ['Какие размеры у дивана «Норд»?', SIZES],
  ['Какие цвета у дивана «Норд»?', 'Серый и синий.'],
  ['Какая гарантия на мебель?', '24 месяца.'],
  ['Какой у вас адрес?', ADDRESS],
  ['What are the sizes of the Nord sofa?', '230 cm wide, 98 cm deep.'],
].map(([question = '', answer = '']) => ({ question, answer }));

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider(pairs);
  decide = started.build();
});
afterAll(() => started.close());

it.each([
  'Какие размеры и механизм у кресла Бруно?',
  'Какие размеры, обивка и механизм у кресла Бруно?',
  'размеры и цвета у кровати',
  'Какие размеры у кровати?',
  'Какие размеры и какие цвета у кровати?',
  'Какие размеры и ткань для кресла?',
  'What are the sizes and colours of the Oslo armchair?',
])('risk: «%s» gets the sizes of another thing', async (question) => {
  const { text } = await decide(buildTurn(question));
  expect(text).not.toMatch(/230/);
});

it.each([
  ['Какие размеры и цвета у дивана «Норд»?', `${SIZES}\n\nСерый и синий.`],
  ['Какие размеры и какие цвета у дивана «Норд»?', `${SIZES}\n\nСерый и синий.`],
  ['Какой у вас адрес и какие размеры у дивана «Норд»?', `${ADDRESS}\n\n${SIZES}`],
])('«%s» gets both', async (question, text) => {
  expect(await decide(buildTurn(question))).toMatchObject({ kind: 'answer', text });
});

describe('the words of each', () => {
  it('a price that is asked for stays in the name of its half', () => {
    expect(splitThings('Какая гарантия и цена у кресла Бруно?')).toMatchObject({
      questions: ['Какая гарантия у кресла Бруно?', 'цена у кресла Бруно?'],
      names: ['гарантия у кресла Бруно?', 'цена у кресла Бруно?'],
    });
  });

  it.each([
    ['рассрочка и парковка у вас есть?', ['рассрочка у вас есть?', 'парковка у вас есть?']],
    ['какая гарантия на диван и цвет у кресла', ['какая гарантия на диван', 'какая цвет у кресла']],
    ['доставка и подарок для мамы', ['доставка', 'подарок для мамы']],
  ])('what is not of all of them is given to none: «%s»', (text, questions) => {
    expect(splitThings(text)?.questions).toEqual(questions);
  });

  it('a question that is whole keeps its words', () => {
    const text = 'Сколько стоит доставка и какие размеры у дивана?';
    expect(splitQuestions(text)).toEqual(['Сколько стоит доставка', 'какие размеры у дивана?']);
  });
});
