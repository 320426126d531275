import { beforeAll, describe, expect, it } from 'vitest';
import { type Talk, useTalks } from './testing/open-talk.ts';
import { businesses, workshop } from './testing/price-tables.ts';

/* What a row of a table says is said of that row alone, and all rows that are asked for are said. */

const { ask, talkWith } = useTalks(businesses);

it.each([
  ['workshop', 'сколько стоит реставрация дивана'],
  ['workshop', 'ремонт дивана'],
  ['workshop', 'сколько стоит чистка стула'],
  ['workshop', 'гарантия на ремонт дивана'],
  ['workshop', 'сколько стоит перетяжка сундука'],
  ['clinic', 'сколько стоит удаление импланта'],
  ['clinic', 'сколько стоит чистка коронки'],
  ['clinic', 'установка виниров цена'],
  ['school', 'сколько стоит немецкий для детей'],
  ['pizzeria', 'сколько стоит пицца гавайская'],
  ['pizzeria', 'пирожок с мясом сколько'],
  ['hotel', 'сколько стоит аренда лодки'],
] as const)('risk: %s, «%s»: another row of the table is given', async (business, question) => {
  expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
});

it.each([
  ['workshop', 'сколько стоит ремонт стула', 'Ремонт стула — цена: 1500 ₽, срок: 3 дня, гарантия: 6 месяцев'],
  ['workshop', 'сколько стоит починить стул', 'Ремонт стула — цена: 1500 ₽, срок: 3 дня, гарантия: 6 месяцев'],
  ['workshop', 'какая гарантия на полировку стола', 'Полировка стола — цена: 1800 ₽, срок: 2 дня, гарантия: 3 месяца'],
  ['clinic', 'почём отбеливание зубов', 'Отбеливание зубов — цена: 12000 ₽, длительность: 90 минут'],
  ['hotel', 'в люксе завтрак включён?', 'Люкс — цена за ночь: 9000 ₽, площадь: 45 м², завтрак: нет'],
  ['hotel', 'сколько стоит люкс', 'Люкс — цена за ночь: 9000 ₽, площадь: 45 м², завтрак: нет'],
  ['school', 'цена подготовки к егэ', 'Подготовка к ЕГЭ — цена: 6000 ₽ в месяц, срок: 8 месяцев, возраст: 16–18 лет'],
] as const)('%s, «%s»: its own row is given all the same', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text });
});

describe('a thing that stands in several rows', () => {
  it.each([
    ['workshop', 'сколько стоит матрас', [/140х200.*12000/, /160х200.*15000/]],
    ['workshop', 'сколько стоит сборка', [/шкафа.*3000/, /стола.*1200/]],
    ['hotel', 'сколько стоит стандарт', [/одноместный.*3400/, /двухместный.*4600/]],
    ['pizzeria', 'сколько стоит маргарита', [/25 см.*450/, /35 см.*650/]],
  ] as const)('risk: %s, «%s»: one of them is given as if it were the only one', async (business, question, rows) => {
    const { kind, text } = await ask(business, question);
    expect(kind).toBe('answer');
    for (const row of rows) expect(text).toMatch(row);
    expect(text.split('\n')).toHaveLength(rows.length);
  });

  it.each([
    ['workshop', 'матрас 160 на 200', '160х200'],
    ['workshop', 'матрас 160х200 цена', '160х200'],
    ['workshop', 'матрас 160x200', '160х200'],
    ['workshop', 'сколько стоит матрас 160*200?', '160х200'],
    ['workshop', 'матрас 140 × 200', '140х200'],
    ['pizzeria', 'маргарита 35 см', '35 см'],
  ] as const)('%s, «%s»: exactly that size', async (business, question, size) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text.split('\n').length, text]).toEqual(['answer', 1, expect.stringContaining(size)]);
  });

  it.each([
    ['workshop', 'сколько стоит матрас 180х200'],
    ['workshop', 'матрас 180 на 200'],
  ] as const)('risk: %s, «%s»: another size is given', async (business, question) => {
    expect((await ask(business, question)).kind).not.toBe('answer');
  });
});

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('«приём» stands in several rows: %s', (_, joint) => {
  const rows = ['Приём терапевта; Цена: 1500 ₽', 'Приём дерматолога; Цена: 2500 ₽', 'УЗИ; Цена: 3000 ₽'];
  let talk: Talk;
  beforeAll(async () => {
    talk = await talkWith({ file: rows.map((row) => `Услуга: ${row}`).join(joint) });
  });

  it.each(['сколько стоит приём', 'цена приёма', 'приём сколько'])(
    '«%s» gets all of them, and no other',
    async (question) => {
      const { kind, text } = await talk(question);
      expect([kind, text.split(/\n+/).toSorted()]).toEqual([
        'answer',
        ['Приём дерматолога — цена: 2500 ₽', 'Приём терапевта — цена: 1500 ₽'],
      ]);
    },
  );

  it('«приём терапевта» gets its own', async () => {
    expect((await talk('сколько стоит приём терапевта')).text).toBe('Приём терапевта — цена: 1500 ₽');
  });
});

