import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { businesses } from './testing/price-tables.ts';

/* Straight after a row of a table a word asks for another column of it, or for the row that has that word. */

const { ask, talkWith } = useTalks(businesses);

it.each([
  ['workshop', 'сколько стоит ремонт стула', 'какой срок?', 'Ремонт стула'],
  ['workshop', 'сколько стоит ремонт стула', 'а гарантия?', 'Ремонт стула'],
  ['workshop', 'сколько стоит ремонт стула', 'а сколько по времени?', 'Ремонт стула'],
  ['workshop', 'какой срок у ремонта стула', 'а стоимость?', 'Ремонт стула'],
  ['workshop', 'сколько стоит сборка шкафа', 'а стола?', 'Сборка стола'],
  ['workshop', 'сколько стоит ремонт стула', 'а реставрация?', 'Реставрация стула'],
  ['clinic', 'удаление зуба', 'сколько длится?', 'Удаление зуба'],
  ['clinic', 'удаление зуба', 'а чистка?', 'Чистка зубов'],
  ['clinic', 'сколько стоит установка импланта', 'а коронки?', 'Установка коронки'],
  ['hotel', 'сколько стоит люкс', 'а завтрак?', 'Люкс'],
  ['hotel', 'аренда велосипеда', 'а бани?', 'Аренда бани'],
  ['school', 'сколько стоит английский для детей', 'а для взрослых?', 'Английский для взрослых'],
  ['school', 'шахматы', 'а возраст?', 'Шахматы'],
] as const)('%s: «%s», then «%s»', async (business, first, second, row) => {
  const { kind, text } = await ask(business, first, second);
  expect([kind, text.split('\n').length, text.split(' — ')[0]]).toEqual(['answer', 1, row]);
});

it.each([
  ['workshop', 'сколько стоит ремонт стула', 'а дивана?'],
  ['workshop', 'сколько стоит сборка шкафа', 'а кресла?'],
  ['clinic', 'сколько стоит установка импланта', 'а винира?'],
  ['hotel', 'аренда велосипеда', 'а самоката?'],
] as const)('risk: %s: «%s», then «%s» gets another row', async (business, first, second) => {
  expect((await ask(business, first, second)).kind).not.toBe('answer');
});

const upholstery = [
  'Услуга: Перетяжка дивана; Цена: 9000 ₽',
  'Услуга: Ремонт кресла; Цена: 3000 ₽',
  'Услуга: Ремонт стула; Цена: 1500 ₽',
];
const vet = [
  'Услуга: Вакцинация кошки; Цена: 1500 ₽; Длительность: 20 минут',
  'Услуга: Вакцинация собаки; Цена: 1800 ₽; Длительность: 25 минут',
  'Услуга: Чипирование; Цена: 2000 ₽; Длительность: 15 минут',
  'Услуга: Стрижка когтей; Цена: 500 ₽; Длительность: 10 минут',
];

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const talkOf = (rows: readonly string[]) => talkWith({ file: rows.join(joint) });

  it('risk: a row that shares no word with the one before is given', async () => {
    const talk = await talkOf(upholstery);
    const { kind, text, choices } = await talk('перетяжка дивана', 'а кресла?');
    expect([kind, choices[0]?.text, text]).toEqual(['clarify', 'Ремонт кресла', expect.not.stringContaining('3000')]);
    const whole = await talkOf([...upholstery, 'Услуга: Перетяжка кресла; Цена: 7000 ₽']);
    expect((await whole('перетяжка дивана', 'а кресла?')).text).toBe('Перетяжка кресла — цена: 7000 ₽');
  });

  it.each([
    ['вакцинация кошки', 'а собаки?', /^Вакцинация собаки — [^\n]*$/],
    ['сколько стоит вакцинация собаки', 'а кошки?', /^Вакцинация кошки — [^\n]*$/],
    ['чипирование', 'сколько длится?', /^Чипирование — [^\n]*$/],
    ['чипирование', 'а цена?', /^Чипирование — [^\n]*$/],
    ['чипирование', 'а стрижка когтей?', /^Стрижка когтей — [^\n]*$/],
  ])('«%s», then «%s»', async (first, second, row) => {
    const talk = await talkOf(vet);
    const { kind, text } = await talk(first, second);
    expect([kind, text]).toEqual(['answer', expect.stringMatching(row)]);
  });
});

it('risk: «а у кошки?» after a row of a dog gets another deed', async () => {
  const sections = [
    '# Хирургия\nУслуга: Удаление зуба у собаки; Цена: 1200 ₽',
    '# Хирургия\nУслуга: Стерилизация кошки; Цена: 5200 ₽',
    '# Стоматология\nУслуга: Чистка зубов ультразвуком, кошка; Цена: 3900 ₽',
    '# Стоматология\nУслуга: Чистка зубов ультразвуком, собака; Цена: 4700 ₽',
    '# Уход\nУслуга: Груминг кошки; Цена: 2600 ₽',
    '# Уход\nУслуга: Стрижка когтей собаке; Цена: 500 ₽',
  ];
  const talk = await talkWith({ file: sections.join('\n\n') });
  expect((await talk('удаление зуба у собаки', 'а у кошки?')).kind).not.toBe('answer');
  expect((await talk('груминг кошки', 'а собаки?')).kind).not.toBe('answer');
  const teeth = await talk('чистка зубов ультразвуком кошке', 'а собаке?');
  expect(teeth).toMatchObject({
    kind: 'answer',
    text: expect.stringMatching(/^Чистка зубов ультразвуком, собака — [^\n]*$/),
  });
});

it('a size after a row of another size is asked for', async () => {
  expect((await ask('workshop', 'матрас 140х200', 'а матрас 160х200?')).text).toMatch(/^Матрас 160х200 — [^\n]*$/);
});
