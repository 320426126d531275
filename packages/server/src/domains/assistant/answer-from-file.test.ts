import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { systemRandom } from '../../platform/time/ids.ts';
import type { TurnDecision } from '../dialogs/index.ts';
import { type OpenSources, openSources } from '../knowledge/testing/open-sources.ts';
import { createTurnDecider } from './decide-turn.ts';
import { buildSettings, buildTurn, echoTurn } from './testing/build-turn.ts';

const RULES = [
  '# Доставка\nМы возим мебель с 2009 года и знаем в городе каждый двор, поэтому приезжаем вовремя. Доставка дивана по городу стоит 900 ₽. За городом каждый километр стоит ещё 40 ₽, а мосты и паромы оплачиваются отдельно по чеку.',
  '# Сборка\nСборку шкафа мастер делает в день доставки, если вы заказали её заранее. Инструменты и расходные материалы он привозит с собой, а упаковку увозит. Комод собирают сорок минут.',
  '# Уход за тканью\nВелюр чистят мягкой щёткой по ворсу, пятна снимают сухой пеной. Рогожку пылесосят раз в неделю без насадки. Кожу протирают влажной замшей и берегут от солнца и батарей.',
].join('\n\n');

let open: OpenSources;
beforeAll(async () => {
  open = await openSources();
});
afterAll(() => open.close());

const PRICES = [
  'Прайс-лист на букеты',
  'Букет «Нежность» 15 роз — 3 500 руб',
  'Букет «Весна» тюльпаны 25 шт — 2 900 руб',
  'Букет «Ромашка» — 1 800 руб',
  'Корзина «Праздник» — 6 200 руб',
  'Горшечная орхидея — 2 400 руб',
  'Открытка — 150 руб',
].join('\n');

it('a customer gets the sentence of a file that answers, not the whole piece, and the operator its source', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(await upload(RULES, 'Условия.txt'));
  const ask = askOf({ accountId, knowledgeBaseId });
  const answered = await ask('Сколько стоит доставка дивана по городу?');
  expect(answered).toMatchObject({ kind: 'answer', text: 'Доставка дивана по городу стоит 900 ₽.' });
  expect(answered.sources).toMatchObject([{ knowledgeBaseId }]);
  expect((await ask('Сколько стоит билет на поезд до Самары?')).kind).not.toBe('answer');
});

it('risk: the heading of a price list is given as the price. The line with the name and the figure is', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(await upload(PRICES, 'Цены.txt'));
  const ask = askOf({ accountId, knowledgeBaseId });
  for (const question of ['сколько стоит букет нежность', 'цена букета нежность', 'почём букет нежность?'])
    expect(await ask(question)).toMatchObject({ kind: 'answer', text: 'Букет «Нежность» 15 роз — 3 500 руб' });
});

it('risk: a price list in English knows only the words of its rows, not those that ask', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  const goods =
    'Rose bush,$25 Lawn mower,$310 Garden hose,$40 Watering can,$15 Apple tree,$60 Potting soil,$9 Spade,$22 Rake,$18';
  await ended(await upload(['Item,Price', ...goods.split(/(?<=\d) /)].join('\n'), 'prices.csv'));
  const ask = askOf({ accountId, knowledgeBaseId });
  for (const [question, price] of [
    ['How much is the lawn mower?', '$310'],
    ['How much does the apple tree cost?', '$60'],
    ['What is the price of the rake?', '$18'],
    ['how much for a spade', '$22'],
  ] as const)
    expect([question, (await ask(question)).text]).toEqual([question, expect.stringContaining(price)]);
  expect((await ask('How much is the greenhouse?')).kind).not.toBe('answer');
});

it('risk: words without a figure are given as a price', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(
    await upload('Прайс-лист на букеты и цены: актуальный прайс на букеты, 2026 год', 'Прайс-лист на букеты.txt'),
  );
  const ask = askOf({ accountId, knowledgeBaseId });
  expect((await ask('сколько стоит букет из прайса?')).kind).not.toBe('answer');
  expect((await ask('цена букета из актуального прайса')).kind).not.toBe('answer');
});