describe.each([
  ['under a heading', '# Цены\n'],
  ['without one', 'Прайс мастерской\n\n'],
])('a list of names and values %s', (_, above) => {
  const list = [
    'Ремонт стула — 1 700 ₽, 3 дня',
    'Ремонт кресла — 3 200 ₽, 5 дней',
    'Перетяжка дивана — 19 000 ₽, 14 дней',
    'Химчистка дивана — 3 500 ₽, 1 день',
    'Реставрация комода — 14 500 ₽, 21 день',
  ];
  const pairs = [
    ['Во сколько вы открываетесь?', 'С 9:00 до 19:00.'],
    ['Чините ли вы кожаную мебель?', 'Да, натуральную кожу чиним.'],
    ['Делаете ли вы мебель на заказ?', 'Нет, мы только ремонтируем.'],
  ] as const;
  let talk: Talk;
  beforeAll(async () => {
    talk = await talkWith({
      file: `${above}${list.join('\n')}\n\n# Доставка\nДоставка по Перми — 900 ₽.`,
      pairs,
    });
  });

  it.each([
    'сколько стоит ремонт стула',
    'ремонт стула сколько стоит',
    'цена ремонта стула',
    'стоимость ремонта стула',
    'почём ремонт стула',
  ])('«%s»: its own row', async (question) => {
    expect(await talk(question)).toMatchObject({ kind: 'answer', text: list[0] });
  });

  it('all rows of a thing', async () => {
    expect((await talk('сколько стоит ремонт')).text).toBe(`${list[0]}\n${list[1]}`);
  });

  it.each([
    ['сколько стоит диван', ['Перетяжка дивана', 'Химчистка дивана']],
    ['сколько стоит комод', ['Реставрация комода']],
  ])('risk: of «%s» the whole list is offered. Its rows are, by their names', async (question, names) => {
    const { choices } = await talk(question);
    expect(choices.map(({ text }) => text).slice(0, -1)).toEqual(names);
    expect(list).toContain((await talk(question, '1')).text);
  });
});

describe('a thing that has one size', () => {
  const pairs = [['Сколько стоит багет 40х50?', 'Багет 40х50 — 700 ₽.']] as const;
  const file = [
    'Товар: Стеклянная полка 60х30; Цена: 900 ₽',
    'Товар: Зеркало; Цена: 2000 ₽',
    '# Цены\nХолст 40х50 — 950 ₽\nКисть круглая — 200 ₽\nКраски масляные — 700 ₽',
  ].join('\n\n');
  let talk: Talk;
  beforeAll(async () => {
    talk = await talkWith({ file, pairs });
  });

  it.each(['стеклянная полка 100х40 цена', 'холст 50х70 цена', 'холст 50 на 70 цена', 'сколько стоит багет 50х70'])(
    'risk: «%s» gets the price of another size',
    async (question) => {
      expect((await talk(question)).text).not.toMatch(/ ₽/);
    },
  );

  it.each([
    ['стеклянная полка 60 на 30 цена', /900 ₽/],
    ['холст 50*40 цена', /950 ₽/],
    ['сколько стоит багет 40 × 50', /700 ₽/],
  ])('«%s»: that size', async (question, price) => {
    expect((await talk(question)).text).toMatch(price);
  });
});

