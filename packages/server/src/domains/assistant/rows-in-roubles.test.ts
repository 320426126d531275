import { expect, it } from 'vitest';
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
