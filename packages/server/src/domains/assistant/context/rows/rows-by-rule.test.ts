import { describe, expect, it } from 'vitest';
import type { FoundPassage } from '../../../knowledge/index.ts';
import { buildMessage, buildTurn } from '../../testing/build-turn.ts';
import { readTurn } from '../read-turn.ts';
import { fitsNoRow } from './fits-no-row.ts';
import { hasFigures } from './has-figures.ts';
import { isOtherModel } from './is-other-model.ts';
import { leavesThing } from './leaves-thing.ts';
import { isOtherLetterSize } from './letter-sizes.ts';
import { listRows, readRow } from './list-rows.ts';
import { matchRows } from './match-rows.ts';
import { missesSize } from './misses-size.ts';
import { quoteRows } from './quote-rows.ts';

/* What each rule about the rows of a table keeps back, and beside it what it has to let through. */

const file = (text: string, more: Partial<FoundPassage> = {}): FoundPassage => ({
  ...{ id: '1', kind: 'file', title: 'Прайс', text, score: 10 },
  ...more,
});

it.each([
  ['Инструмент: Мотобур; Сутки: 1100', true],
  ['Инструмент: Мотобур; Сутки: 5', false],
  ['Щенок: Такса; Возраст: 12', false],
  ['Щенок: Такса; Возраст: 12; Взнос: 9000', true],
])('risk: a figure that is no price is given for one: «%s»', (line, isPriced) => {
  expect(hasFigures(line)).toBe(isPriced);
});

it.each([
  ['Рамка 40×50 — 900 ₽', true],
  ['Рамка 70×50 — 900 ₽', false],
  ['Рамка — 900 ₽', false],
  ['Короб 50×70×30 — 900 ₽', false],
])('«рамка 50x70» beside «%s»: another size is %s', (line, misses) => {
  expect(missesSize('рамка 50x70', file(line))).toBe(misses);
});

it('of three sides that are asked for two may be said', () => {
  expect(missesSize('короб 50x70x30', file('Короб 50×70 — 900 ₽'))).toBe(false);
});

describe('a model with a suffix', () => {
  const row = { name: 'Экран iPhone 12', line: 'Экран iPhone 12 — 100 ₽' };

  it.each(['iphone 12 se экран', 'экран iphone 12 xr'])('risk: «%s» gets the row without it', (question) => {
    expect(isOtherModel(question, row)).toBe(true);
  });

  it.each([
    ['экран iphone 12 цена', row],
    ['провод 12 mm', { name: 'Провод 12', line: 'Провод 12 — 100 ₽' }],
    ['экран iphone 12 se', { name: 'Экран iPhone 12 SE', line: 'Экран iPhone 12 SE — 100 ₽' }],
    ['экран iphone 13 se', { name: 'Экран iPhone SE', line: 'Экран iPhone SE — 100 ₽' }],
    ['чехол bb для iphone', { name: 'Чехол для iPhone', line: 'Чехол для iPhone — 100 ₽' }],
  ])('«%s» has none that tells', (question, other) => {
    expect(isOtherModel(question, other)).toBe(false);
  });
});

describe('«а 3-местная?»', () => {
  const lastReply = buildMessage({ author: 'assistant', text: 'Палатка 2-местная: 900 ₽', decision: 'answer' });
  const after = (query: string, passage: FoundPassage) =>
    leavesThing(query, passage, { ...readTurn(buildTurn(query)), lastReply });
  const boat = file('Лодка 3-местная: 2500 ₽');

  it('risk: the figure alone leads from the tent to the boat', () => {
    expect(after('а 3-местная?', boat)).toBe(true);
    expect(after('а 3-местная сколько стоит?', boat)).toBe(true);
    expect(after('а большая 3-местная?', boat)).toBe(true);
    expect(after('а 3-местная скока?', boat)).toBe(true);
    expect(after('а лодка 3-местная?', boat)).toBe(false);
    expect(after('а 3-местная?', file('Палатка 3-местная: 1200 ₽'))).toBe(false);
  });

  it('a pair is of the thing that its question names', () => {
    const pair = file('1200 ₽ в сутки.', { kind: 'qa', title: 'Сколько стоит 3-местная палатка?' });
    expect(after('а 3-местная?', pair)).toBe(false);
  });
});

