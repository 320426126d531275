import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPassageIndex } from '../passage-index/passage-index.ts';
import { quotePassage } from './quote-passage.ts';
import { splitUnits } from './split-units.ts';
import { wantsPrice } from './wants-price.ts';

const DELIVERY = `Мы работаем с 2009 года и собрали больше тысячи кухонь в разных городах страны.
Доставка по городу стоит 500 ₽, а за город мы возим по договорённости с водителем. Подъём на этаж оплачивается отдельно.
Замер бесплатный, если вы потом заказываете у нас кухню. Мастер приезжает с образцами фасадов и столешниц.
Монтаж занимает два дня. Г. Петров, наш старший мастер, работает с 1998 г. и учит остальных.`;
const LIST = `Наша мастерская открыта для всех, кто любит хорошую мебель и хочет понять, как она сделана.
Для возврата товара принесите с собой:
• паспорт покупателя;
• чек или выписку из банка;
• сам товар в коробке.
Деньги возвращаем на карту за десять дней, а по выходным касса не работает совсем.`;
const TABLE = `Товар: Кран шаровой; Цена: 500 ₽; Срок: 2 дня
Товар: Смеситель для кухни; Цена: 3 400 ₽; Срок: 5 дней
Товар: Душевая стойка; Цена: 8 900 ₽; Срок: 7 дней
Товар: Полотенцесушитель; Цена: 5 200 ₽; Срок: 4 дня`;
const ASSEMBLY = `Сборку шкафа мастер делает в день приезда, если вы заказали её заранее, за неделю или раньше. Подъём на этаж стоит 300 ₽.
Комод собирают сорок минут.`;
const PRICES = `Прайс-лист на букеты, prices of bouquets
Букет «Нежность» 15 роз — 3 500 руб
Букет «Весна» тюльпаны 25 шт — 2 900 руб
Букет «Ромашка» — 1 800 руб
Bouquet Harmony of 9 lilies: €45
Корзина «Праздник» — 6 200 руб`;
const NAMES = ['Нежность', 'Весна', 'Ромашка', 'Праздник', 'Осень', 'Заря', 'Облако', 'Каприз', 'Мечта', 'Лето'];
const ROWS = NAMES.map((name, at) => `Букет «${name}» из роз, пионов и зелени — ${at + 1} 500 руб`);
const WORKS = 'Замена камеры — 600 ₽\nЗамена покрышки — 700 ₽\nРемонт тормозов — 1 200 ₽\nЧистка цепи — 400 ₽';
const SIZES = 'R14 — 2 000 ₽\nR16 — 2 400 ₽\nR18 — 2 900 ₽';
const ENGLISH = `The workshop was founded by two brothers in Leeds, and it still belongs to the family.
Repairs take about three weeks in winter. Dr. Ann Smith, who joined in 2011, runs the restoration of old clocks.
Visitors are welcome every Friday, but please call before you come.`;

const ZONES = `При заказе от 30 000 ₽ доставка бесплатная, кроме крупных велосипедов в собранном виде.
До МКАД: велосипед 900 ₽, электровелосипед 1500 ₽.
До 10 км от МКАД: велосипед 1400 ₽, электровелосипед 2000 ₽.
Курьер звонит за час до приезда и ждёт, пока вы осмотрите велосипед и проверите тормоза.`;

function quote(query: string, text: string, heading?: string): string {
  const index = createPassageIndex();
  index.upsert(
    [DELIVERY, LIST, TABLE, WORKS, `Шиномонтаж:\n${SIZES}`, ENGLISH, PRICES, ASSEMBLY, ZONES, ROWS.join(' ')].map(
      (each, number) => ({
        id: `${number}`,
        kind: 'file',
        text: each,
      }),
    ),
  );
  return quotePassage(index.state, { query, text, ...(heading !== undefined && { heading }) });
}

