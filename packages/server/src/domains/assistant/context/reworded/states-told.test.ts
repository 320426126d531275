import { expect, it } from 'vitest';
import type { FoundPassage } from '../../../knowledge/index.ts';
import { toldIn } from './states-told.ts';

const told = (question: string, text: string, heading = 'О нас') => {
  const passage: FoundPassage = { id: '1', kind: 'file', title: 'О нас', heading, text, score: 1 };
  return toldIn(question, passage);
};

it('a short piece under the very name of what is told, of a long one its sentences', () => {
  const short = 'Можно за три дня. Потом удержим сутки.';
  expect(told('отмена брони', short, 'Отмена брони')).toEqual([short]);
  expect(
    told('отмена брони', `${short} ${'Подробности узнайте у администратора. '.repeat(10)}`, 'Отмена брони'),
  ).toEqual([]);
});

it('risk: a question of the text is given as an answer', () => {
  expect(told('есть ли парковка?', 'Парковка есть? Да, во дворе.')).toEqual([]);
});

it('risk: what stands on the question before is answered by a sentence about another form of its word', () => {
  const said = 'Диван можно перенести за день.';
  expect(told('а дивана?', said)).toEqual([]);
  expect(told('а диван?', said)).toEqual([said]);
});

it('what a question asks else has answers of its own kind', () => {
  for (const question of [
    'сколько парковок',
    'когда парковка',
    'почему парковка',
    'где парковка',
    'парковка работает до скольки',
  ])
    expect(told(question, 'Парковка охраняется.'), question).toEqual([]);
  expect(told('парковка есть?', 'Парковка охраняется.')).toEqual(['Парковка охраняется.']);
});
