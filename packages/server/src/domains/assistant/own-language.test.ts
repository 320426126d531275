import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

let started: StartedDecider;
beforeAll(async () => {
  started = await startDecider([
    { question: 'Can I pay by card?', answer: 'Yes: cash, cards and bank transfer.' },
    { question: 'Как можно оплатить?', answer: 'Наличными, картой или переводом.' },
    { question: 'Есть ли рассрочка?', answer: 'Да, на шесть месяцев.' },
    { question: 'Do you have a warranty?', answer: 'Yes, two years.' },
  ]);
});
afterAll(() => started.close());

it.each([
  ['Можно картой?', 'Наличными, картой или переводом.'],
  ['Можно оплатить картой?', 'Наличными, картой или переводом.'],
  ['Can I pay by card?', 'Yes: cash, cards and bank transfer.'],
  ['can I pay with card', 'Yes: cash, cards and bank transfer.'],
])('risk: «%s» is answered in another language though a pair in its own says it', async (question, text) => {
  expect(await started.build()(buildTurn(question))).toMatchObject({ kind: 'answer', text });
});

it('what only a pair in another language says is still said, and not what another pair in the own one says', async () => {
  const answered = await started.build()(buildTurn('Какая гарантия?'));
  expect(answered.text).not.toBe('Наличными, картой или переводом.');
  expect(await started.build()(buildTurn('Do you have a warranty?'))).toMatchObject({ text: 'Yes, two years.' });
});