describe('the price of a thing, where only what is done to it has one', () => {
  it.each([
    ['workshop', 'сколько стоит кресло', 'Перетяжка кресла'],
    ['workshop', 'цена дивана', 'Чистка дивана'],
    ['hotel', 'сколько стоит велосипед', 'Аренда велосипеда'],
    ['clinic', 'сколько стоит коронка', 'Установка коронки'],
  ] as const)(
    'risk: %s, «%s» gets the price of a service. It is offered by its name',
    async (business, question, row) => {
      const offer = await ask(business, question);
      expect([offer.kind, offer.choices.map(({ text }) => text)]).toEqual(['clarify', [row, 'Позвать сотрудника']]);
      const picked = await ask(business, question, '1');
      expect([picked.kind, picked.text]).toEqual(['answer', expect.stringMatching(new RegExp(`^${row} — [^\n]*$`))]);
    },
  );
});

it.each([
  ['ремонт дивана', undefined],
  ['сколько стоит реставрация дивана', undefined],
  ['сколько стоит реставрация стула', 'Реставрация стула — цена: 3500 ₽, срок: 10 дней, гарантия: 1 год'],
])('risk: each row is a passage, «%s» gets another one', async (question, text) => {
  const talk = await talkWith({ file: workshop.replaceAll(/\n(?=Услуга)/g, '\n\n') });
  const decision = await talk(question);
  expect(decision.kind === 'answer' ? decision.text : undefined).toBe(text);
});

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('rows of one name: %s', (_, joint) => {
  const rows = [
    'Услуга: Стерилизация; Животное: собака до 10 кг; Цена: 7800 ₽',
    'Услуга: Стерилизация; Животное: собака свыше 25 кг; Цена: 12500 ₽',
    'Услуга: Стерилизация; Животное: кошка; Цена: 4500 ₽',
    'Услуга: Стрижка когтей; Животное: кошка; Цена: 300 ₽',
    'Услуга: Стрижка когтей; Животное: грызун; Цена: 200 ₽',
    'Услуга: Чипирование; Животное: любое; Цена: 1300 ₽',
  ];
  let talk: Talk;
  beforeAll(async () => {
    talk = await talkWith({ file: rows.join(joint) });
  });

  it.each([
    ['стерилизация попугая 18 кг цена', 'Стерилизация', ['7800', '12500', '4500']],
    ['стрижка гривы цена', 'Стрижка когтей', ['300', '200']],
  ])(
    'risk: the button offered for «%s» gives one of them as if it were the only one',
    async (question, name, prices) => {
      expect((await talk(question)).choices.map(({ text }) => text)).toContain(name);
      const { kind, text } = await talk(question, name);
      expect([kind, text.split(/\n+/)]).toEqual(['answer', expect.any(Array)]);
      expect(text.split(/\n+/)).toHaveLength(prices.length);
      for (const price of prices) expect(text).toContain(price);
    },
  );
});

describe('the currency stands in the name of the column', () => {
  it.each([
    ['Работа: Шиномонтаж; Легковой, ₽: 2400; Кроссовер, ₽: 2900', 'сколько стоит шиномонтаж', /2400.*2900/],
    ['Услуга: Массаж спины; Взрослый, руб: 1500; Детский, руб.: 900', 'сколько стоит массаж спины', /1500.*900/],
  ])('«%s»: «%s» gets its price', async (row, question, prices) => {
    const other = row.replace(/: [^;]*/u, ': Заправка кондиционера').replace(/\p{N}+/u, '3100');
    const talk = await talkWith({ file: `${row}\n${other}\n${other.replace('Заправка', 'Ремонт')}` });
    const { kind, text } = await talk(question);
    expect([kind, text]).toEqual(['answer', expect.stringMatching(prices)]);
  });
});
