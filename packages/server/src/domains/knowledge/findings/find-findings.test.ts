import { expect, it } from 'vitest';
import { readOfferEnd } from './expired-offer.ts';
import { createFinder, type PassageToCheck } from './find-findings.ts';

const pair = (question: string, body: string): PassageToCheck => ({
  id: `${question} ${body}`,
  kind: 'qa',
  question,
  body,
  sourceId: null,
});
const piece = (body: string, sourceId = 'price list'): PassageToCheck => ({
  id: `${sourceId} ${body}`,
  kind: 'file',
  question: 'Прайс',
  body,
  sourceId,
});
async function findAll(passages: PassageToCheck[], max = 100) {
  const finder = createFinder();
  for (const passage of passages) finder.look(passage);
  return await finder.end(max);
}
async function find(...passages: PassageToCheck[]): Promise<string[]> {
  return (await findAll(passages)).map(({ kind, passages: all }) =>
    [kind, ...all.map(({ value }) => value).sort()].join(' '),
  );
}

it.each<[string, PassageToCheck[], string]>([
  [
    'two pairs with two prices',
    [pair('Сколько стоит упаковка букета?', '150 ₽.'), pair('Цена упаковки букетов', 'Упаковка — 200 рублей.')],
    'price 150 200',
  ],
  [
    'a pair and a row of the price list',
    [pair('Сколько стоит букет «Весна»?', 'Он стоит 2 500 ₽.'), piece('Товар: Букет Весна; Цена: 2700')],
    'price 2500 2700',
  ],
  ['rows of two lists', [piece('Товар: Кран; Цена: 500 ₽'), piece('Кран: 550 руб.', 'other')], 'price 500 550'],
  [
    'two phones',
    [pair('Какой у вас телефон?', '+7 900 111-22-33'), piece('Телефон: 8 (900) 111-22-34', 'contacts')],
    'phone 9001112233 9001112234',
  ],
  [
    'two times',
    [pair('Часы работы?', 'С 9 до 18 каждый день.'), pair('Во сколько вы работаете, часы?', '10:00–20:00')],
    '',
  ],
  [
    'a pair and a file, behind words that only begin like a bound',
    [pair('Сколько стоит доставка?', 'Доставка стоит 300 ₽.'), pair('Цена доставки?', 'Доставка — 450 ₽.')],
    'price 300 450',
  ],
  [
    'a row and a pair about what is «готов»',
    [piece('Готовый букет: 900 ₽'), pair('Сколько стоит готовый букет?', 'Готовый букет — 990 ₽.')],
    'price 900 990',
  ],
  [
    'two prices with the sign before them',
    [pair('How much is delivery?', 'Delivery is $20.'), piece('Delivery: $25', 'page')],
    'price 20 25',
  ],
  [
    'two prices in words',
    [pair('How much is the gift wrap?', 'It is 1,200 dollars.'), piece('Gift wrap: 1300 pounds', 'page')],
    'price 1200 1300',
  ],
  [
    'two prices with a short currency',
    [pair('Сколько стоит уборка окон?', 'Уборка окон 1200 р'), piece('Уборка окон: 1500 тг', 'page')],
    'price 1200 1500',
  ],
  [
    'two times of every day',
    [pair('Часы работы?', 'С 10 до 20.'), piece('Мы работаем с 09:00 до 21:00 каждый день.', 'page')],
    'hours 10:00-20:00 9:00-21:00',
  ],
  [
    'two times of a twelve-hour clock',
    [pair('What are your opening hours?', 'From 9am to 6pm.'), piece('Opening hours: 10 am–7 pm', 'page')],
    'hours 10:00-19:00 9:00-18:00',
  ],
  [
    'two times of one question',
    [pair('Какие у вас часы работы?', 'С 9 до 18.'), piece('Часы работы: 10:00–20:00', 'page')],
    'hours 10:00-20:00 9:00-18:00',
  ],
  [
    'a pair and a row among others, under a line that says what they are',
    [
      pair('Сколько стоит чистка дивана?', 'Чистка дивана стоит 1200 ₽.'),
      piece('Наши цены\nУслуга: Сборка шкафа; Цена, ₽: 2000\nУслуга: Чистка дивана; Цена, ₽: 1750'),
    ],
    'price 1200 1750',
  ],
  [
    'a sentence of one document and a row of another',
    [piece('Чистка дивана стоит 1200 ₽.', 'about us'), piece('Услуга: Чистка дивана; Цена: 1750')],
    'price 1200 1750',
  ],
  [
    'the phone, and the phone of the shop within a text',
    [
      pair('Какой у вас телефон?', 'Наш телефон +7 900 111-22-33.'),
      piece('Диван можно вернуть.\nТелефон магазина: +7 900 111-22-44. Ждём вас.', 'contacts'),
    ],
    'phone 9001112233 9001112244',
  ],
  [
    'the hours, and the hours of the shop as bare numbers',
    [pair('Когда вы работаете?', 'С 9 до 20.'), piece('Часы работы магазина: 10–19', 'contacts')],
    'hours 10:00-19:00 9:00-20:00',
  ],
  [
    'the hours of the shop, and a sentence with hours',
    [pair('Часы работы магазина?', 'с 9 до 20'), piece('Телефон ниже. Работаем с 10 до 19 часов.', 'contacts')],
    'hours 10:00-19:00 9:00-20:00',
  ],
  [
    'the hours in English',
    [pair('When is the store open?', 'From 9 to 20.'), piece('Opening hours: 10–19', 'contacts')],
    'hours 10:00-19:00 9:00-20:00',
  ],
  [
    'a pair and a row with further columns',
    [pair('Сколько стоит мойка?', '900 ₽'), piece('Услуга: Мойка; Цена: 700; Срок: 1 день; Гарантия: —')],
    'price 700 900',
  ],
  [
    'a pair and a row that begins with its number and its section',
    [
      pair('Сколько стоит мойка?', '900 ₽'),
      piece('№: 1; Раздел: Уход; Услуга: Мойка; Цена: 700; Размер: —\n№: 2; Раздел: Уход; Услуга: Сушка; Цена: 300'),
    ],
    'price 700 900',
  ],
])('found: %s', async (_name, passages, expected) => {
  expect(await find(...passages)).toEqual(expected === '' ? [] : [expected]);
});

