import { expect, it } from 'vitest';
import { replyOfRow } from './reply-of-row.ts';

it.each([
  ['the answer alone', 'Вопрос: Есть ли парковка?; Ответ: Да, во дворе.', 'Да, во дворе.'],
  ['the column that is named so', 'Вопрос: Есть чай?; Кто: Ира из зала, старшая смены; что говорим: Да.', 'Да.'],
  [
    'the longest where none is',
    'О чём спрашивают: Есть чай?; Кто: Ира; Слова: Да, чёрный и зелёный.',
    'Да, чёрный и зелёный.',
  ],
  ['behind a number', '№: 1; Вопрос: Есть чай?; Ответ: Да.', 'Да.'],
  ['English', 'Question: Is there tea?; Reply: Yes.; Owner: the manager of the hall', 'Yes.'],
  ['with a semicolon of its own', 'Вопрос: Есть чай?; Ответ: Да;\u00a0зелёный: нет.; Кто: Ира', 'Да; зелёный: нет.'],
  ['of two columns without names', 'Есть ли парковка?: Да, во дворе.', 'Да, во дворе.'],
  ['of a row that is no question', 'Услуга: Сборка; Ответ: 500', undefined],
  ['of an empty cell', 'Вопрос: Есть чай?; Ответ: —', undefined],
  ['of several rows', 'A: a?; B: xyz\nA: b?; B: xyz', undefined],
])('the reply of a row: %s', (_, row, reply) => expect(replyOfRow(row)).toBe(reply));
