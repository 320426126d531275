import { expect, it } from 'vitest';
import type { Retrieval } from '../../../knowledge/index.ts';
import { findHours } from './find-hours.ts';

const HOURS = 'Салон открыт с 10:00 до 20:00, в воскресенье до 18:00.';
const baseOf = (text: string) => async (): Promise<Retrieval> => ({
  passages: [{ id: '1', kind: 'qa', title: 'Какой у вас график работы?', text, score: 9 }],
  ...{ confidence: 0.9, decision: { kind: 'answer', id: '1' }, isEmpty: false },
});

it.each([
  'во сколько открываетесь',
  'режим работы',
  'вы работаете в воскресенье?',
  'до скольки вы работаете в воскресенье?',
])('«%s» asks of the hours in other words than the base', async (question) => {
  expect((await findHours(question, baseOf(HOURS)))?.retrieval.decision).toEqual({ kind: 'answer', id: '1' });
});

it.each([
  ['работаете с НДС?', HOURS],
  ['до скольки работает склад?', HOURS],
  ['вы работаете в субботу?', HOURS],
  ['во сколько открываетесь', 'Мы работаем для вас.'],
  ['сколько стоит доставка', HOURS],
])('risk: «%s» gets hours that do not answer it: «%s»', async (question, text) => {
  expect(await findHours(question, baseOf(text))).toBeUndefined();
});

it('what is open every day is open on each of them', async () => {
  const daily = baseOf('Ежедневно с 10:00 до 20:00.');
  expect(await findHours('вы работаете в субботу?', daily)).toBeDefined();
  expect(await findHours('вы работаете в праздники?', daily)).toBeUndefined();
});
