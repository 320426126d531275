import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseQuery } from './analyse-query.ts';
import { decideAnswer } from './decide-answer.ts';
import { retrievalLimits } from './limits.ts';
import type { Passage } from './passage-index/index-state.ts';
import { createPassageIndex, type PassageIndex } from './passage-index/passage-index.ts';
import { rankAnswers } from './rank-answers.ts';
import { searchPassages } from './search-passages.ts';

const pairs: Array<[string, string, string]> = [
  ['delivery', 'Сколько стоит доставка по Москве?', 'Доставка по Москве стоит 300 рублей, от 5000 рублей бесплатно.'],
  ['return', 'Как вернуть товар?', 'Верните товар в течение 14 дней с чеком в любой наш магазин.'],
  ['hours', 'Во сколько вы открываетесь?', 'Мы работаем каждый день с 9:00 до 21:00.'],
  ['payment', 'Какие способы оплаты вы принимаете?', 'Принимаем карты, СБП и наличные при получении.'],
  ['warranty', 'Есть ли гарантия на телефоны?', 'Гарантия на телефоны 12 месяцев.'],
  ['password', 'How do I reset my password?', 'Open Settings → Security and press “Reset password”.'],
  ['cancel', 'How can I cancel my order?', 'Open the order and press Cancel before it is shipped.'],
  ['invoice', 'Where do I find my invoice?', 'Invoices are in the e-mail that confirms your order.'],
];

function shopIndex(): PassageIndex {
  const index = createPassageIndex();
  index.upsert(pairs.map(([id, question, text]): Passage => ({ id, kind: 'qa', question, text })));
  return index;
}

function answerTo(query: string, index = shopIndex()): string {
  const decision = decideAnswer(searchPassages(index, query, { limit: 5 }));
  if (decision.kind === 'answer') return decision.id;
  return decision.kind === 'clarify' ? `clarify ${decision.ids.toSorted().join(' ')}` : 'refuse';
}

