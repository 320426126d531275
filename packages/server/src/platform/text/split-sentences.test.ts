import { expect, it } from 'vitest';
import { splitAtEveryEnd, splitSentences } from './split-sentences.ts';

it('a written text is divided where a sentence begins, and at no abbreviation', () => {
  expect(
    splitSentences('Мы на пр. Победы, 4, стр. 2. Звоните по тел. 5-55.\n\n«Ждём!» Ваш J. R. Smith. и так далее.'),
  ).toEqual(['Мы на пр. Победы, 4, стр. 2.', 'Звоните по тел. 5-55.', '«Ждём!»', 'Ваш J. R. Smith. и так далее.']);
  expect(splitSentences('')).toEqual([]);
});

it('an amount ends a sentence where the next one begins', () => {
  expect(
    splitSentences('Торты от 2 кг. Начинки: мёд. Цена за кг. Окна до 2026 г. Доставка 300 руб. Лифт есть.'),
  ).toEqual([
    ...['Торты от 2 кг.', 'Начинки: мёд.', 'Цена за кг.', 'Окна до 2026 г.', 'Доставка 300 руб.', 'Лифт есть.'],
  ]);
  expect(splitSentences('Цена 300 руб. 50 коп. за 1 кг. Мы в г. Тверь.')).toEqual([
    ...['Цена 300 руб. 50 коп. за 1 кг.', 'Мы в г. Тверь.'],
  ]);
});

it('what a customer types is divided at every end before a space', () => {
  expect(splitAtEveryEnd('привет. где вы? «ясно!» а цена\nдо 5 г. site.ru')).toEqual([
    ...['привет.', 'где вы?', '«ясно!»', 'а цена', 'до 5 г.', 'site.ru'],
  ]);
  expect(splitAtEveryEnd(' \n ')).toEqual([]);
});
