import { expect, it } from 'vitest';
import type { FoundPassage } from '../../knowledge/index.ts';
import { findTurning } from './find-turning.ts';

const turning = (text: string, quote: string, heading?: string) => {
  const passage: FoundPassage = { id: '1', kind: 'file', title: 'О нас', text, quote, score: 1 };
  return findTurning(heading === undefined ? passage : { ...passage, heading });
};

it('the lead of the list, the label of the line, or the heading', () => {
  expect(turning('Мы не делаем:\n• полив\n• спил', '• спил')).toBe('Мы не делаем:');
  expect(turning('НЕ ДЕЛАЕМ\nполив\nспил', 'спил')).toBe('НЕ ДЕЛАЕМ');
  expect(turning('What to bring: a towel. A sleeping bag.', 'A sleeping bag.')).toBe('What to bring');
  expect(turning('• полив\n• спил', '• спил', 'Запрещено')).toBe('Запрещено');
});

it('none where the line turns nothing, is quoted too, or is of another list', () => {
  expect(turning('Мы делаем:\n• полив', '• полив', 'Услуги')).toBeUndefined();
  expect(turning('Мы не делаем:\n• полив', 'Мы не делаем:\n• полив')).toBeUndefined();
  expect(turning('Мы не делаем:\n• полив\nМы делаем:\n• спил', '• спил')).toBeUndefined();
});

it('risk: a sentence below the list, or a long line that happens to have «не», is taken for its lead', () => {
  expect(turning('Мы не делаем:\n• полив\nПосадка 500 ₽ за куст.', 'Посадка 500 ₽ за куст.')).toBeUndefined();
  const long = 'Если вы не нашли ответ в этом списке, напишите нам в чат или позвоните';
  expect(turning('• полив', '• полив', long)).toBeUndefined();
});