describe('searchPassages and decideAnswer', () => {
  it.each([
    ['Сколько стоит доставка по Москве?', 'delivery'],
    ['скока стоит даставка', 'delivery'],
    ['доставки по москве сколько стоят', 'delivery'],
    ['хочу вернуть товары', 'return'],
    ['способы оплаты', 'payment'],
    ['гарантия на телефон', 'warranty'],
    ['ufhfynbz yf ntktajys', 'warranty'],
    ['how to reset password', 'password'],
    ['reset pasword', 'password'],
    ['please cancel my order', 'cancel'],
    ['canceling an order', 'cancel'],
    ['как сбросить пароль', 'password'],
    ['warranty for phones', 'warranty'],
    ['сколько стоит доставить по Москве', 'delivery'],
  ])('answers «%s» with the pair %s', (query, id) => {
    expect(answerTo(query)).toBe(id);
  });

  it.each([
    ['Where can I find my invoice?', 'ru', 'Где найти счёт?'],
    ['мой автобус опаздывает', 'en', 'Is my bus late?'],
    ['how is the weather tomorrow', 'ru', 'Какая завтра погода?'],
    ['включи свет на кухне', 'en', 'Turn on the kitchen lights'],
  ])('finds the pair of the other language by everyday words: «%s»', (query, id, question) => {
    const index = createPassageIndex();
    const others = ['Чем кормить кошку?', 'Where is the library?', 'Сколько стоит билет?', 'How do I sing better?'];
    const pair = (pairId: string, asked: string): Passage => ({ id: pairId, kind: 'qa', question: asked, text: asked });
    index.upsert([...others.map((other) => pair(other, other)), pair(id, question)]);
    expect(searchPassages(index, query, { limit: 1 }).hits[0]?.id).toBe(id);
  });

  it('of passages the one that has the words themselves stands before one with words that look alike', () => {
    const index = createPassageIndex();
    const texts = [
      ['measure', 'The corruption scale CPI measures how people see the public sector.'],
      ['climate', 'Scaled measurements of the climate were measured with a measuring scope over scores of measures.'],
    ];
    index.upsert(texts.map(([id = '', text = '']): Passage => ({ id, kind: 'file', text })));
    expect(searchPassages(index, 'What does the CPI scale measure?', { limit: 1 }).hits[0]?.id).toBe('measure');
  });

  it.each([
    'Кто написал «Войну и мир»?',
    'Какая высота у Эвереста',
    'what is the capital of France',
    'tell me a joke about penguins',
    'привет',
    'спасибо большое',
    '👍',
    '42',
  ])('does not answer «%s»', (query) => {
    expect(answerTo(query)).toBe('refuse');
  });

  it('finds a passage of a file by its words, and pairs and files together', () => {
    const index = shopIndex();
    index.upsert([
      {
        id: 'file-1',
        kind: 'file',
        text: 'Склад в Твери принимает крупногабаритные посылки по предварительной записи.',
      },
      { id: 'page-1', kind: 'page', text: 'О компании: нас основали два брата в 1998 году.' },
    ]);
    const ask = (query: string) => searchPassages(index, query, { limit: 3 }).hits[0]?.id;
    expect(ask('принимает ли склад в Твери крупногабаритные посылки')).toBe('file-1');
    expect(ask('кто основал компанию')).toBe('page-1');
    expect(ask('как вернуть товар')).toBe('return');
  });

  it('finds a piece of a file by the headings above it, and takes it for a piece of a file all the same', () => {
    const index = shopIndex();
    const rows = ['Кран', 'Смеситель', 'Душ'].flatMap((name): Passage[] => [
      { id: `price ${name}`, kind: 'file', question: `Сантехника › ${name}`, text: 'Цена по запросу в отделе продаж.' },
      { id: `care ${name}`, kind: 'file', question: `Уход › ${name}`, text: 'Протирать мягкой тканью без порошка.' },
    ]);
    index.upsert(rows);
    const found = rankAnswers(index.state, { text: 'чем протирать смеситель' });
    expect(found.answers[0]).toMatchObject({ passageId: 'care Смеситель', hasQuestion: false });
  });

  it('asks back when two answers are close', () => {
    const index = createPassageIndex();
    index.upsert([
      { id: 'card', kind: 'qa', question: 'Как оплатить заказ картой?', text: 'Картой — на сайте.' },
      { id: 'cash', kind: 'qa', question: 'Как оплатить заказ наличными?', text: 'Наличными — курьеру.' },
      { id: 'other', kind: 'qa', question: 'Где находится ваш магазин?', text: 'На Тверской, 1.' },
    ]);
    expect(answerTo('как оплатить заказ', index)).toBe('clarify card cash');
  });

  it('takes example questions of one answer for one candidate', () => {
    const index = shopIndex();
    index.upsert([
      { id: 'card-1', kind: 'qa', question: 'Можно платить картой в рассрочку?', text: 'Да, на 6 месяцев.' },
      { id: 'card-2', kind: 'qa', question: 'Можно взять карту в рассрочку?', text: 'Да, на 6 месяцев.' },
    ]);
    const result = searchPassages(index, 'можно картой в рассрочку', { limit: 5 });
    expect(result.hits.filter(({ id }) => id.startsWith('card'))).toHaveLength(1);
    expect(decideAnswer(result)).toEqual({ kind: 'answer', id: 'card-1' });
  });

  it('ranks equal passages by their ids, whatever the order they came in', () => {
    const twins = ['b', 'a', 'c'].map(
      (id): Passage => ({ id, kind: 'qa', question: 'Цена ремонта?', text: `Цена ${id}` }),
    );
    for (const order of [twins, twins.toReversed()]) {
      const index = createPassageIndex();
      index.upsert(order);
      expect(searchPassages(index, 'цена ремонта', { limit: 3 }).hits.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    }
  });

  it('answers nothing from an empty base', () => {
    const result = searchPassages(createPassageIndex(), 'доставка', { limit: 5 });
    expect(result).toEqual({ hits: [], confidence: 0 });
    expect(decideAnswer(result)).toEqual({ kind: 'refuse' });
  });
});

describe('hostile queries', () => {
  const hostile: Array<[string, string]> = [
    ['empty', ''],
    ['one letter', 'я'],
    ['one word of a megabyte', 'а'.repeat(1_000_000)],
    ['a megabyte of words', 'доставка '.repeat(120_000)],
    ['different words', Array.from({ length: 20_000 }, (_, number) => `слово${number.toString(36)}`).join(' ')],
    ['ligatures that grow', 'ﷺ'.repeat(10_000)],
    ['lone surrogates', '\ud800\udc00\ud800 \udfff доставка'],
    ['combining marks', `д${'\u0301'.repeat(10_000)}оставка`],
    ['names of object members', '__proto__ constructor toString hasOwnProperty'],
  ];

  it.each(hostile)('%s: bounded work and a finite confidence', (_name, query) => {
    const index = shopIndex();
    const analysed = analyseQuery(index.state, query);
    expect(analysed.terms.length).toBeLessThanOrEqual(retrievalLimits.queryTerms);
    expect(analysed.order.length).toBeLessThanOrEqual(retrievalLimits.queryTerms * 2);
    const max = retrievalLimits.expansionsPerTerm + 1;
    for (const term of analysed.terms) expect(term.expansions.length).toBeLessThanOrEqual(max);
    const { confidence } = searchPassages(index, query, { limit: 5 });
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
  });

  it('any base and any query give finite scores in falling order, each id once', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(fc.array(fc.record({ question: text, text }), { maxLength: 8 }), text, (bases, query) => {
        const index = createPassageIndex();
        index.upsert(bases.map((base, number) => ({ id: `${number}`, kind: 'qa' as const, ...base })));
        const { hits, confidence } = searchPassages(index, query, { limit: 10 });
        expect(Number.isFinite(confidence)).toBe(true);
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
        expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
      }),
    );
  });

  it('risk: each unknown word of a message is compared with every word of a base whose words look alike', () => {
    const index = createPassageIndex();
    const letters = (number: number) =>
      Array.from(number.toString(26), (digit) => String.fromCodePoint(0x430 + Number.parseInt(digit, 26))).join('');
    const name = (number: number) => `слово${letters(number)}щ`;
    index.upsert(
      Array.from({ length: 60 }, (_, at): Passage => {
        const names = Array.from({ length: 400 }, (_name, number) => name(at * 400 + number));
        return { id: `${at}`, kind: 'file', text: names.join(' ') };
      }),
    );
    const unknown = Array.from({ length: 48 }, (_, number) => `слово${letters(number)}жжщ`);
    const compared = ({ terms }: ReturnType<typeof analyseQuery>) =>
      terms.filter(({ expansions }) => expansions.length > 1).length;
    expect(compared(analyseQuery(index.state, unknown.join(' ')))).toBeLessThan(12);
    expect(compared(analyseQuery(index.state, unknown.slice(0, 4).join(' ')))).toBe(4);
  });
});