it.each<[string, PassageToCheck[]]>([
  ['the same price', [pair('Сколько стоит упаковка?', '150 ₽'), pair('Цена упаковки', '150 рублей')]],
  [
    'another place',
    [pair('Сколько стоит доставка по городу?', '300 ₽'), pair('Сколько стоит доставка за город?', '500 ₽')],
  ],
  ['a bound', [pair('Сколько стоит доставка?', '300 ₽'), pair('Какая цена доставки?', 'Бесплатно от 3000 ₽')]],
  ['a range', [pair('Сколько стоит доставка?', '300 ₽'), pair('Какая цена доставки?', '300–500 ₽')]],
  [
    'two prices in one answer',
    [pair('Цена розы?', '100 ₽'), pair('Сколько стоит роза?', 'Малая 100 ₽, большая 200 ₽')],
  ],
  ['rows of one list', [piece('Товар: Роза; Цена: 100'), piece('Товар: Роза; Цена: 200')]],
  ['rows with sizes', [piece('Товар: Роза; Размер: 40; Цена: 100'), piece('Товар: Роза; Размер: 60; Цена: 200', 'b')]],
  [
    'a pair and rows of one list that differ in a further column',
    [
      pair('Сколько стоит роза?', '150 ₽'),
      piece('Товар: Роза; Цена: 100; Срок: 1 день'),
      piece('Товар: Роза; Цена: 200; Срок: 2 дня'),
    ],
  ],
  [
    'a pair and the only row with a colour',
    [pair('Сколько стоит роза?', '150 ₽'), piece('Товар: Роза; Цена: 100; Цвет: белый; Срок: 1 день')],
  ],
  [
    'a row without its name in the list: numbers and sections are no things',
    [piece('№: 1; Товар: Кран; Цена: 500'), piece('№: 1; Товар: Роза; Цена: 100', 'other')],
  ],
  ['two numbers', [pair('Сколько стоит букет 42?', '100 ₽'), pair('Сколько стоит букет 43?', '200 ₽')]],
  ['phones of two towns', [pair('Телефон в Твери?', '+7 900 111-22-33'), pair('Телефон в Клину?', '+7 900 111-22-44')]],
  [
    'hours of another department',
    [pair('Часы работы?', 'с 9 до 20'), piece('Склад работает с 10 до 19. Курьер работает с 11 до 18.', 'contacts')],
  ],
  ['how long, not when', [pair('Часы работы?', 'с 9 до 20'), piece('Время работы: 10–15 часов', 'lamp')]],
  [
    'a price beside more words of its line',
    [pair('Сколько стоит доставка?', '300 ₽'), piece('Доставка: 500 руб. За город по договорённости.')],
  ],
  [
    'rows of one list under two headings',
    [
      pair('Сколько стоит чистка дивана?', '1200 ₽'),
      piece('Услуга: Чистка дивана; Цена: 1500\nУслуга: Чистка дивана; Цена: 1750'),
    ],
  ],
  ['a price for each', [pair('Сколько стоит роза?', '100 ₽ за штуку'), pair('Цена розы', '900 ₽')]],
])('not found: %s', async (_name, passages) => {
  expect(await find(...passages)).toEqual([]);
});

