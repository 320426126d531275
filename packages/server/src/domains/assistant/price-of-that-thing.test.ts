import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* «сколько стоят очки»: the price in the words that are given is that of the thing, and not of what stands beside it. */

const { talkWith } = useTalks({});

const POOL =
  '# Что взять с собой\nШапочка обязательна, её можно купить у администратора за 350 рублей. Полотенце и сланцы принесите свои. Очки напрокат не выдаём. Малышам нужен подгузник для воды, он стоит 120 рублей.';
const CLINIC =
  '# Стационар\nПеред госпитализацией вносится залог 5000 ₽. Свой корм приносить можно. При неявке на приём кардиолога удерживается 500 ₽. Отменить запись можно бесплатно за 3 часа до приёма.';
const DEPTH = '# Бассейн\nГлубина от 60 до 120 см, вода 32 градуса. Работаем с 9 до 21.';
const LESSONS =
  'День: Пн; Время: 9:00; Направление: Йога для беременных; Тренер: Анна\nДень: Вт; Время: 18:30; Направление: Пилатес; Тренер: Олег';

it.each([
  [POOL, 'сколько стоят очки'],
  [POOL, 'сколько стоит полотенце'],
  [POOL, 'сколько стоят сланцы'],
  [CLINIC, 'сколько стоит корм'],
  [CLINIC, 'сколько стоит стационар'],
  [CLINIC, 'сколько стоит кардиолог'],
  [DEPTH, 'сколько стоит бассейн'],
  [LESSONS, 'сколько стоит йога для беременных'],
  [LESSONS, 'пилатес цена'],
])('risk: of «%s», «%s» is answered by the price of another thing', async (file, question) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect(kind === 'answer' ? text : '').toBe('');
});

it.each([
  [POOL, 'сколько стоит шапочка', /350/],
  [POOL, 'сколько стоит подгузник', /120/],
  [CLINIC, 'сколько стоит залог', /5000/],
  ['# Доставка\nПривозим по городу. Стоимость — 300 ₽.', 'сколько стоит доставка', /300/],
  ['# Доставка\nПо городу — 300 ₽, за город не возим.', 'сколько стоит доставка', /300/],
  ['# Уборка\nУборка квартиры длится 3 часа и стоит 4000 рублей.', 'сколько стоит уборка квартиры', /4000/],
])('of «%s», «%s» has its price', async (file, question, price) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(price)]);
});

const PHONES =
  'Услуга: Замена экрана; Модель: iPhone 13; Цена: 9500 ₽\nУслуга: Замена экрана; Модель: iPhone 13 Pro Max; Цена: 18500 ₽\nУслуга: Замена экрана; Модель: Galaxy S21; Цена: 8100 ₽';

it.each([
  'замена экрана iphone 13 pro',
  'замена экрана galaxy s21 plus',
  'замена экрана айфон 13 про',
  'экран iphone 13 max цена',
])('risk: «%s» gets the price of another model', async (question) => {
  const { kind, text } = await (await talkWith({ file: PHONES }))(question);
  expect(kind === 'answer' ? text : '').toBe('');
});

it.each([
  ['замена экрана iphone 13 pro max', /18500/],
  ['замена экрана galaxy s21', /8100/],
])('«%s» has its price', async (question, price) => {
  const { kind, text } = await (await talkWith({ file: PHONES }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(price)]);
});

const HIRE =
  'Инструмент: Виброплита 90 кг; Сутки: 1800; Неделя: 9500\nИнструмент: Мотобур; Сутки: 1100; Неделя: 5600\nИнструмент: Леса строительные, секция; Сутки: 80; Неделя: 350';
const BY_TRAILER =
  '# Доставка\nБесплатно привозим при заказе от 7000 руб. Леса и виброплиту возим только на нашем прицепе, плюс 500 руб.';

it.each([
  ['сколько стоит виброплита', /1800/],
  ['виброплита сколько стоит в день', /1800/],
  ['леса цена', /80/],
])('risk: «%s» gets what is paid for its delivery on top', async (question, price) => {
  const { kind, text } = await (await talkWith({ file: `${HIRE}\n\n${BY_TRAILER}` }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(price)]);
  expect(text).not.toContain('прицеп');
});

