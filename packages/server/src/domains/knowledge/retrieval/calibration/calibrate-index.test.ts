import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideAnswer } from '../decide-answer.ts';
import type { Passage } from '../passage-index/index-state.ts';
import { createPassageIndex, type PassageIndex } from '../passage-index/passage-index.ts';
import { searchPassages } from '../search-passages.ts';
import { answerFrom, falseAnswersOfHundred, ownAnswersOfHundred } from './answer-from.ts';
import { generalFrom } from './boldness.ts';
import { calibrateIndex, findCalibration, wantsCalibration } from './calibrate-index.ts';
import { generalQuestions } from './general-questions.ts';

const subjects = [
  ...['доставка', 'возврат', 'гарантия', 'оплата', 'монтаж', 'замер', 'хранение', 'сборка', 'упаковка', 'ремонт'],
  ...['кресло', 'диван', 'шкаф', 'комод', 'стеллаж', 'матрас', 'зеркало', 'тумба', 'кровать', 'полка'],
  ...['ковёр', 'лампа', 'торшер', 'люстра', 'штора', 'карниз', 'обои', 'плитка', 'ламинат', 'плинтус'],
];
const pair = (id: string, question: string, text = `Ответ ${id}`): Passage => ({ id, kind: 'qa', question, text });
const alike = subjects.flatMap((subject) => [
  pair(`price ${subject}`, `Сколько стоит ${subject} с подъёмом на этаж?`),
  pair(`time ${subject}`, `Сколько времени займёт ${subject} с подъёмом на этаж?`),
]);
const apart = [
  ...['Где вы находитесь?', 'Как вернуть кресло?', 'Есть ли рассрочка на мебель?', 'Кто собирает шкафы?'],
  ...['Сколько ждать диван?', 'Чем чистить обивку?', 'Можно потрогать ткани?', 'Даёте ли вы чек?', 'Есть лифт?'],
].map((question, number) => pair(`apart ${number}`, question));

async function buildIndex(passages: Passage[]): Promise<PassageIndex> {
  const index = createPassageIndex();
  index.upsert(passages);
  await calibrateIndex(index, { pause: async () => undefined });
  return index;
}

const usualOf = ({ calibration }: PassageIndex) =>
  calibration && answerFrom(calibration, { kind: 'pairs', boldness: 'usual' });

const FIRST_WORDS = 'какие у вас есть самые первые слова';