/** Rows as a reader of tables gives them, under no heading. */
const ROWS = [
  'Артикул: Д-101; Наименование: Диван «Осло» угловой; Цена, ₽: 64 900; Наличие: в наличии',
  'Артикул: Д-102; Наименование: Диван «Осло» прямой; Цена, ₽: 48 500; Наличие: в наличии',
  'Артикул: С-201; Наименование: Стол «Лада»; Цена, ₽: 23 700; Наличие: в наличии',
  'Артикул: П-501; Наименование: Комод «Луна»; Цена, ₽: 16 500; Наличие: под заказ',
  '# Доставка по городу\nДоставка по городу стоит 900 ₽. При заказе от 50 000 ₽ доставка по городу бесплатная.',
  '# Другие регионы\nОтправляем транспортной компанией, доставка до терминала бесплатная.',
  '# Подъём на этаж\nПодъём на лифте 500 ₽ за предмет, если лифта нет — 300 ₽ за этаж.',
  '# Самовывоз\nСамовывоз со склада: улица Индустриальная, 8, по будням с 9:00 до 17:00.',
].join('\n\n');

async function openRows() {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(await upload(ROWS, 'Прайс-лист.txt'));
  return askOf({ accountId, knowledgeBaseId });
}

it('risk: one of two rows that fit alike is given alone, as if it were the only one', async () => {
  const ask = await openRows();
  const sofas = [/Д-101.*64 900 ₽/, /Д-102.*48 500 ₽/];
  for (const question of ['диван осло', 'сколько стоит диван осло?']) {
    const { kind, text, sources } = await ask(question);
    expect([kind, sources.length]).toEqual(['answer', 2]);
    for (const sofa of sofas) expect(text).toMatch(sofa);
  }
  expect((await ask('диван осло угловой')).text).not.toContain('Д-102');
  const free = await ask('доставка бесплатная?');
  expect(free.text).toContain('до терминала');
  expect(free.text).toContain('от 50 000 ₽');
});

it.each([
  ['почём угловой осло?', '64 900'],
  ['сколько стоит стол лада', '23 700'],
  ['сколько стоит подъём на лифте', '500 ₽ за предмет'],
])('the words of asking for a price do not hide what it is the price of: «%s»', async (question, price) => {
  const ask = await openRows();
  const { kind, text } = await ask(question);
  expect([kind, text]).toEqual(['answer', expect.stringContaining(price)]);
});

it.each(['сколько стоит диван берген', 'цена комода луна из дуба'])(
  'risk: «%s» gets a price that is not of it',
  async (question) => {
    const ask = await openRows();
    expect((await ask(question)).kind).not.toBe('answer');
  },
);

it('of what has no price what is known is said, and no price', async () => {
  const ask = await openRows();
  expect((await ask('сколько стоит самовывоз')).text).not.toContain('₽');
});

it('before a person is called, headings and rows of files are offered as topics, and a pick gets what they say', async () => {
  const ask = await openRows();
  const offer = await ask('сколько стоит комод солнце');
  expect(offer).toMatchObject({ kind: 'clarify', reason: 'not_known' });
  expect(offer.choices.map(({ text }) => text)).toEqual(['Комод «Луна»', 'Позвать сотрудника']);
  const picked = await ask('комод', [offer]);
  expect(picked).toMatchObject({ kind: 'answer', text: expect.stringContaining('16 500 ₽') });
  const heading = await ask('самовывоз без предоплаты');
  expect(heading.choices.map(({ text }) => text)).toContain('Самовывоз');
  expect((await ask('1', [heading])).text).toContain('Индустриальная, 8');
  expect((await ask('вы продаёте ковры?')).kind).toBe('hand-over');
});

const SERVICES = [
  ['Полировка стола', 1500],
  ['Чистка дивана', 1750],
  ['Сборка шкафа', 2000],
  ['Вынос старой мебели', 2250],
  ['Ремонт стула', 2500],
] as const;
const SHAPES: [string, (name: string, price: number) => string][] = [
  ['lines of a CSV in text', (name, price) => `${name},${price}`],
  ['rows of a table', (name, price) => `Услуга: ${name}; Цена, ₽: ${price}`],
  ['lines with a dash', (name, price) => `${name} — ${price} ₽`],
];

it.each(SHAPES)('risk: asked for two lines of one price list a person is called (%s)', async (_, toLine) => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  const lines = ['Услуги и цены', ...SERVICES.map(([name, price]) => toLine(name, price))];
  await ended(await upload(lines.join('\n'), 'Услуги.txt'));
  const ask = askOf({ accountId, knowledgeBaseId });
  const both = expect.stringMatching(/Полировка стола.*1500.*Чистка дивана.*1750/s);
  for (const question of [
    'Сколько стоит полировка стола и чистка дивана?',
    'сколько стоит полировка стола? а чистка дивана?',
  ])
    expect([question, await ask(question)]).toEqual([
      question,
      expect.objectContaining({ kind: 'answer', text: both }),
    ]);
  const third = await ask('Сколько стоит полировка стола и чистка дивана? Продаёте ли вы живых страусов?');
  expect(third).toMatchObject({ kind: 'hand-over', text: both });
  expect(third.text).toMatch(/Про «Продаёте ли вы живых страусов» точного ответа не нашлось/);
  const half = await ask('Сколько стоит полировка стола и покраска забора?');
  expect(half.text).toMatch(/Полировка стола.*1500.*Про «покраска забора»/s);
  expect(await ask('а чистка дивана?')).toMatchObject({ kind: 'answer', text: expect.stringContaining('1750') });
});

