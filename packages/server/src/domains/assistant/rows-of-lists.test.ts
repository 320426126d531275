import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* «Подшить брюки - 500 руб.»: a price list whose rows end with a shortened word is one of rows all the same. */

const { ask } = useTalks({
  tailor: {
    file: `# РЕМОНТ БРЮК И ДЖИНСОВ
Подшить брюки - 500 руб.
Подшить джинсы с сохранением фабричного края - 750 руб.
Заменить молнию в брюках - 650 руб.
Ушить брюки по боковым швам - 900 руб.
Заплатка на джинсы - от 400 руб.

# РЕМОНТ ВЕРХНЕЙ ОДЕЖДЫ
Замена молнии в куртке до 60 см - 1 400 руб.
Замена молнии в пуховике - 1 700 руб.
Укоротить рукава пальто - 1 500 руб.
Замена подкладки пальто - от 4 500 руб.
Замена подкладки пиджака - от 3 200 руб.`,
  },
  cleaner: {
    file: `# МЫТЬЁ ОКОН И БАЛКОНОВ
Помыть окно двустворчатое - 600 руб.
Помыть балкон с остеклением до 4 метров - 2 200 руб.
Снять сетку с окна - 150 руб.`,
  },
});

it.each([
  ['tailor', ['подшить джинсы цена'], 'Подшить джинсы с сохранением фабричного края - 750 руб.'],
  ['tailor', ['подшить брюки'], 'Подшить брюки - 500 руб.'],
  ['cleaner', ['помыть балкон сколько стоит'], 'Помыть балкон с остеклением до 4 метров - 2 200 руб.'],
  ['cleaner', ['помыть окно сколько стоит'], 'Помыть окно двустворчатое - 600 руб.'],
  ['tailor', ['замена молнии в куртке', 'а пуховик?'], 'Замена молнии в пуховике - 1 700 руб.'],
  ['tailor', ['подкладку в пиджаке меняете?', 'а в пальто?'], 'Замена подкладки пальто - от 4 500 руб.'],
] as const)(
  'risk: of «%s», %j gets the row of another thing, whose word the heading has',
  async (business, asked, text) => {
    const [first, ...more] = asked;
    expect(await ask(business, first, ...more)).toMatchObject({ kind: 'answer', text });
  },
);

it.each([
  ['tailor', ['ушить джинсы сколько']],
  ['tailor', ['молния в джинсах замена цена']],
  ['tailor', ['укоротить рукава пальто сколько?', 'а молнию']],
  ['cleaner', ['снять сетку с балкона']],
] as const)('risk: of «%s», %j is answered although no row is of that', async (business, asked) => {
  const [first, ...more] = asked;
  expect((await ask(business, first, ...more)).kind).not.toBe('answer');
});

describe('how many it is for', () => {
  const { ask: rent } = useTalks({
    camping: {
      file: '# Палатки\nПалатка 2-местная — 400 ₽\nПалатка 4-местная — 600 ₽\n\n# Лодки\nБайдарка 2-местная — 1500 ₽\nБайдарка 3-местная — 1900 ₽',
    },
    cleaner: { file: '# Sofas\n2-seater sofa — £65\n3-seater sofa — £85\nArmchair — £40' },
  });

  it.each([
    ['camping', 'палатка 3-местная цена'],
    ['camping', 'сколько стоит трёхместная палатка'],
    ['camping', 'палатка 8-местная'],
    ['cleaner', '4 seater sofa price'],
    ['cleaner', 'how much is a five seater sofa'],
  ] as const)('risk: %s, «%s»: its neighbours are given for it', async (business, question) => {
    expect((await rent(business, question)).kind).not.toBe('answer');
  });

  it.each([
    ['camping', 'палатка 4-местная цена', 'Палатка 4-местная — 600 ₽'],
    ['camping', 'байдарка 3-местная сколько', 'Байдарка 3-местная — 1900 ₽'],
    ['cleaner', '2 seater sofa price', '2-seater sofa — £65'],
  ] as const)('%s, «%s»: its own row is given', async (business, question, text) => {
    expect(await rent(business, question)).toMatchObject({ kind: 'answer', text });
  });
});

describe('a figure alone straight after a row', () => {
  const { ask: rent } = useTalks({
    camping: {
      file: '# Палатки\nПалатка 2-местная — 400 ₽\nПалатка 4-местная — 600 ₽\n\n# Лодки\nБайдарка 2-местная — 1500 ₽\nБайдарка 3-местная — 1900 ₽\n\n# Рюкзаки\nРюкзак 80 л — 150 ₽\nРюкзак 100 л — 200 ₽\n\n# Прочее\nГермомешок 60 л — 80 ₽\nКотёл 10 л — 200 ₽',
    },
  });

  it.each([
    ['палатка 4-местная цена', 'а 3-местная?'],
    ['байдарка 3-местная сколько', 'а 4-местная?'],
    ['рюкзак 80 л цена', '60 л есть?'],
    ['рюкзак 80 л цена', 'а 10 л'],
  ] as const)('risk: after «%s», «%s» gets the price of another thing with that figure', async (first, next) => {
    expect((await rent('camping', first, next)).kind).not.toBe('answer');
  });

  it.each([
    ['палатка 4-местная цена', 'а 2-местная?', 'Палатка 2-местная — 400 ₽'],
    ['рюкзак 80 л цена', 'а на 100', 'Рюкзак 100 л — 200 ₽'],
    ['рюкзак 80 л цена', 'а котёл 10 л?', 'Котёл 10 л — 200 ₽'],
  ] as const)('after «%s», «%s» gets its row', async (first, next, text) => {
    expect(await rent('camping', first, next)).toMatchObject({ kind: 'answer', text });
  });
});

describe('what a price is paid for', () => {
  const { ask: told } = useTalks({
    tailor: {
      file: '# ХИМЧИСТКА\nСвадебное платье - от 3 500 руб.\nПлед - 800 руб.\n\n# Наши цены\nУкоротить рукава - 700 руб.\nПришить пуговицу - 50 руб.\n\n# Фурнитура\nЗмейка металлическая - 90 руб.\nКнопка - 20 руб.',
    },
    cleaner: { file: '# End of tenancy\n1 bedroom flat: £220\n2 bedroom flat: £290' },
  });

  it.each([
    ['tailor', 'сколько стоит свадебное платье', 'Химчистка:\nСвадебное платье - от 3 500 руб.'],
    ['tailor', 'почём пуговицу пришить', 'Пришить пуговицу - 50 руб.'],
    ['tailor', 'сколько стоит змейка', 'Змейка металлическая - 90 руб.'],
    ['cleaner', 'how much for a 2 bedroom flat', 'End of tenancy:\n2 bedroom flat: £290'],
  ] as const)(
    'risk: %s, «%s»: only the heading of a service says it, and is left out',
    async (business, question, text) => {
      expect(await told(business, question)).toMatchObject({ kind: 'answer', text });
    },
  );
});