describe('calibrateIndex', () => {
  it('makes a base of pairs that are hardly told apart more careful than one of different ones', async () => {
    const [careful, usual] = [await buildIndex(alike), await buildIndex(apart)];
    expect(usualOf(careful)).toBeGreaterThan((usualOf(usual) ?? 1) + 0.1);
    expect(usualOf(usual)).toBeCloseTo(generalFrom.pairs.usual, 1);
  });

  it('risk: a base that became careful refuses its own questions', async () => {
    const index = await buildIndex(alike);
    for (const { id, question = '' } of alike) {
      expect(decideAnswer(searchPassages(index, question, { limit: 3 }))).toEqual({ kind: 'answer', id });
    }
  });

  it('risk: a pair with several ways to ask is compared with itself', async () => {
    const ways = apart.map((each) => ({
      ...each,
      phrasings: [(each.question ?? '').split(' ').toReversed().join(' ')],
    }));
    expect(usualOf(await buildIndex(ways))).toBeLessThan(generalFrom.pairs.usual + 0.1);
  });

  it('risk: two answers to one and the same question make a base refuse', async () => {
    const twice = [...apart, ...apart.map(({ question = '' }, number) => pair(`again ${number}`, question))];
    expect(usualOf(await buildIndex(twice))).toBeLessThanOrEqual(generalFrom.pairs.usual);
  });

  it('answers the less, the more careful the owner is, and says how many of a hundred it would', async () => {
    const { calibration } = await buildIndex(alike);
    if (!calibration) throw new Error('the base was not calibrated');
    const levels = (['careful', 'usual', 'bold'] as const).map((boldness) => ({
      from: answerFrom(calibration, { kind: 'pairs', boldness }),
      shown: falseAnswersOfHundred(calibration, boldness) ?? -1,
    }));
    expect(levels.map(({ from }) => from)).toEqual(levels.map(({ from }) => from).toSorted((a, b) => b - a));
    expect(levels.map(({ shown }) => shown)).toEqual(levels.map(({ shown }) => shown).toSorted((a, b) => a - b));
  });

  it('says nothing of a base that holds too little', async () => {
    const { calibration } = await buildIndex(apart.slice(0, 3));
    expect(calibration && falseAnswersOfHundred(calibration, 'usual')).toBeUndefined();
  });

  it('gives the same whatever the order in which the passages came', async () => {
    const [one, other] = [await buildIndex(alike), await buildIndex(alike.toReversed())];
    expect(one.calibration?.pairs).toEqual(other.calibration?.pairs);
    expect(one.calibration?.general).toEqual(other.calibration?.general);
  });

  it('gives other work its turn after each search, and takes as many of a big base as of a middling one', async () => {
    const many = Array.from({ length: 2_000 }, (_, number) =>
      pair(`many ${number}`, `Товар ${number} ${subjects[number % subjects.length]}`, `Он ${number}`),
    );
    const index = createPassageIndex();
    index.upsert(many);
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    await calibrateIndex(index, { pause });
    const { pairs, passages, general } = index.calibration ?? { pairs: [], passages: [], general: [] };
    expect(pauses).toBeGreaterThanOrEqual(pairs.length + passages.length + general.length);
    expect(pairs.length).toBeGreaterThan(200);
    expect(pairs.length + passages.length).toBeLessThanOrEqual(300);
    expect(general.length).toBe(120);
  });

  it('learns from passages of files too', async () => {
    const files = subjects.map(
      (subject, number): Passage => ({
        id: subject,
        kind: 'file',
        text: `${subjects.slice(number).join(' ')} ${subjects.slice(0, number).join(' ')} ${subject} подробно`,
      }),
    );
    const texts = [
      'Склад в Твери принимает крупные посылки по записи.',
      'Мастер приезжает утром с лестницей и дрелью.',
    ];
    const own = texts.map((text, number): Passage => ({ id: `own ${number}`, kind: 'file', text }));
    const index = await buildIndex([...files, ...own]);
    expect(index.calibration?.passages.length).toBeGreaterThan(0);
    const asked = (text: string) => searchPassages(index, text, { limit: 1 }).answerFrom ?? 0;
    expect(asked('склад в Самаре')).toBeGreaterThan(asked('склад в Твери') + 0.2);
  });

  it('risk: a base of a few pairs is as bold where its owner is careful as where he is not', async () => {
    const { calibration } = await buildIndex(apart.slice(0, 5));
    if (!calibration) throw new Error('the base was not calibrated');
    for (const kind of ['pairs', 'passages'] as const) {
      const [careful, usual, bold] = (['careful', 'usual', 'bold'] as const).map((boldness) =>
        answerFrom(calibration, { kind, boldness }),
      );
      expect(careful).toBeGreaterThan((usual ?? 1) + 0.05);
      expect(usual).toBeGreaterThan((bold ?? 1) + 0.05);
    }
  });

  it('risk: a word in common with a pair is taken for its thing', async () => {
    const index = await buildIndex(apart);
    const asked = (text: string) => searchPassages(index, text, { limit: 1 }).answerFrom ?? 0;
    const known = asked('вернуть кресло как');
    for (const question of ['вернуть автомобиль как', 'рассрочка на автомобили', 'сколько ждать автомобиль'])
      expect([question, asked(question) > known + 0.2]).toEqual([question, true]);
  });

  it('asks of other things what no pair of the base is about, and the same whatever the order', async () => {
    const [one, other] = [await buildIndex(apart), await buildIndex(apart.toReversed())];
    expect(one.calibration?.otherThings.length).toBeGreaterThan(apart.length);
    expect(one.calibration?.otherThings).toEqual(other.calibration?.otherThings);
  });

  it('risk: with vectors a question that has none is compared with those that have', async () => {
    const index = createPassageIndex();
    index.upsert([...alike, { id: 'page', kind: 'file', text: `${FIRST_WORDS} о нашем складе в Твери` }]);
    const nearby = { weight: 1, closeness: new Map<string, number>(), others: 0, isKnown: () => true };
    const asked = async (ofQuestion: typeof nearby | undefined) =>
      await findCalibration(index, {
        pause: async () => undefined,
        near: { ofText: async () => undefined, ofQuestion: async () => ofQuestion },
      });
    expect((await asked(undefined)).pairs).toHaveLength(0);
    expect((await asked(nearby)).pairs.length).toBeGreaterThan(alike.length / 2);
  });

  it('has nothing to learn from an empty base', async () => {
    const index = await buildIndex([]);
    expect(wantsCalibration(index)).toBe(false);
    expect(searchPassages(index, 'доставка', { limit: 3 }).hits).toEqual([]);
  });

  it('is wanted again when more than a little has changed', async () => {
    const index = await buildIndex(alike);
    expect(wantsCalibration(index)).toBe(false);
    index.remove(['price диван']);
    expect(wantsCalibration(index)).toBe(true);
  });
});