const VET = [
  'Услуга: Первичный приём; Животное: любое; Цена: 900 ₽; Примечание: до 30 минут',
  'Услуга: Вакцинация комплексная; Животное: собака; Цена: 1900 ₽; Примечание: с осмотром',
  'Услуга: Чистка зубов ультразвуком; Животное: собака; Цена: 5200 ₽; Примечание: под наркозом, наркоз отдельно',
];

it.each(['\n', '\n\n'])('risk: what a note names has the price of the row', async (joint) => {
  const talk = await talkWith({ file: VET.join(joint) });
  for (const question of ['наркоз цена', 'сколько стоит осмотр', 'наркоз сколько стоит отдельно'])
    expect([question, (await talk(question)).kind]).not.toEqual([question, 'answer']);
  expect((await talk('сколько стоит чистка зубов под наркозом')).text).toContain('5200');
});

const POTTERY = [
  'Занятие: Лепка для взрослых; Цена: 1700 ₽; Что входит: одно изделие, обжиг',
  'Занятие: Роспись тарелки; Цена: 1500 ₽; Что входит: тарелка 20 см, краски, обжиг',
  'Занятие: Роспись кружки; Цена: 1400 ₽; Что входит: кружка, краски, обжиг',
  'Занятие: День рождения; Цена: 12000 ₽; Что входит: лепка, чай',
];
const TOURS = [
  'Тур: Поход на Хамар-Дабан; Цена: 8500 ₽; Включено: питание, палатка, гид',
  'Тур: Прогулка на катере; Цена: 2500 ₽; Включено: чай',
  'Тур: Ольхон на джипе; Цена: 9800 ₽; Включено: обед, трансфер',
];

describe.each(['\n', '\n\n'])('what a row includes, rows joined by %j', (joint) => {
  const { ask } = useTalks({ pottery: { file: POTTERY.join(joint) }, tours: { file: TOURS.join(joint) } });

  it.each([
    ['pottery', 'обжиг кружки цена'],
    ['pottery', 'обжиг кружки'],
    ['pottery', 'сколько стоит обжиг'],
    ['pottery', 'краски для кружки цена'],
    ['pottery', 'тарелка 20 см сколько'],
    ['pottery', 'чай цена'],
    ['tours', 'палатка цена'],
    ['tours', 'сколько стоит трансфер'],
  ] as const)('risk: %s, «%s» gets the price of the row', async (business, question) => {
    expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
  });

  it.each([
    ['pottery', 'роспись кружки цена', '1400'],
    ['pottery', 'роспись кружки с обжигом цена', '1400'],
    ['pottery', 'с обжигом роспись кружки цена', '1400'],
    ['pottery', 'роспись тарелки 20 см цена', '1500'],
    ['pottery', 'день рождения цена', '12000'],
    ['pottery', 'краски входят в роспись кружки?', '1400'],
    ['tours', 'поход с палаткой цена', '8500'],
    ['tours', 'трансфер на ольхон', 'трансфер'],
    ['tours', 'питание включено в поход?', 'питание'],
  ] as const)('%s, «%s»: the row of the thing itself', async (business, question, said) => {
    const { kind, text } = await ask(business, question);
    expect([kind, text]).toEqual(['answer', expect.stringContaining(said)]);
    expect(text).not.toContain('\n');
  });

  it('risk: a thing has its price, and that of what includes one', async () => {
    const { text } = await ask('pottery', 'лепка цена');
    expect([text.includes('1700'), text.includes('12000')]).toEqual([true, false]);
  });
});

it.each(['маргарита с грибами цена', 'грибы ветчина цена'])(
  '«%s»: what a dish is made of is a word of it',
  async (question) => {
    const file =
      'Пицца: Маргарита; Состав: томаты, сыр; Цена: 450 ₽\nПицца: Деревенская; Состав: грибы, ветчина; Цена: 620 ₽';
    const decision = await (await talkWith({ file }))(question);
    if (question.startsWith('маргарита')) expect(decision.kind).not.toBe('answer');
    else expect(decision.text).toContain('620');
  },
);

const PACKAGE =
  'Course: Pass Plus; Price: £210\nCourse: Test day package; Price: £110\nCourse: Mock test; Price: £65\n\n# Test day\nIf the DVSA cancels your test, we move the test day package free of charge. If you cancel less than 3 working days before, the package is not refunded.';
const PIANO =
  'Услуга: Настройка рояля; Цена: 6500 ₽\nУслуга: Выезд мастера; Цена: 1500 ₽\nУслуга: Перевозка пианино; Цена: 5000 ₽\n\n# Перенос\nЕсли мастер заболел, выезд переносим бесплатно.\n\n# Перевозка\nПри перевозке пианино от двух штук по городу подъём бесплатно. На этаж без лифта не поднимаем.';