it('risk: an empty cell is a column that a row has', () => {
  expect(readRow('Услуга: Чистка; Цена: —; Срок: 3 дня')?.cells).toHaveLength(2);
});

it('empty lines are no part of a table', () => {
  expect(listRows('Стул — 100 ₽\n\n\n\nСтол — 200 ₽')).toHaveLength(2);
});

describe('what a question says to a table', () => {
  const passage = file('Ремонт стула — 500 ₽\nРемонт стола — 800 ₽');
  const rows = listRows(passage.text);

  it('words that ask are no part of what it is about', () => {
    expect(matchRows('хочу ремонт стула, скока примерно', { rows, passage }).outside).toEqual([]);
    expect(matchRows('ремонт сарая', { rows, passage }).outside).toEqual(['сарая']);
  });

  it('a sum that is said leads to the rows that cost it', () => {
    expect(matchRows('ремонт за 800 рублей', { rows, passage }).fitting.map(({ name }) => name)).toEqual([
      'Ремонт стола',
    ]);
    expect(matchRows('ремонт 800', { rows, passage }).fitting).toHaveLength(2);
  });
});

it('risk: words that hold no row are doubted by the rows beside them', () => {
  const passage = file('Ремонт стула — 1500 ₽\nРемонт стола — 1800 ₽\nПенсионерам чиним сарай в подарок.', {
    quote: 'Пенсионерам чиним сарай в подарок.',
  });
  expect(fitsNoRow('ремонт сарая', passage)).toBe(false);
});

it('risk: a long price list is said in one message', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `Доставка в район ${at + 10} — ${at + 100} ₽`);
  const passage = file(lines.join('\n'), { title: 'Доставка', quote: lines[0] ?? '' });
  expect(quoteRows('сколько стоит', passage).quote).toBe(lines[0]);
  const short = file(lines.slice(0, 3).join('\n'), { title: 'Доставка', quote: lines[0] ?? '' });
  expect(quoteRows('сколько стоит', short).quote?.split('\n')).toHaveLength(3);
});

it.each([
  ['футболка m', 'Футболка S–XL — 900 ₽', false],
  ['футболка ХЛ', 'Футболка S до XL — 900 ₽', false],
  ['футболка xxs', 'Футболка XS, S — 900 ₽', true],
  ['футболка l', 'Футболка S, XL — 900 ₽', true],
  ['футболка 4xl', 'Футболка 3XL–5XL — 900 ₽', false],
  ['футболка s или m', 'Футболка M — 900 ₽', false],
  ['футболка с принтом', 'Футболка M — 900 ₽', false],
  ["what's in it", 'T-shirt M — $9', false],
  ['футболка 3 м', 'Ткань L — 900 ₽', false],
  ['футболка m', 'Футболка — 900 ₽', false],
  ['куртка l', 'Куртка ХЛ — 900 ₽', true],
  ['худи m', 'Худи 48 L — 900 ₽', true],
  ['краска m', 'Краска, 5 L — 900 ₽', false],
  ['бокс 8 кв м', 'Бокс L — 900 ₽', false],
  ['шланг за м', 'Шланг L — 900 ₽', false],
  ['профиль м', 'Профиль L-образный — 900 ₽', false],
  ['футболка m', 'Футболка S по XL — 900 ₽', false],
  ['футболка м или л', 'Футболка L — 900 ₽', false],
])('«%s» beside «%s»: another size by letters is %s', (question, line, isOther) => {
  expect(isOtherLetterSize(question, line)).toBe(isOther);
});
