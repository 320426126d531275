import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* What differs by one sign is another thing: a letter or a figure of a code, a model, a size. */

const table = (...rows: string[]) => rows.join('\n');
const SHOP = table(
  'Товар: Печать А3; Цена: 40 ₽',
  'Товар: Печать А4; Цена: 20 ₽',
  'Товар: Печать А5; Цена: 12 ₽',
  'Товар: Насос X5; Цена: 5000 ₽',
  'Товар: Насос X7; Цена: 7000 ₽',
  'Товар: Набор 4А; Цена: 310 ₽',
  'Товар: Набор 4В; Цена: 320 ₽',
);
const PHONES = table(
  'Модель: iPhone 12; Замена экрана: 9 800 ₽; Замена аккумулятора: 3 600 ₽',
  'Модель: iPhone 13; Замена экрана: 11 500 ₽; Замена аккумулятора: 3 900 ₽',
  'Модель: Samsung Galaxy A52; Замена экрана: 7 400 ₽; Замена аккумулятора: 2 400 ₽',
  'Модель: Samsung Galaxy S21; Замена экрана: 13 900 ₽; Замена аккумулятора: 3 100 ₽',
  'Модель: Xiaomi Redmi Note 10; Замена экрана: 4 900 ₽; Замена аккумулятора: 2 000 ₽',
  'Модель: Xiaomi Redmi Note 12; Замена экрана: 5 600 ₽; Замена аккумулятора: 2 100 ₽',
  'Модель: Honor 50; Замена экрана: 8 300 ₽; Замена аккумулятора: 2 300 ₽',
);
const TOOLS = table(
  'Инструмент: Перфоратор Bosch GBH 2-26; Сутки: 500 ₽',
  'Инструмент: Лестница 5 м; Сутки: 200 ₽',
  'Инструмент: Болгарка 125 мм; Сутки: 300 ₽',
  'Инструмент: Болгарка 230 мм; Сутки: 450 ₽',
);

describe.each([
  ['rows of one passage', '\n'],
  ['each row a passage', '\n\n'],
])('%s', (_, joint) => {
  const { ask } = useTalks({
    shop: { file: SHOP.replaceAll('\n', joint) },
    phones: { file: PHONES.replaceAll('\n', joint) },
    tools: { file: TOOLS.replaceAll('\n', joint) },
  });

  it.each([
    ['shop', 'печать А4', ['Печать А4']],
    ['shop', 'печать a4 цена', ['Печать А4']],
    ['shop', 'сколько стоит насос X7', ['Насос X7']],
    ['shop', 'набор 4В', ['Набор 4В']],
    ['phones', 'экран redmi note 12', ['Xiaomi Redmi Note 12']],
    ['phones', 'замена экрана samsung a52', ['Samsung Galaxy A52']],
    ['phones', 'замена экрана s21', ['Samsung Galaxy S21']],
    ['phones', 'замена экрана iphone 12', ['iPhone 12']],
    ['tools', 'болгарка 230 мм', ['Болгарка 230 мм']],
    ['tools', 'перфоратор bosch 2-26', ['Перфоратор Bosch GBH 2-26']],
    ['tools', 'лестница 5 м', ['Лестница 5 м']],
  ] as const)('%s, «%s»: its own row alone', async (base, question, names) => {
    const { kind, text } = await ask(base, question);
    expect([kind, text.split(/\n+/).map((line) => line.split(' — ')[0])]).toEqual(['answer', names]);
  });

  it.each([
    ['shop', 'печать А6'],
    ['shop', 'насос X9'],
    ['phones', 'экран redmi 12'],
    ['phones', 'аккумулятор redmi 10'],
    ['phones', 'замена экрана xiaomi mi 10'],
    ['phones', 'замена экрана samsung s21 fe'],
    ['phones', 'iphone 12 se экран замена'],
    ['phones', 'замена экрана honor 50 se'],
    ['phones', 'замена экрана samsung a52s'],
    ['tools', 'лестница 3 м'],
    ['tools', 'болгарка 180 мм'],
  ] as const)('risk: %s, «%s» gets another model', async (base, question) => {
    expect((await ask(base, question)).kind).not.toBe('answer');
  });
});

describe('an e-bike is no bike', () => {
  const rows = [
    'Bike: City bike; Full day: £18; Week: £75',
    'Bike: Mountain bike; Full day: £28; Week: £120',
    'Bike: E-bike; Full day: £45; Week: £210',
    'Bike: Tandem; Full day: £55',
  ];
  const { ask } = useTalks({ hire: { file: `# Bike hire\n${rows.join('\n')}\n\n# Repairs\nPuncture repair £12.` } });

  it.each([
    ['how much is an e-bike for a day'],
    ['e-bike price'],
    ['mountain bike for a day', 'and for an e-bike?'],
    ['tandem for the day', 'and an e-bike?'],
  ] as const)('«%s» %s: the e-bike', async (...texts: readonly [string, ...string[]]) => {
    const [first, ...more] = texts;
    const { kind, text } = await ask('hire', first, ...more);
    expect([kind, text]).toEqual(['answer', expect.stringMatching(/^E-bike — [^\n]*£45/)]);
  });

  it.each(['mountain e-bike', 'mountain e-bike per day'])('risk: «%s» gets the mountain bike', async (question) => {
    expect((await ask('hire', question)).text).not.toMatch(/£28/);
  });
});