const DISHES =
  '# Доставка по Нижнему Новгороду\nРайон: Заречная часть; Цена: 400 ₽\nРайон: Бор, Кстово; Цена: 600 ₽\nПри заказе посуды от 6000 ₽ по городу бесплатно. Чайники курьером не возим.\n\n# Возврат\nПосуду без сколов принимаем назад 7 дней с чеком.';

it.each([
  [PACKAGE, 'how much is the test day package', /£110/],
  [PACKAGE, 'how much is a test day package', /£110/],
  [PACKAGE, 'test day package how much', /£110/],
  [PIANO, 'перевозка сколько', /5000/],
  [PIANO, 'выезд сколько', /1500/],
])('risk: of «%s», «%s» gets what is free in another case, and not its price', async (file, question, price) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(price)]);
  expect(text).not.toMatch(/free|бесплатно/);
});

it.each([
  [PIANO, 'подъём пианино цена'],
  [PACKAGE, 'can you move my test day package for free'],
  [DISHES, 'сколько стоит посуда на заказ'],
  [DISHES, 'заказ посуды цена'],
  [DISHES, 'посуда цена'],
  [DISHES, 'доставка посуды сколько стоит'],
  [DISHES, 'заказ цена'],
  [DISHES, 'бесплатная посуда есть?'],
])('risk: of «%s», «%s» is free under a condition that is not met', async (file, question) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect(kind === 'answer' ? text : '').not.toMatch(/бесплатно|free/);
});

it.each([
  ['# Доставка\nПри заказе от 6000 ₽ доставка бесплатно. Возим каждый день.', 'сколько стоит доставка', /бесплатно/],
  ['# Доставка\nДоставка бесплатная, если заказ больше 5000 ₽.', 'сколько стоит доставка', /бесплатная/],
  ['# Доставка\nПо городу бесплатно, за город не возим.', 'доставка сколько стоит', /бесплатно/],
  ['# Замер\nЗамер бесплатный, приезжаем за день.', 'сколько стоит замер', /бесплатный/],
  ['# Delivery\nDelivery is free for orders over £50.', 'how much is delivery', /free/],
  [PACKAGE, 'do you move the test day package free of charge if the dvsa cancels', /free of charge/],
  [PIANO, 'сколько стоит подъём при перевозке двух пианино', /бесплатно/],
])('of «%s», «%s» gets what is free itself', async (file, question, said) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(said)]);
});

const HOSTEL = [
  ['How do I get to the ferry?', 'Walk down Ferry Lane, two minutes. Passengers board 20 minutes before departure.'],
  ['Do you have a lift?', 'No lift. One private room is on the ground floor.'],
  ['Can I arrive early?', 'You can leave bags from 9am, the room is ready at 3pm.'],
  ['Do you have a drying room?', 'Yes, in the basement, always open.'],
  [
    'Do I need a provisional licence?',
    'Yes, bring the photocard to your first lesson. We cannot teach you without it.',
  ],
  ['Is there wifi?', 'Yes, free in all rooms.'],
  ['Are towels included?', 'Bed linen is included, towels are £2 to hire.'],
] as const;

it.each([
  'how much is the ferry',
  'how much is the lift',
  'how much is early arrival',
  'how much is the drying room',
  'how much is a provisional licence',
])('risk: «%s» is answered without a price', async (question) => {
  expect((await (await talkWith({ file: 'About us.', pairs: HOSTEL }))(question)).kind).not.toBe('answer');
});

it.each([
  ['how much is the wifi', /free/],
  ['how much are towels', /£2/],
])('«%s» is answered where a price is said', async (question, price) => {
  const { kind, text } = await (await talkWith({ file: 'About us.', pairs: HOSTEL }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(price)]);
});

it.each(['прививка щенку цена', 'сколько стоит первая прививка щенку'])(
  'risk: «%s» gets a pair of four subjects that says when',
  async (question) => {
    const pairs = [
      [
        'Когда делать первую прививку щенку?',
        'В 8–9 недель, ревакцинация через 3–4 недели. За 10 дней нужна обработка.',
      ],
    ] as const;
    expect((await (await talkWith({ file: 'О нас.', pairs }))(question)).kind).not.toBe('answer');
  },
);
