import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { businesses } from './testing/price-tables.ts';

/* Two things in one question: each gets its row, and what the base does not say is named. */

const { ask } = useTalks(businesses);

it.each([
  ['workshop', 'сборка шкафа и стола сколько', [/^Сборка шкафа.*3000/, /^Сборка стола.*1200/]],
  ['workshop', 'сколько стоит полировка стола и чистка дивана', [/^Полировка стола/, /^Чистка дивана/]],
  ['clinic', 'сколько стоит установка импланта и коронки', [/^Установка импланта/, /^Установка коронки/]],
  ['hotel', 'аренда бани и велосипеда сколько стоит', [/^Аренда бани/, /^Аренда велосипеда/]],
  ['school', 'шахматы и подготовка к егэ сколько', [/^Шахматы/, /^Подготовка к ЕГЭ/]],
] as const)('%s: two rows, «%s»', async (business, question, rows) => {
  const { kind, text } = await ask(business, question);
  expect([kind, text.split('\n\n')]).toEqual(['answer', rows.map((row) => expect.stringMatching(row))]);
});

it.each([
  ['workshop', 'сколько стоит ремонт стула и есть ли у вас скидка пенсионерам', 'есть ли у вас скидка пенсионерам'],
  ['workshop', 'сколько стоит ремонт стула, скидка пенсионерам есть?', 'скидка пенсионерам'],
  ['workshop', 'ремонт стула сколько и пенсионерам скидка будет?', 'пенсионерам скидка'],
  ['clinic', 'сколько стоит удаление зуба, рассрочка есть?', 'рассрочка'],
  ['hotel', 'сколько стоит люкс и трансфер есть?', 'трансфер'],
  ['pizzeria', 'сколько стоит пирожок с капустой и парковка у вас бывает?', 'парковка'],
] as const)('risk: %s: half of «%s» is dropped without a word', async (business, question, open_) => {
  const { kind, text } = await ask(business, question);
  expect([kind, text]).toEqual([expect.stringMatching(/hand-over|clarify/), expect.stringContaining(`«${open_}`)]);
  expect(text).toContain('₽');
});

it.each(['4111 1111 1111 1111', '4111111111111111', '4111-1111-1111-1111'])(
  'risk: the number of a card, «%s», is repeated to who wrote it',
  async (card) => {
    for (const question of [
      `сколько стоит ремонт стула? моя карта ${card} подойдёт?`,
      `сколько стоит ремонт стула и карта ${card} подойдёт?`,
    ]) {
      const { text } = await ask('workshop', question);
      expect(text).toContain('карта •••• 1111 подойдёт»');
      expect(text).not.toContain('4111');
    }
  },
);
