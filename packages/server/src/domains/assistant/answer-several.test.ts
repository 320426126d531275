import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitQuestions } from './context/questions/split-questions.ts';
import { splitThings } from './context/questions/split-things.ts';
import { buildTurn, echoTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* A customer asks two things at once: each is searched for by itself. */

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
const DELIVERY = 'Доставка курьером стоит 300 рублей.';
const PICK_UP = 'Заберите заказ сами на Ленина, 5.';
const RETURN = 'Вернуть товар можно в течение 14 дней, сохранив чек.';
const HOURS = 'Мы работаем каждый день с 10:00 до 21:00.';

beforeAll(async () => {
  started = await startDecider();
  const { accountId, knowledgeBaseId } = started;
  const pairs = [{ question: 'Есть ли самовывоз?', answer: PICK_UP }];
  await started.knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
  decide = started.build();
});
afterAll(() => started.close());

describe('the questions of a turn', () => {
  it.each([
    ['Сколько стоит доставка? И есть ли самовывоз?', ['Сколько стоит доставка?', 'И есть ли самовывоз?']],
    ['Здравствуйте! Сколько стоит доставка?\nкак вернуть товар', ['Сколько стоит доставка?', 'как вернуть товар']],
    ['Сколько стоит доставка и можно оплатить курьеру?', ['Сколько стоит доставка', 'можно оплатить курьеру?']],
    ['Где вы и есть ли парковка? И до скольки работаете?', ['Где вы', 'есть ли парковка?', 'И до скольки работаете?']],
    [
      'сколько стоит доставка, где вы находитесь, и есть ли парковка',
      ['сколько стоит доставка', 'где вы находитесь', 'есть ли парковка'],
    ],
    [
      'Подскажите, сколько стоит доставка, а можно ли вернуть товар?',
      ['сколько стоит доставка', 'можно ли вернуть товар?'],
    ],
    ['How much is delivery and can I pay by card?', ['How much is delivery', 'can I pay by card?']],
    ['где вы и как можно оплатить?', ['где вы', 'как можно оплатить?']],
    ['Where are you, do you ship to Canada?', ['Where are you', 'do you ship to Canada?']],
    ['Do you ship to Canada? How long does shipping take?', ['Do you ship to Canada?', 'How long does shipping take?']],
  ])('«%s»', (text, questions) => {
    expect(splitQuestions(text)).toEqual(questions);
  });

  it.each([
    'Сколько стоит доставка курьером?',
    'Добрый день\nа вот\nдоставка курьером\nсколько стоит?',
    'Здравствуйте! Я вчера купил чайник. Как вернуть товар?',
    'Сколько стоит доставка? Спасибо!',
    'Доставка стоит 3.5 рубля? Да?',
    'Где и когда вы работаете?',
    'Как узнать, где мой заказ?',
    'Я купил чайник, можно ли его вернуть?',
    'Скажите, пожалуйста, сколько стоит доставка?',
    'Можно ли оплатить, когда привезут?',
    'Есть ли магазин, где можно примерить?',
    'Что делать, когда букет завял?',
    'Есть ли букет, как на фото?',
    'Сколько стоит доставка и когда?',
    'Сколько стоит стол и стул?',
    'Can I check where my parcel is?',
    'What do I do when the box is broken?',
  ])('risk: «%s» is taken for several', (text) => {
    expect(splitQuestions(text)).toEqual([]);
  });
});

it.each([
  'Сколько стоит доставка курьером? И есть ли самовывоз?',
  'Сколько стоит доставка курьером?\nЕсть ли самовывоз?',
])('both answers stand in the order of the questions, word for word, with the source of each: «%s»', async (text) => {
  expect(await decide(buildTurn(text))).toMatchObject({
    ...{ kind: 'answer', text: `${DELIVERY}\n\n${PICK_UP}`, choices: [] },
    sources: [{ title: 'Сколько стоит доставка курьером?' }, { title: 'Есть ли самовывоз?' }],
  });
});

it('messages of a burst that ask apart are answered together', async () => {
  const burst = [{ text: 'как вернуть товар?' }, { text: 'сколько стоит доставка курьером?' }];
  expect((await decide(buildTurn(burst))).text).toBe(`${RETURN}\n\n${DELIVERY}`);
});

it('risk: the same answer is said twice', async () => {
  const decision = await decide(buildTurn('Сколько стоит доставка курьером? Какая цена доставки курьером?'));
  expect(decision).toMatchObject({ kind: 'answer', text: DELIVERY });
  expect(decision.sources).toHaveLength(1);
});

it('risk: a payment card stands in the record of one of several questions', async () => {
  const { debug } = await decide(buildTurn('Есть ли самовывоз? Сколько стоит доставка курьером на 5555555555554444?'));
  expect(debug?.steps.join(' ')).toContain('of Сколько стоит доставка курьером');
  expect(JSON.stringify(debug)).not.toContain('5555555555554444');
});

it('at most three answers; what is asked beyond them goes to a person', async () => {
  const all = 'Как вернуть товар? Есть ли самовывоз? Какой график работы? Сколько стоит доставка курьером?';
  const decision = await decide(buildTurn(all));
  expect(decision).toMatchObject({ kind: 'hand-over', reason: 'not_known' });
  expect(decision.text.startsWith(`${RETURN}\n\n${PICK_UP}\n\n${HOURS}\n\n`)).toBe(true);
  expect(decision.text).toMatch(/Про «Сколько стоит доставка курьером» ответит сотрудник[^.]*\.$/);
  expect(decision.sources).toHaveLength(3);
});

describe('«до скольки» asks for the working hours, without a word of them', () => {
  it.each([
    ['где вы и до скольки', ['г. Казань, ул. Баумана, 9.', 'Мы открыты с 10 до 20.']],
    ['Где вы? До скольки?', ['г. Казань, ул. Баумана, 9.', 'Мы открыты с 10 до 20.']],
    ['до скольки', ['Мы открыты с 10 до 20.']],
    ['А до скольки вы?', ['Мы открыты с 10 до 20.']],
  ])('«%s»', async (text, answers) => {
    const shop = await startDecider([
      { question: 'Где вы находитесь?', answer: 'г. Казань, ул. Баумана, 9.' },
      { question: 'Как вы работаете?', answer: 'Мы открыты с 10 до 20.' },
      { question: 'Сколько стоит доставка?', answer: 'Доставка стоит 300 рублей.' },
    ]);
    try {
      const decision = await shop.build()(buildTurn(text));
      expect(decision).toMatchObject({ kind: 'answer', text: answers.join('\n\n') });
    } finally {
      await shop.close();
    }
  });

  it('risk: a second question without a word of weight is dropped as if the first answer had said it', async () => {
    const decision = await decide(buildTurn('Сколько стоит доставка курьером? До скольки?'));
    expect(decision.debug?.openQuestions ?? [decision.text]).toEqual([expect.stringMatching(/До скольки|21:00/)]);
  });
});

describe('one of them has no sure answer', () => {
  const FAR = 'Есть ли самовывоз? Продаёте ли вы живых страусов?';
  const NEAR = 'Есть ли самовывоз? Вы работаете в праздники?';

  it('the other is answered, and the customer hears which went to a person', async () => {
    const decision = await decide(buildTurn(FAR));
    expect(decision).toMatchObject({
      kind: 'hand-over',
      reason: 'not_known',
      sources: [{ title: 'Есть ли самовывоз?' }],
    });
    expect(decision.debug?.openQuestions).toEqual(['Продаёте ли вы живых страусов?']);
    expect(decision.text).toBe(
      `${PICK_UP}\n\nПро «Продаёте ли вы живых страусов» точного ответа не нашлось — передал сотруднику, он ответит здесь.`,
    );
  });

  it("the call is in the owner's own words where he wrote some", async () => {
    const decision = await decide(buildTurn(FAR), { settings: { handOverText: 'Сейчас позову Анну.' } });
    expect(decision.text).toBe(`${PICK_UP}\n\nЕщё вы спросили: «Продаёте ли вы живых страусов»\nСейчас позову Анну.`);
  });

  it.each([
    ['Сколько стоит доставка курьером? А подъём на этаж?', '«подъём на этаж»'],
    ['Сколько стоит доставка курьером? А в Казань?', '«в Казань»'],
    ['How do I get there? Do you ship to Canada? And assembly?', '“assembly”'],
  ])(
    'risk: what stands on the question before it is dropped, since that answer is found again: «%s»',
    async (text, open) => {
      const decision = await decide(buildTurn(text));
      expect(decision.kind).not.toBe('answer');
      expect([decision.kind === 'clarify', decision.text.includes(open)]).toContain(true);
    },
  );

  it('a short question that the base knows by itself is answered', async () => {
    const decision = await decide(buildTurn('Сколько стоит доставка курьером? А самовывоз?'));
    expect(decision).toMatchObject({ kind: 'answer', text: `${DELIVERY}\n\n${PICK_UP}` });
  });

  it('what is near it is offered behind the answer, and the record stands on what was answered', async () => {
    const decision = await decide(buildTurn(NEAR));
    expect(decision).toMatchObject({
      kind: 'clarify',
      reason: 'not_known',
      sources: [{ title: 'Есть ли самовывоз?' }],
    });
    expect(decision.text).toBe(
      `${PICK_UP}\n\nПро «Вы работаете в праздники» точного ответа не нашлось. Возможно, вы об этом?\n1) Какой у вас график работы?\n2) Позвать сотрудника`,
    );
    expect(decision.choices.map(({ text }) => text)).toEqual(['Какой у вас график работы?', 'Позвать сотрудника']);
  });

  it('who waits for a person already gets the answer, and hears once that the rest was passed on', async () => {
    const waitingSince = new Date('2026-11-20T09:00:00Z');
    const decision = await decide(buildTurn(FAR, { waitingSince }));
    expect(decision.text).toContain(`${PICK_UP}\n\n`);
    expect(decision.text).toContain('«Продаёте ли вы живых страусов»');
    const again = await decide(buildTurn(FAR, { waitingSince, history: [echoTurn(decision, 90)] }));
    expect(again).toMatchObject({ kind: 'answer', text: PICK_UP });
  });

  it('risk: who was told of a call a minute ago gets no answer at all', async () => {
    const decision = await decide(buildTurn(FAR, { handedOverAt: new Date(Date.now() - 60_000) }));
    expect(decision).toMatchObject({ kind: 'hand-over', silence: null });
    expect(decision.text).toContain(PICK_UP);
  });

  it('where none has one, the turn is one question, as ever', async () => {
    const decision = await decide(buildTurn('Продаёте ли вы живых страусов? Можно ли с собакой в самолёт?'));
    expect(decision).toMatchObject({ kind: 'hand-over', reason: 'not_known', sources: [] });
  });
});

describe('two things in one question', () => {
  const GUARANTEE = 'Гарантия на технику — 2 года.';

  it.each([
    ['есть рассрочка и парковка?', ['есть рассрочка', 'есть парковка?'], true],
    ['сборка и доставка сколько стоят', ['сборка сколько стоят', 'доставка сколько стоят'], true],
    ['диван и кресло можно вернуть?', ['диван можно вернуть?', 'кресло можно вернуть?'], true],
    ['do you have parking and a warranty?', ['do you have parking', 'do you have a warranty?'], true],
    ['доставка, сборка', ['доставка', 'сборка'], false],
  ])('«%s»', (text, questions, isAsked) => {
    expect(splitThings(text)).toMatchObject({ questions, isAsked });
  });

  it('what stands behind a comma may describe what stands before it', () => {
    expect(splitThings('вы собираете мебель, купленную у других?')?.isAsked).toBe(false);
  });

  it('risk: what is told before a comma is passed on as a question', async () => {
    expect(await decide(buildTurn('заберу заказ сам, самовывоз есть?'))).toMatchObject({
      kind: 'answer',
      text: PICK_UP,
    });
  });

  it.each(['Сколько стоит доставка?', 'есть ли самовывоз. и всё', 'спасибо и до свидания', 'и?'])(
    '«%s» is none',
    (text) => {
      expect(splitThings(text)).toBeUndefined();
    },
  );

  it.each([
    ['есть гарантия на технику и самовывоз?', [GUARANTEE, PICK_UP]],
    ['самовывоз и график работы', [PICK_UP, HOURS]],
    ['есть ли самовывоз и как можно вернуть товар?', [PICK_UP, RETURN]],
    ['есть самовывоз и можно ли вернуть товар?', [PICK_UP, RETURN]],
  ])('risk: half of it is dropped: «%s»', async (text, answers) => {
    expect(await decide(buildTurn(text))).toMatchObject({ kind: 'answer', text: answers.join('\n\n') });
  });

  it('the half that nothing answers is named', async () => {
    const decision = await decide(buildTurn('есть самовывоз и сауна?'));
    expect(decision).toMatchObject({ kind: 'hand-over', reason: 'not_known' });
    expect(decision.text).toBe(
      `${PICK_UP}\n\nПро «сауна» точного ответа не нашлось — передал сотруднику, он ответит здесь.`,
    );
  });

  it.each([
    ['как вернуть и обратно отправить товар', RETURN],
    ['я купил чайник и хочу вернуть товар', RETURN],
    ['график работы в субботу и воскресенье', HOURS],
  ])('risk: what one pair answers is torn apart: «%s»', async (text, answer) => {
    const { kind, text: said } = await decide(buildTurn(text));
    expect([answer, '']).toContain(kind === 'answer' ? said : '');
  });
});

it('each step of the search names the question that it is of', async () => {
  const { debug } = await decide(buildTurn('Сколько стоит доставка? И есть ли самовывоз?'));
  expect(debug?.steps).toEqual([
    expect.stringMatching(/^retrieval: answer, confidence [\d.]+, of Сколько стоит доставка\?$/),
    expect.stringMatching(/^retrieval: answer, confidence [\d.]+, of И есть ли самовывоз\?$/),
    'extractive: answer',
  ]);
});