it.each([
  ['Акция действует до 31 декабря 2023 года.', '2023-12-31'],
  ['Скидка 10 % до 05.03.2024! Потом полная цена.', '2024-03-05'],
  ['The sale ends on June 5, 2024.', '2024-06-05'],
  ['Промокод действует до 1 мая 2024, скидка до 2 июня 2025.', '2025-06-02'],
  ['Договор действует до 31 декабря 2023 года.', undefined],
  ['Скидка до 31 декабря.', undefined],
  ['Скидка до 32.13.2024.', undefined],
  ['Скидка на заказ до 3000 рублей.', undefined],
])('the last day of an offer: %s', (text, day) => {
  expect(readOfferEnd(text)).toBe(day);
});

it.each([
  ['Акция на ТО', 'До 1 марта 2026 года скидка 10 %', ['2026-03-01']],
  ['Акция на ТО', 'До 1 марта 2026 года всё дешевле на 10 %.', ['2026-03-01']],
  ['Акция до 1 марта 2026 года', 'Всё дешевле на 10 %.', ['2026-03-01']],
  ['Акция до 1 марта 2026 года', 'Скидка 10 % до 5 апреля 2026 года.', ['2026-04-05']],
  ['До какого числа договор?', 'До 1 марта 2026 года.', []],
])('an offer whose title says what it is: %s / %s', async (question, body, days) => {
  expect((await findAll([pair(question, body)])).map(({ dueOn }) => dueOn)).toEqual(days);
});

it('risk: one offer that is said twice is two findings, and none can be kept', async () => {
  const offers = ['a', 'b'].map((id) => ({ ...pair('Есть скидки?', 'Скидка 10 % до 31.12.2026.'), id }));
  expect(await findAll(offers)).toHaveLength(1);
});

it('risk: what is cut hides the offer that ended; half a sign is no text', async () => {
  const offers = Array.from({ length: 30 }, (_, day) =>
    pair(`Акция ${day}?`, `Скидка действует до ${day + 1 < 10 ? '0' : ''}${day + 1}.12.2027.`),
  );
  const long = pair(`${'ж'.repeat(199)}😀?`, 'Скидка действует до 01.01.2026.');
  const [first, ...others] = await findAll([...offers, long], 5);
  expect([first?.dueOn, others.length]).toEqual(['2026-01-01', 4]);
  expect(first?.subject.isWellFormed()).toBe(true);
});
