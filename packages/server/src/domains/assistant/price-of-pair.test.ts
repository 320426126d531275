import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* «сколько стоит прокат палатки»: a figure that a pair has is a price only where something is paid for it. */

const { talkWith } = useTalks({});

type Pair = [question: string, answer: string];

const base = (pair: Pair) => ({ file: '# О нас\nМы всегда рады гостям.', pairs: [pair] });

it.each<[...Pair, asked: string]>([
  ['Какой залог за прокат палатки?', 'Залог 3000 руб.', 'сколько стоит прокат палатки'],
  ['Do you need a deposit for the marquee?', 'Yes, £50.', 'how much is the marquee'],
  ['Какая скидка на шторы?', 'На шторы скидка 15%.', 'сколько стоят шторы'],
  ['Как заказать визитки?', 'Пришлите макет, предоплата 50%.', 'визитки цена'],
  ['Как забронировать домик?', 'Напишите нам, бронь после предоплаты 30%.', 'сколько стоит домик'],
  ['Сколько досок в кубе?', 'Шестиметровых 44 штуки, трёхметровых 22 штуки.', 'доска цена'],
  ['Как записаться на массаж?', 'Позвоните: 8 900 123-45-67.', 'сколько стоит массаж'],
  ['Какой зал у вас?', 'Зал на 40 м², 2 этаж.', 'сколько стоит зал'],
  ['Когда начинается экскурсия?', 'Экскурсия начинается в 11:00.', 'сколько стоит экскурсия'],
  ['Какой мощности генератор?', 'Генератор 5 кВт.', 'генератор цена'],
  ['До какого числа мойка окон?', 'Окна моем до 30 ноября.', 'мойка окон цена'],
  ['How many seats does the minibus have?', 'The minibus has 16 seats.', 'how much is the minibus'],
])('risk: «%s» — «%s» answers «%s»', async (question, answer, asked) => {
  const { kind, text } = await (await talkWith(base([question, answer])))(asked);
  expect(kind === 'answer' ? text : '').toBe('');
});

it.each<[...Pair, asked: string]>([
  ['Есть беседка?', 'Да, беседка 1500 в час.', 'сколько стоит беседка'],
  ['Есть ли парковка?', 'Да, 200 ₽ в сутки.', 'сколько стоит парковка'],
  ['Делаете маникюр?', 'Да, от 1500.', 'маникюр цена'],
  ['Есть доставка?', 'Доставка по городу 300, за город 500.', 'сколько стоит доставка'],
  ['Есть ли вайфай?', 'Да, бесплатный.', 'сколько стоит вайфай'],
  ['Какой залог за прокат палатки?', 'Залог 3000 руб.', 'сколько стоит залог за палатку'],
  ['Do you hire out a marquee?', 'Yes, £120 a day, deposit £50.', 'how much is the marquee'],
])('«%s» — «%s» answers «%s»', async (question, answer, asked) => {
  expect((await (await talkWith(base([question, answer])))(asked)).kind).toBe('answer');
});
