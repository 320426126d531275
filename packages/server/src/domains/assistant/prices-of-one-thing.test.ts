import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* A price is said of what is asked, of all of it, and of nothing else: over files and pairs that lie beside each other. */

const dentist = [
  `# Цены\n${table(
    ['Услуга', 'Цена'],
    [
      ['Консультация', 'бесплатно'],
      ['Профессиональная чистка зубов', '4500 ₽'],
      ['Имплант Osstem', '35000 ₽'],
      ['Имплант Straumann', '60000 ₽'],
      ['Отбеливание', '12000 ₽'],
      ['Брекеты', '50000 ₽'],
      ['Удаление зуба простое', '3000 ₽'],
    ],
  )}`,
  '# Имплантация\nУстановка импланта проходит под местной анестезией. Имплант служит от 15 лет. Операция длится около часа.',
  `# Доставка\n${table(
    ['Район', 'Цена доставки', 'Срок'],
    [
      ['Центральный', '300 ₽', '1 день'],
      ['Северный', '450 ₽', '1 день'],
      ['Южный', '500 ₽', '2 дня'],
      ['Область', '900 ₽', '3 дня'],
    ],
  )}`,
].join('\n\n');

const FLORIST = '# Букеты\n25 роз — 3500 ₽\n101 роза — 12900 ₽\nБукет «Нежность» — 2900 ₽';

const { ask } = useTalks({
  dentist: {
    file: dentist,
    pairs: [
      ['Сколько служит имплант?', 'Имплант служит от 15 лет.'],
      ['Есть ли рассрочка?', 'Да, на 6 месяцев без процентов.'],
      ['Сколько стоит отбеливание?', 'Зависит от состояния эмали: врач скажет на осмотре.'],
      ['Ставите ли вы брекеты?', 'Да, ставим за один день.'],
      ['Почему ваши услуги стоят дорого?', 'Работаем на немецких материалах.'],
      ['Больно ли ставить имплант?', 'Нет, под анестезией боли нет.'],
      ['Как часто нужна чистка зубов?', 'Раз в полгода.'],
      ['Можно ли отбелить зубы?', 'Да, после осмотра врача.'],
      ['Is the consultation free?', 'The first consultation is free of charge.'],
    ],
  },
  florist: {
    file: FLORIST,
    pairs: [
      ['Сколько стоит букет из 25 роз?', 'Букет из 25 роз стоит 3500 ₽.'],
      ['Делаете ли вы скидку?', 'Да, 10 % на второй букет.'],
    ],
  },
});

describe('a table whose rows all fit', () => {
  it.each(['Сколько стоит доставка?', 'доставка цена', 'доставка'])(
    'risk: «%s» gets one district of four as if it were the only one',
    async (question) => {
      const { kind, text } = await ask('dentist', question);
      expect(kind).toBe('answer');
      for (const price of ['300 ₽', '450 ₽', '500 ₽', '900 ₽']) expect(text).toContain(price);
    },
  );

  it('one district that is named gets its own row alone', async () => {
    const { text } = await ask('dentist', 'сколько стоит доставка в северный район');
    expect(text).toBe('Северный — цена доставки: 450 ₽, срок: 1 день');
  });
});

describe('a pair about the same thing stands before its price', () => {
  it('risk: «сколько стоит имплант?» is offered how long it lasts', async () => {
    const { kind, text } = await ask('dentist', 'сколько стоит имплант?');
    expect(kind).toBe('answer');
    expect(text).toBe('Имплант Osstem — цена: 35000 ₽\nИмплант Straumann — цена: 60000 ₽');
  });

  it('what is done to a thing is no part of what «сколько стоит?» asks of afterwards', async () => {
    expect((await ask('dentist', 'ставите брекеты?', 'сколько стоит?')).text).toContain('50000 ₽');
  });

  it('risk: a pair that is asked that very price and names none gives way to a row', async () => {
    const { text } = await ask('dentist', 'сколько стоит отбеливание?');
    expect(text).toBe('Зависит от состояния эмали: врач скажет на осмотре.');
    expect((await ask('dentist', 'почему так дорого?')).text).toBe('Работаем на немецких материалах.');
  });

  it('risk: straight after what was asked of it, the price of something else is given', async () => {
    expect((await ask('dentist', 'имплант', 'сколько стоит?')).text).toContain('35000 ₽');
    expect((await ask('dentist', 'можно отбелить?', 'сколько стоит?')).text).not.toContain('4500 ₽');
  });
});

describe('a word that says how something is, of nothing that was named', () => {
  it.each(['больно?', 'это больно?', 'бесплатно?', 'дорого?', 'is it painful?'])(
    'risk: «%s» is answered of the one thing that the base knows',
    async (question) => {
      expect(await ask('dentist', question)).not.toMatchObject({ kind: 'answer' });
    },
  );

  it('of what was asked before it is answered', async () => {
    const { kind, text } = await ask('dentist', 'Сколько служит имплант?', 'а больно?');
    expect([kind, text]).toEqual(['answer', 'Нет, под анестезией боли нет.']);
  });
});

it.each(['букет 51 роза цена', 'сколько стоит букет из 51 розы', '51 роза'])(
  'risk: «%s» gets the price of another number of them',
  async (question) => {
    expect(await ask('florist', question)).not.toMatchObject({ kind: 'answer' });
  },
);

it.each(['букет 25 роз цена', 'сколько стоит 25 роз'])('«%s» is answered all the same', async (question) => {
  expect((await ask('florist', question)).text).toContain('3500 ₽');
});

it('risk: a Russian question gets the English pair although a Russian file says it', async () => {
  const { kind, text } = await ask('dentist', 'консультация бесплатно?');
  expect([kind, text]).toEqual(['answer', 'Консультация — цена: бесплатно']);
});