describe('risk: what is left out for a moment does not come back as it was', () => {
  const word = fc.constantFrom('доставка', 'оплата', 'возврат', 'цена', 'refund', 'order');
  const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
  const passages = fc.array(
    fc.record({ question: fc.option(text, { nil: undefined }), phrasings: fc.array(text, { maxLength: 2 }), text }),
    { maxLength: 8 },
  );

  it('searches find exactly what they found before', async () => {
    await fc.assert(
      fc.asyncProperty(passages, async (list) => {
        const index = createPassageIndex();
        index.upsert(list.map((each, number) => ({ id: `p${number}`, kind: 'qa' as const, ...each })));
        const ask = () =>
          ['цена доставки', 'refund', 'возврат'].map((query) => searchPassages(index, query, { limit: 9 }).hits);
        const before = ask();
        await calibrateIndex(index, { pause: async () => undefined });
        expect(ask()).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });

  it('risk: a sweep while a vector is waited for gives the words of the question other numbers', async () => {
    const gone = ['раз', 'два', 'три', 'четыре'];
    const filled = () => {
      const index = createPassageIndex();
      index.upsert(gone.map((id) => pair(id, id, `${id} ${FIRST_WORDS} `.repeat(3000))));
      index.upsert(
        generalQuestions(index.state, 120)
          .slice(0, 3)
          .map((text) => pair(text, text)),
      );
      index.upsert(alike);
      index.remove(gone);
      return index;
    };
    const pause = async () => undefined;
    const calibrated = async (sweptAt: number) => {
      const index = filled();
      let asked = 0;
      const ofText = async () => {
        asked += 1;
        if (asked === sweptAt) await index.compact(pause);
        return undefined;
      };
      return await findCalibration(index, { pause, near: { ofText, ofQuestion: async () => undefined } });
    };
    const { general } = await calibrated(0);
    for (let at = 1; at <= 3; at += 1) expect((await calibrated(at)).general).toEqual(general);
  });

  it('also when the index is swept at the same time', async () => {
    const index = createPassageIndex();
    const long = Array.from({ length: 300 }, (_, number) =>
      pair(`p${number}`, `вопрос ${number}`, `слово${number} `.repeat(800)),
    );
    index.upsert(long);
    index.remove(long.slice(0, 120).map(({ id }) => id));
    let isFirst = true;
    await index.compact(async () => {
      if (isFirst) await calibrateIndex(index, { pause: async () => undefined });
      isFirst = false;
    });
    expect(isFirst).toBe(false);
    expect(new Set(index.ids())).toEqual(new Set(long.slice(120).map(({ id }) => id)));
    expect(searchPassages(index, 'вопрос 250', { limit: 1 }).hits[0]?.id).toBe('p250');
    expect(searchPassages(index, 'слово250', { limit: 1 }).hits[0]?.id).toBe('p250');
  });
});

describe('ownAnswersOfHundred', () => {
  const phrasings = subjects.flatMap((subject) => [
    pair(`${subject} 1`, `Сколько стоит ${subject}?`, `О цене: ${subject}`),
    pair(`${subject} 2`, `Какая цена за ${subject}?`, `О цене: ${subject}`),
  ]);

  it('is known of pairs with several phrasings, each asked as if only the others were there, and grows with boldness', async () => {
    const { calibration, size } = await buildIndex(phrasings);
    expect(size).toBe(phrasings.length);
    if (calibration === undefined) throw new Error('not calibrated');
    const [careful = -1, usual = -1, bold = -1] = (['careful', 'usual', 'bold'] as const).map((boldness) =>
      ownAnswersOfHundred(calibration, boldness),
    );
    expect(calibration.answerable.asked).toBe(phrasings.length);
    expect(bold).toBeGreaterThan(50);
    expect(careful).toBeLessThanOrEqual(usual);
    expect(usual).toBeLessThanOrEqual(bold);
  });

  it('is not known of pairs with one phrasing each, nor of passages', async () => {
    const passages = subjects.map(
      (subject): Passage => ({ id: subject, kind: 'file', text: `${subject} в зале номер 5` }),
    );
    for (const each of [alike, passages]) {
      const { calibration } = await buildIndex(each);
      expect(calibration && ownAnswersOfHundred(calibration, 'usual')).toBeUndefined();
    }
  });
});

describe('rows of a price list', () => {
  const goods = [
    ...['Диван «Осло» угловой; 270×180×85', 'Диван «Осло» прямой; 220×95×85', 'Кресло «Бремен»; 80×85×95'],
    ...['Стол обеденный «Лада»; 120×80×75', 'Стул «Лада» из дуба; 45×50×90', 'Кровать «Нора» 160; 160×200'],
    ...['Кровать «Нора» 180; 180×200', 'Матрас «Сон» 160; 160×200×22', 'Шкаф-купе «Север» двухдверный; 150×60×240'],
    ...['Шкаф-купе «Север» трёхдверный; 210×60×240', 'Комод «Луна»; 100×45×85', 'Тумба прикроватная «Луна»; 45×40×50'],
  ].map((row) => row.split('; '));
  const rows = goods.map(
    ([name, size], at): Passage => ({
      ...{ id: `row ${at}`, kind: 'file' },
      text: `Артикул: П-${501 + at}; Наименование: ${name}; Размер, см: ${size}; Цена, ₽: ${at + 6} 500; Наличие: ${at % 3 ? 'в наличии' : 'под заказ 14 дней'}`,
    }),
  );
  const pairs = [
    pair('assembly', 'Вы собираете мебель?', 'Сборка стоит 10 % от цены мебели, но не меньше 1 500 ₽.'),
    pair('where', 'Где вы находитесь?', 'Тверь, улица Советская, 34, вход со двора.'),
    pair('payment', 'Как оплатить заказ?', 'Картой на сайте или наличными в шоуруме.'),
    pair('warranty', 'Какая гарантия на мебель?', 'Гарантия 24 месяца на корпусную мебель.'),
  ];

  it.each([
    ['сколько стоит комод луна', 'row 10'],
    ['сколько стоит угловой диван осло', 'row 0'],
    ['сколько стоит П-503', 'row 2'],
  ])('risk: «%s» is refused for words that the column is not called by', async (question, id) => {
    const index = await buildIndex([...rows, ...pairs]);
    expect(decideAnswer(searchPassages(index, question, { limit: 3 }))).toEqual({ kind: 'answer', id });
  });

  it.each(['сколько стоит комод солнце', 'сколько стоит шкаф берген', 'почём ваза осло'])(
    'risk: «%s» gets the price of another thing',
    async (question) => {
      const index = await buildIndex([...rows, ...pairs]);
      expect(decideAnswer(searchPassages(index, question, { limit: 3 })).kind).not.toBe('answer');
    },
  );
});
