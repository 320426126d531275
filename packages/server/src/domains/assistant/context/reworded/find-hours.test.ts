import { expect, it } from 'vitest';
import type { FoundPassage, Retrieval } from '../../../knowledge/index.ts';
import { findHours } from './find-hours.ts';

const HOURS = 'Салон открыт с 10:00 до 20:00, в воскресенье до 18:00.';
const WEEK = 'Пн–Пт: 10:00–20:00; Сб: 11:00–18:00; Вс — выходной.';
const ENGLISH = 'We are open Monday to Saturday, 9 am to 6 pm.';
type Pair = readonly [title: string, text: string];

const passageOf = ([title, text]: Pair, at: number): FoundPassage => ({
  id: `${at + 1}`,
  kind: 'qa',
  ...{ title, text, score: 9 - at },
});
const unsure = { confidence: 0.3, decision: { kind: 'refuse' }, isEmpty: false } as const;
const hoursFound = async (question: string, passages: FoundPassage[], plain: Retrieval = { passages, ...unsure }) =>
  (await findHours(question, { plain, search: async () => ({ passages, ...unsure }) }))?.decision;
const asked = (question: string, ...pairs: Pair[]) => hoursFound(question, pairs.map(passageOf));
const first = { kind: 'answer', id: '1' };

it.each([
  ...[
    'Когда вы открыты?',
    'до скольки работаете сегодня?',
    'во сколько открываетесь',
    'режим работы',
    'вы ещё работаете?',
  ],
  ...['вы сейчас открыты?', 'до какого часа работаете', 'когда закрываетесь', 'до скольки вы работаете в воскресенье?'],
  ...['какой у вас график?', 'Когда открывается мастерская?', 'во сколько начинаете работать?'],
])('«%s» asks of the hours, however a pair names them and however unsure the search is', async (question) => {
  for (const title of ['Какой у вас график работы?', 'Часы работы', 'Режим работы'])
    expect(await asked(question, [title, HOURS])).toEqual(first);
});

it.each([
  ...[
    'When are you open?',
    'What time do you open?',
    'how late are you open',
    'are you open now?',
    'what are your hours',
    "What's your hours?",
  ],
  ...['till when are you open', 'what time does the shop close?', 'business hours', 'Are you open on Friday?'],
])('"%s" asks of the hours', async (question) => {
  expect(await asked(question, ['Opening hours', ENGLISH])).toEqual(first);
});

it.each([
  ['работаете с НДС?', HOURS],
  ['до скольки работает склад?', HOURS],
  ['режим работы склада', HOURS],
  ['время работы аккумулятора', HOURS],
  ['когда открыта запись?', HOURS],
  ['график доставки', HOURS],
  ['когда будет открыт новый магазин?', HOURS],
  ['вы работаете в субботу?', HOURS],
  ['вы работаете 1 января?', WEEK],
  ['во сколько открываетесь', 'Мы работаем для вас.'],
  ['сколько стоит доставка', HOURS],
])('risk: «%s» gets hours that do not answer it: «%s»', async (question, text) => {
  expect(await asked(question, ['График работы', text])).toBeUndefined();
});

it('the hours of something else are given to who asks of it alone', async () => {
  const store = ['График работы склада', 'Склад открыт с 9:00 до 17:00.'] as const;
  expect(await asked('когда вы открыты?', store)).toBeUndefined();
  expect(await asked('когда вы открыты?', store, ['Часы работы', HOURS])).toEqual({ kind: 'answer', id: '2' });
  expect(await asked('режим работы склада', store)).toEqual(first);
});

it('risk: the search is sure of what has the same verb. The hours are given', async () => {
  const passages = [
    ['Когда открыта запись на весну?', 'Запись открыта с 1 февраля.'] as const,
    ['Часы работы', HOURS] as const,
  ];
  const plain = { ...unsure, passages: passages.map(passageOf), decision: { kind: 'answer', id: '1' } as const };
  expect(await hoursFound('Когда вы открыты?', plain.passages, plain)).toEqual({ kind: 'answer', id: '2' });
  expect(await hoursFound('Когда открыта запись на весну?', plain.passages, plain)).toBeUndefined();
});

it('what is open every day is open on each of them, a week with its days answers for each', async () => {
  for (const text of ['Ежедневно с 10:00 до 20:00.', WEEK]) {
    expect(await asked('вы работаете в субботу?', ['График работы', text])).toEqual(first);
    expect(await asked('вы работаете в праздники?', ['График работы', text])).toBeUndefined();
  }
});

it('of a page the lines that say it are quoted, not those of the delivery', async () => {
  const text = `Привозим ежедневно с 9:00 до 21:00.\nМы открыты по будням с 10:00 до 19:00.\nСб: 11:00–16:00\nКазань, улица Баумана, 12.`;
  const page: FoundPassage = { id: 'p', kind: 'page', title: 'О нас', text, score: 3 };
  const plain = { ...unsure, passages: [page] };
  const found = await findHours('Когда вы открыты?', { plain, search: async () => plain });
  expect(found?.passages[0]?.quote).toBe('Мы открыты по будням с 10:00 до 19:00.\nСб: 11:00–16:00');
  const delivery = { ...page, text: 'Доставка: мы работаем ежедневно с 9:00 до 21:00.' };
  expect(await hoursFound('Когда вы открыты?', [delivery])).toBeUndefined();
});
