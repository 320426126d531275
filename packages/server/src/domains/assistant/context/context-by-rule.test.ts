import { describe, expect, it } from 'vitest';
import { type FoundPassage, type Retrieval, stemWord } from '../../knowledge/index.ts';
import { buildMessage, buildTurn } from '../testing/build-turn.ts';
import { findEquals, tellTwoPrices } from './find-equals.ts';
import { findOfAdvert } from './find-of-advert.ts';
import { findTurning } from './find-turning.ts';
import { isComplete, withoutPlace } from './follow-up.ts';
import { readTurn } from './read-turn.ts';
import { findRowAfter } from './rows/find-row-after.ts';
import { sayAnswer } from './say-answer.ts';
import { topicOf, wholeToSay } from './say-passage.ts';
import { isAmong, isSubject } from './words/alike-words.ts';
import { isNamed } from './words/named-words.ts';
import { readEllipsis } from './words/own-words.ts';

/* What each rule about the words before a question, and about those that go out, needs. */

const file = (text: string, more: Partial<FoundPassage> = {}): FoundPassage => ({
  ...{ id: '1', kind: 'file', title: 'Прайс', text, score: 10 },
  ...more,
});
const pair = (title: string, text: string): FoundPassage => ({ id: '1', kind: 'qa', title, text, score: 10 });
const found = (...passages: FoundPassage[]): Retrieval => ({
  ...{ passages, confidence: 0.9, isEmpty: false, decision: { kind: 'answer', id: passages[0]?.id ?? '' } },
});

describe('straight after a row of a table', () => {
  const table = file(
    [
      'Услуга: Ремонт стула; Цена: 500 ₽; Гарантия: год',
      'Услуга: Ремонт стола; Цена: 800 ₽; Гарантия: месяц',
      'Услуга: Чистка дивана; Цена: 900 ₽; Гарантия: нет',
      'Услуга: Матрас мягкий; Цена: 700 ₽; Гарантия: нет',
      'Услуга: Матрас жёсткий; Цена: 600 ₽; Гарантия: нет',
    ].join('\n'),
  );
  const after = (said: string, query: string, passage = table, kinds: readonly ('file' | 'qa')[] = ['file']) => {
    const lastReply = buildMessage({
      ...{ author: 'assistant' as const, seq: 2, text: said, decision: 'answer' as const },
      sources: kinds.map((kind) => ({ kind, passageId: '1', title: '', knowledgeBaseId: 'b', score: 1 })),
    });
    const reading = { ...readTurn(buildTurn(query)), lastReply };
    return findRowAfter({ query, reading, search: async () => found(passage) });
  };
  const quoteAfter = async (...said: Parameters<typeof after>) => (await after(...said))?.retrieval.passages[0]?.quote;
  const line = (name: string) => table.text.split('\n').find((row) => row.includes(name));
  const chair = line('стула') ?? '';

  it('another thing in its place, with what is done to it', async () => {
    expect(await quoteAfter(chair, 'а стола?')).toBe(line('стола'));
    expect(await quoteAfter(chair, 'а дивана?')).toBeUndefined();
    expect(await quoteAfter(chair, 'а гарантия?')).toBe(chair);
    expect(await quoteAfter(chair, 'а сколько стоит?')).toBe(chair);
  });

  it('of rows of one kind the one that has most of what was said', async () => {
    const rows = ['Удаление зуба, собака — 900 ₽', 'Удаление зуба, кошка — 700 ₽', 'Удаление когтей, кошка — 300 ₽'];
    expect(await quoteAfter(rows[0] ?? '', 'а у кошки?', file(rows.join('\n')))).toBe(rows[1]);
  });

  it('risk: another deed leads to a thing that nobody spoke of', async () => {
    const rows = ['Ремонт стула — 900 ₽', 'Чистка дивана — 700 ₽'];
    expect(await quoteAfter(rows[0] ?? '', 'а чистка?', file(rows.join('\n')))).toBeUndefined();
    const alone = ['Ремонт стула — 900 ₽', 'Чистка — 700 ₽'];
    expect(await quoteAfter(alone[0] ?? '', 'а чистка?', file(alone.join('\n')))).toBe(alone[1]);
  });

  it.each(['а это?', 'а сколько по времени?'])(
    'risk: «%s» gets the row again, which says nothing of it',
    async (query) => {
      expect(await quoteAfter(chair, query)).toBeUndefined();
    },
  );

  it('how long is said by a column of that name', async () => {
    const timed = file('Услуга: Ремонт стула; Срок: 3 дня\nУслуга: Ремонт стола; Срок: 5 дней');
    expect(await quoteAfter('Услуга: Ремонт стула; Срок: 3 дня', 'а сколько по времени?', timed)).toContain('3 дня');
  });

  it('risk: an answer with the words of a pair is taken for rows', async () => {
    expect(await quoteAfter(chair, 'а гарантия?', table, ['file', 'qa'])).toBeUndefined();
    expect(await quoteAfter(chair, 'а гарантия?', table, ['file', 'file'])).toBe(chair);
  });

  it('of several rows what they have in common is searched for', async () => {
    const both = `${line('мягкий')}\n${line('жёсткий')}`;
    expect((await after(both, 'а гарантия?'))?.query).toBe('матрас а гарантия?');
  });
});

describe('under an advert', () => {
  const under = async (about: string, passage: FoundPassage) =>
    (await findOfAdvert({ about, query: 'сколько стоит?', search: async () => found(passage) })).retrieval.decision
      .kind;

  it.each([
    [pair('Сколько стоит доставка?', '300 ₽.')],
    [pair('Сколько стоит букет из 51 розы?', '9000 ₽.')],
    [pair('Сколько стоит белая роза в горшке?', '700 ₽.')],
  ])('risk: the price of another thing is given: %#', async (passage) => {
    expect(await under('Роза красная, 25 шт', passage)).toBe('refuse');
  });

  it('that of the thing is given', async () => {
    expect(await under('Роза красная, 25 шт', pair('Сколько стоят 25 роз?', '3500 ₽.'))).toBe('answer');
  });
});

