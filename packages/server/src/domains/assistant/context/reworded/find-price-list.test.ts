import { expect, it } from 'vitest';
import type { FoundPassage, Retrieval } from '../../../knowledge/index.ts';
import { findPriceList } from './find-price-list.ts';

const LIST = 'Замена камеры — 600 ₽\nЗамена покрышки — 700 ₽\nЧистка цепи — 400 ₽';
const piece = (text: string): FoundPassage => ({
  id: '1',
  kind: 'file',
  title: 'О нас',
  heading: 'Цены',
  text,
  score: 3,
});
const unsure = { confidence: 0.3, decision: { kind: 'refuse' }, isEmpty: false } as const;
const find = async (question: string, passage: FoundPassage): Promise<Retrieval | undefined> =>
  await findPriceList(question, async () => ({ ...unsure, passages: [passage] }));

it.each([
  'какие цены?',
  'прайс',
  'какие у вас цены на услуги?',
  'пришлите прайс-лист',
  'prices',
  'send me your price list',
])('«%s» asks for the whole list', async (question) => {
  const found = await find(question, piece(LIST));
  expect(found).toMatchObject({ decision: { kind: 'answer', id: '1' }, passages: [{ quote: LIST }] });
});

it('a list whose rows have no sign of the currency is one', async () => {
  const list = 'Пион — 450\nРоза — 200\nДоставка — 300 руб';
  expect(await find('какие цены', piece(list))).toMatchObject({ passages: [{ quote: list }] });
});

it.each([
  ['какие цены?', piece('Телефон: 200-10-20\nРаботаем до 20:00\nДоставка 300 руб')],
  ['цены на доставку', piece(LIST)],
  ['цена?', piece(LIST)],
  ['какие цены?', { ...piece(LIST), kind: 'qa' as const }],
  ['какие цены?', piece('Цены зависят от сложности.\nРаботаем с 10 до 20.')],
  ['какие цены?', piece(`${LIST}\n`.repeat(20))],
])('risk: «%s» gets a list that is none, or too long a one', async (question, passage) => {
  expect(await find(question, passage)).toBeUndefined();
});