describe('quotePassage', () => {
  it.each([
    ['сколько стоит доставка по городу?', DELIVERY, /^Доставка по городу стоит 500 ₽[^.]*\.$/],
    ['нужно ли платить за замер', DELIVERY, /^Замер бесплатный/],
    ['с какого года работает петров', DELIVERY, /с 1998 г\. и учит остальных\.$/],
    ['who runs the restoration of clocks?', ENGLISH, /Dr\. Ann Smith, who joined in 2011/],
    ['when did Ann Smith join', ENGLISH, /Dr\. Ann Smith, who joined in 2011/],
  ])('«%s» is answered by the sentence that says it', (query, text, words) => {
    const found = quote(query, text);
    expect(found).toMatch(words);
    expect(found.length).toBeLessThan(text.length / 2);
  });

  it('gives the row of a table and no other', () => {
    expect(quote('цена смесителя для кухни', TABLE)).toBe('Товар: Смеситель для кухни; Цена: 3 400 ₽; Срок: 5 дней');
  });

  it.each([
    ['сколько стоит букет нежность', 'Букет «Нежность» 15 роз — 3 500 руб'],
    ['цена букета «Весна»', 'Букет «Весна» тюльпаны 25 шт — 2 900 руб'],
    ['почём букет ромашка', 'Букет «Ромашка» — 1 800 руб'],
    ['how much is the Harmony bouquet', 'Bouquet Harmony of 9 lilies: €45'],
  ])('risk: a heading of prices is given as the price: «%s»', (query, line) => {
    expect(quote(query, PRICES)).toBe(line);
  });

  it('risk: asked for a price, it gives that of another thing rather than the sentence about this one', () => {
    expect(quote('сколько стоит сборка шкафа', ASSEMBLY)).toMatch(/^Сборку шкафа мастер/);
  });

  it.each(['Сколько стоит доставка до МКАД?', 'сколько стоит доставка', 'почём доставка велосипеда до мкад'])(
    'risk: «%s» gets when it is free, not what it costs, as the rows have the word in their heading',
    (query) => expect(quote(query, ZONES, 'Доставка')).toMatch(/^До МКАД: велосипед 900 ₽/),
  );

  it.each([
    ['сколько стоит замер', DELIVERY, /^Замер бесплатный/],
    ['доставка бесплатная?', ZONES, /^При заказе от 30 000 ₽/],
  ])(
    'gives when a thing is free where nothing else says its price, or just that is asked: «%s»',
    (query, text, words) => expect(quote(query, text, text === ZONES ? 'Доставка' : '')).toMatch(words),
  );

  it('gives a whole list with the line that says what it is of', () => {
    expect(quote('что нужно для возврата товара?', LIST)).toBe(LIST.split('\n').slice(1, 5).join('\n'));
  });

  it('gives one item with that line where only this one is asked for', () => {
    expect(quote('нужна ли для возврата выписка из банка?', LIST)).toBe(
      'Для возврата товара принесите с собой:\n• чек или выписку из банка;',
    );
  });

  it.each([
    ['сколько стоит поменять камеру?', 'Замена камеры — 600 ₽'],
    ['цена ремонта тормозов', 'Ремонт тормозов — 1 200 ₽'],
    ['чистка', 'Чистка цепи — 400 ₽'],
    ['сколько стоит замена?', WORKS],
    ['какие цены?', WORKS],
    ['прайс', WORKS],
  ])('of a short price list the one row that fits is given, all of it where all is asked: «%s»', (query, words) => {
    expect(quote(query, WORKS)).toBe(words);
    const columns = (text: string) => text.replaceAll(/^(.+) — (.+) ₽$/gmu, 'Работа: $1; Цена, ₽: $2');
    expect(quote(query, columns(WORKS))).toBe(columns(words));
  });

  it('a row goes with what says what it is of: the line above, or the heading', () => {
    expect(quote('шиномонтаж 16 сколько стоит', SIZES, 'Шиномонтаж')).toBe('Шиномонтаж\nR16 — 2 400 ₽');
    expect(quote('шиномонтаж 16 сколько стоит', `Шиномонтаж:\n${SIZES}`)).toBe('Шиномонтаж:\nR16 — 2 400 ₽');
  });

  it('gives a short text as it stands, and of one the only unit that says all that is asked', () => {
    const text = ' Доставка бесплатная.\nПодъём — 300 ₽. ';
    expect(quote('доставка и подъём', text)).toBe('Доставка бесплатная.\nПодъём — 300 ₽.');
    expect(quote('скидка', text)).toBe('Доставка бесплатная.\nПодъём — 300 ₽.');
    expect(quote('доставка', text)).toBe('Доставка бесплатная.');
  });

  it('gives words of the text whatever is asked, for any text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 800 });
    const index = createPassageIndex();
    fc.assert(
      fc.property(text, text, (query, body) => {
        for (const line of quotePassage(index.state, { query, text: body }).split('\n'))
          expect(body).toContain(line.trim().split(/\s/)[0]);
      }),
    );
  });

  it.each([
    ['points', `${'a. '.repeat(15_000)}`],
    ['one word', 'ж'.repeat(50_000)],
    ['spaces', `a.${' '.repeat(50_000)}B`],
    ['colons', 'a: '.repeat(15_000)],
    ['semicolons', 'a: b; '.repeat(8_000)],
    ['lines', '• a\n'.repeat(12_000)],
  ])('risk: a text of %s takes long', (_name, text) => {
    expect(splitUnits(text).length).toBeLessThanOrEqual(40_001);
    expect(quote('цена', text).length).toBeLessThanOrEqual(text.length);
  });
});

it('takes no abbreviation or initial for the end of a sentence', () => {
  expect(
    splitUnits('Мы на ул. Баумана, 44. Звоните по тел. 5-55. J. R. Smith came. Ok.').map(({ text }) => text),
  ).toEqual(['Мы на ул. Баумана, 44.', 'Звоните по тел. 5-55.', 'J. R. Smith came.', 'Ok.']);
});

it.each([
  ['сколько стоит доставка', true],
  ['Сколько будет стоить сборка?', true],
  ['цена дивана осло', true],
  ['почём розы', true],
  ['how much is the oak table?', true],
  ['что входит в цену?', false],
  ['почему цена выросла', false],
  ['сколько идёт доставка', false],
  ['how much time does it take', false],
])('«%s» asks for a price: %s', (question, isAsked) => {
  expect(wantsPrice(question)).toBe(isAsked);
});

describe('risk: a quote has no end', () => {
  it('where the lines of a price list were joined', () => {
    expect(quote('сколько стоит букет каприз', ROWS.join(' '))).toBe(ROWS[7]);
  });

  it('where a list is long: it ends with an item', () => {
    const list = ['В магазине есть букеты:', ...ROWS.map((row) => `• ${row}`)];
    const found = quote('какие букеты есть в магазине', list.join('\n')).split('\n');
    expect(list).toEqual(expect.arrayContaining(found));
    expect(found.join(' ').split(/\s+/).length).toBeLessThan(60);
  });
});