describe('what says as much', () => {
  const row = (id: string, quote: string, more: Partial<FoundPassage> = {}) => file(quote, { id, quote, ...more });

  it('risk: the same words are said twice', () => {
    const [best, same, other] = [
      row('1', 'Диван «Осло» — 900 ₽'),
      row('2', 'Диван «Осло» — 900 ₽'),
      row('3', 'Диван «Осло» — 700 ₽'),
    ];
    expect(findEquals('диван осло', best, [best, same, other]).map(({ id }) => id)).toEqual(['3']);
  });

  it('what is free costs nothing, and a price without a figure says none', () => {
    const two = (left: string, right: string) =>
      tellTwoPrices([
        row('1', `Услуга: Замер; Цена: ${left}`, { sourceName: 'a.xlsx' }),
        row('2', `Услуга: Замер; Цена: ${right}`, { sourceName: 'b.xlsx' }),
      ]);
    expect(two('бесплатно', '700 ₽')).toBe(true);
    expect(two('бесплатно', '0 ₽')).toBe(false);
    expect(two('1500 ₽', '1 500,00 ₽')).toBe(false);
  });
});

describe('the line that turns the meaning', () => {
  const turning = (text: string, quote: string) => findTurning(file(text, { quote }));

  it('is said once', () => {
    expect(turning('Не делаем:\n- обои', '- обои')).toBe('Не делаем:');
    const headed = file('Не делаем\n- обои', { heading: 'Не делаем', quote: 'Не делаем\n- обои' });
    expect(findTurning(headed)).toBeUndefined();
  });

  it('risk: a lead above another list turns what stands below a sentence', () => {
    expect(turning('Не делаем:\n- обои\nДелаем полы.\n- ламинат', '- ламинат')).toBeUndefined();
  });

  it('in capitals it is words, and no number of an article', () => {
    expect(turning('НЕ ДЕЛАЕМ\n- обои', '- обои')).toBe('НЕ ДЕЛАЕМ');
    expect(turning('НЕ ДЕЛАЕМ 2024\n- обои', '- обои')).toBeUndefined();
    expect(turning('НЕТ\n- обои', '- обои')).toBeUndefined();
  });
});

describe('what is said of a passage', () => {
  it('the heading above prices of things says what is done for them', () => {
    const cleaned = (text: string, heading = 'Чистка одежды') => sayAnswer(file(text, { heading }));
    expect(cleaned('Свадебное платье — 3500 ₽')).toBe('Чистка одежды:\nСвадебное платье — 3500 ₽');
    expect(cleaned('Свадебное платье — 3 шт')).toBe('Свадебное платье — 3 шт');
    const long = `Чистка одежды ${'и всего, что вы носите каждый день, '.repeat(2)}`;
    expect(cleaned('Свадебное платье — 3500 ₽', long)).toBe('Свадебное платье — 3500 ₽');
  });

  it('risk: a long piece is said whole to who picked its topic', () => {
    const long = 'Первое предложение о доставке. '.repeat(30);
    expect(wholeToSay(file(long, { quote: 'Первое.' }))).toBe('Первое.');
    expect(wholeToSay(file('Коротко о доставке.', { quote: 'Коротко.' }))).toBe('Коротко о доставке.');
  });

  it('risk: a button has no words, or a whole paragraph', () => {
    expect(topicOf(pair('', 'Да.'))).toBeUndefined();
    expect(topicOf(file('Текст.', { heading: 'Доставка '.repeat(12) }))).toBeUndefined();
    expect(topicOf(file('Текст.', { heading: 'Доставка' }))).toBe('Доставка');
  });
});

describe('words', () => {
  it('a long question stands by itself', () => {
    expect(readEllipsis('а когда же вы мне это там на дом привезёте')).toBeUndefined();
    expect(readEllipsis('а когда привезёте')).toBe('partly');
  });

  it('«Уила» has a stem of one letter, and is a name', () => {
    expect(isSubject('уила')).toBe(true);
  });

  it('a short stem says little of how a word goes on', () => {
    expect(isNamed('пятно', ['пятнадцать'])).toBe(false);
    expect(isNamed('стол', ['столик'])).toBe(true);
    expect(isNamed('полировать', ['полировка'])).toBe(true);
    expect(isNamed('массаж', ['массажист'])).toBe(true);
  });

  it('«скан» and «сканирование» are one thing, «стол» and «столешница» two', () => {
    expect(isAmong('скан', [stemWord('сканирование')])).toBe(true);
    expect(isAmong('стол', [stemWord('столешница')])).toBe(false);
  });

  it('what asks for one thing is complete, unless it says whose', () => {
    expect(isComplete('какой телефон?')).toBe(true);
    expect(isComplete('какая для дивана?')).toBe(false);
  });

  it('a place is put for another one, where both questions have one', () => {
    expect(withoutPlace('доставка по Твери сколько?', 'а за город?')).toBe('доставка сколько?');
    expect(withoutPlace('доставка по Твери сколько?', 'а дёшево?')).toBeUndefined();
    expect(withoutPlace('доставка сколько?', 'а за город?')).toBeUndefined();
  });
});

it('empty messages and replies to nothing are no words', () => {
  const turn = buildTurn([{ text: 'где вы', replyText: '  ' }], { history: buildTurn(' ').turn });
  const { quotes, earlier } = readTurn(turn);
  expect([quotes, earlier]).toEqual([[], []]);
});