const REPAIRS = [
  'Услуга: Полное ТО премиум; Цена, ₽: 7 900; Срок: 4 дня; Гарантия: 3 месяца',
  'Услуга: Замена цепи; Цена, ₽: 600; Срок: 1 час; Гарантия: 1 месяц',
  'Услуга: Правка колеса; Цена, ₽: 900; Гарантия: 2 месяца',
].join('\n\n');

it('risk: a person is called for how long it takes though the row that is given says it', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  await ended(await upload(REPAIRS, 'Услуги.txt'));
  const ask = askOf({ accountId, knowledgeBaseId });
  for (const question of [
    'Сколько стоит полное ТО премиум и сколько по времени?',
    'Сколько стоит полное ТО премиум? Как долго делаете?',
  ])
    expect(await ask(question)).toMatchObject({
      kind: 'answer',
      text: 'Полное ТО премиум — цена: 7 900 ₽, срок: 4 дня, гарантия: 3 месяца',
    });
  const wheel = await ask('Сколько стоит правка колеса? Как долго делаете?');
  expect(wheel.text).toMatch(/^Правка колеса — цена: 900 ₽[^\n]*\n\n/);
  const other = await ask('Сколько стоит полное ТО премиум? Сколько времени занимает покраска рамы?');
  expect(other.text).toMatch(/^Полное ТО[^\n]*\n\n/);
});

it('risk: two files have one thing at two prices, and the customer hears both. A person says which holds', async () => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  const chain = (price: string) => `Услуга: Замена цепи; Цена: ${price} ₽; Срок: 1 день`;
  await ended(await upload(`${chain('1 200')}\n\nУслуга: Правка колеса; Цена: 900 ₽; Срок: 2 дня`, 'Прайс.txt'));
  await ended(await upload(`${chain('1 700')}\n\nУслуга: Правка колеса; Цена: 900 ₽; Срок: 3 дня`, 'Прайс 2.txt'));
  const ask = askOf({ accountId, knowledgeBaseId });
  const { kind, text } = await ask('Сколько стоит замена цепи?');
  expect([kind, text]).toEqual(['hand-over', expect.not.stringMatching(/1 200|1 700/)]);
  expect(await ask('Сколько стоит правка колеса?')).toMatchObject({
    kind: 'answer',
    text: expect.stringContaining('900 ₽'),
  });
});

it.each([
  ['1500 ₽', '1 500,00 ₽', 'answer'],
  ['1500 ₽', '1500.00 руб', 'answer'],
  ['700 ₽', 'бесплатно', 'hand-over'],
])('two files have one thing for %s and for %s: %s', async (price, other, expected) => {
  const { accountId, knowledgeBaseId, upload, ended } = await open.openBase();
  const assembly = (text: string) => `Услуга: Сборка шкафа; Цена: ${text}`;
  await ended(await upload(`${assembly(price)}\n\nУслуга: Правка колеса; Цена: 900 ₽`, 'Прайс.txt'));
  await ended(await upload(`${assembly(other)}\n\nУслуга: Правка руля; Цена: 800 ₽`, 'Прайс 2.txt'));
  const { kind } = await askOf({ accountId, knowledgeBaseId })('Сколько стоит сборка шкафа?');
  expect(kind).toBe(expected);
});

function askOf({ accountId, knowledgeBaseId }: { accountId: string; knowledgeBaseId: string }) {
  const decide = createTurnDecider({
    ...{ knowledge: open.knowledge, model: undefined, clock: systemClock, random: systemRandom },
    log: createLog({ level: 'silent' }),
  });
  return (text: string, given: TurnDecision[] = []) =>
    decide({
      ...{
        turn: buildTurn(text, { history: given.map((decision) => echoTurn(decision, 90)) }),
        settings: buildSettings({ knowledgeBaseId }),
        accountId,
        accountLocale: 'ru',
      },
      signal: new AbortController().signal,
    });
}
