import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TurnMessage } from '../dialogs/index.ts';
import { buildMessage, buildTurn, echoTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider();
  decide = started.build();
});
afterAll(() => started.close());

const hourAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe('without a model', () => {
  it("answers with the best pair's words as they stand, and says what it stands on", async () => {
    const decision = await decide(buildTurn('Здравствуйте! Сколько стоит доставка курьером?'));
    expect(decision).toMatchObject({ kind: 'answer', text: 'Доставка курьером стоит 300 рублей.', silence: null });
    expect(decision.sources).toMatchObject([{ title: 'Сколько стоит доставка курьером?', kind: 'qa' }]);
    expect(decision.confidence).toBeGreaterThan(0.5);
    expect(decision.debug).toMatchObject({
      role: 'assistant',
      model: 'extractive',
      totalTokens: 0,
      isEstimated: false,
    });
    expect(decision.debug?.keywords).toContain('доставка');
    expect(decision.debug?.steps.at(-1)).toBe('extractive: answer');
  });

  it('risk: Russian on a Latin layout is read as English: a greeting, a call and a question', async () => {
    expect((await decide(buildTurn('cgfcb,j'))).text).toMatch(/[а-я]/);
    expect(await decide(buildTurn('jgthfnjh'))).toMatchObject({ kind: 'hand-over', reason: 'customer_asked' });
    const asked = await decide(buildTurn('crjkmrj cnjbn ljcnfdrf rehmthjv'));
    expect(asked).toMatchObject({ kind: 'answer', text: 'Доставка курьером стоит 300 рублей.' });
  });

  it('answers English customers from English pairs', async () => {
    expect(await decide(buildTurn('do you ship to canada'))).toMatchObject({
      kind: 'answer',
      text: 'Yes, we ship to Canada in 7 days.',
    });
  });

  it('risk: each fragment of a burst is answered: the messages of a turn are one question', async () => {
    const decision = await decide(
      buildTurn([
        { text: 'Добрый день' },
        { text: 'а вот' },
        { text: 'доставка курьером' },
        { text: 'сколько стоит?' },
      ]),
    );
    expect(decision.text).toBe('Доставка курьером стоит 300 рублей.');
  });

  it('hands over what it does not know, in the language of the customer or the words of the owner', async () => {
    const russian = await decide(buildTurn('Можно ли с собакой в самолёт?'));
    expect(russian).toMatchObject({ kind: 'hand-over', reason: 'not_known', sources: [] });
    expect(russian.text).toMatch(/сотруднику/);
    expect((await decide(buildTurn('Can I bring my parrot on board?'))).text).toMatch(/colleague/);
    const own = await decide(buildTurn('Можно ли с собакой в самолёт?'), {
      settings: { handOverText: 'Сейчас позову Анну.' },
    });
    expect(own.text).toBe('Сейчас позову Анну.');
  });

  it('hands over with its reason where there is no base', async () => {
    const decision = await decide(buildTurn('Сколько стоит доставка?'), { settings: { knowledgeBaseId: null } });
    expect(decision).toMatchObject({ kind: 'hand-over', reason: 'no_knowledge' });
  });

  it('calls a person for who asks for one', async () => {
    expect(await decide(buildTurn('Позовите оператора, пожалуйста'))).toMatchObject({
      kind: 'hand-over',
      reason: 'customer_asked',
    });
  });

  it.each([
    ['voice', /голосовое/],
    ['image', /изображения/],
    ['document', /файлы/],
    ['video', /видео/],
  ])('says politely that it cannot read a %s, and hands over', async (type, words) => {
    const decision = await decide(buildTurn([{ attachmentTypes: [type] }]));
    expect(decision).toMatchObject({ kind: 'hand-over', reason: 'cannot_read' });
    expect(decision.text).toMatch(words);
  });

  it('what only the platform shows goes to a person, with words beside it too', async () => {
    const turns = [
      { attachmentTypes: ['unsupported'] },
      { text: 'Как вернуть товар?', attachmentTypes: ['unsupported'] },
    ];
    for (const turn of turns) {
      expect(await decide(buildTurn([turn]))).toMatchObject({ kind: 'hand-over', reason: 'cannot_read' });
    }
  });

  it('answers the caption of a picture, and keeps silent on a sticker', async () => {
    expect(await decide(buildTurn([{ text: 'Как вернуть товар?', attachmentTypes: ['image'] }]))).toMatchObject({
      kind: 'answer',
    });
    const history = [buildMessage({ author: 'customer', text: 'Как вернуть товар?' })];
    expect(await decide(buildTurn([{ attachmentTypes: ['sticker'] }], { history }))).toMatchObject({
      kind: 'silent',
      silence: 'no_content',
      debug: null,
    });
  });
});

describe('courtesies', () => {
  it.each(['Привет', 'спасибо', 'до свидания', '👍', 'ок', '?', 'да'])('«%s» is never a hand-over', async (text) => {
    const decision = await decide(buildTurn(text));
    expect(['answer', 'clarify']).toContain(decision.kind);
    expect(decision.text).not.toBe('');
    expect(decision.sources).toEqual([]);
    // By it the list of dialogs knows that this line says nothing of the business.
    expect(decision.reason).toBe('small_talk');
  });

  it('an emoji that opens the dialog is a hello; later it is a nod', async () => {
    const settings = { greeting: 'Добро пожаловать!' };
    expect((await decide(buildTurn('👋🏻'), { settings })).text).toBe('Добро пожаловать!');
    const history = [buildMessage({ author: 'customer', seq: 80, text: 'Как вернуть товар?' })];
    expect((await decide(buildTurn('👍', { history }), { settings })).text).toMatch(/^Хорошо/);
  });

  it('who opens the chat is greeted in the language of the platform', async () => {
    const opened = [{ attachmentTypes: ['opened'] }];
    expect((await decide(buildTurn(opened, { language: 'en-US' }))).text).toMatch(/^Hello/);
    expect((await decide(buildTurn(opened))).text).toMatch(/^Здравствуйте/);
  });

  it("a hello gets the channel's greeting once", async () => {
    const settings = { greeting: 'Добро пожаловать в «Магазин»!' };
    const first = await decide(buildTurn('Привет'), { settings });
    expect(first.text).toBe('Добро пожаловать в «Магазин»!');
    const again = await decide(buildTurn('Привет', { history: [echoTurn(first, 90)] }), { settings });
    expect(again.text).toBe('Здравствуйте! Чем могу помочь?');
  });

  it('thanks are answered once, then rest', async () => {
    const first = await decide(buildTurn('спасибо'));
    expect(first.text).toMatch(/^Пожалуйста/);
    const history = [buildMessage({ author: 'customer', seq: 80, text: 'спасибо' }), echoTurn(first, 90)];
    expect(await decide(buildTurn('👍', { history }))).toMatchObject({ kind: 'silent', silence: 'no_content' });
  });

  it('risk: a courtesy takes a dialog off the list of those who wait for a person', async () => {
    expect(await decide(buildTurn('спасибо', { waitingSince: hourAgo(3) }))).toMatchObject({
      kind: 'silent',
      silence: 'handed_over',
    });
  });
});

it.each([
  ['Вы бот?', /^Да, я бот/],
  ['Are you a real person?', /^Yes, I am a bot/],
])('«%s» gets an honest answer, not a guess', async (text, words) => {
  const decision = await decide(buildTurn(text));
  expect(decision).toMatchObject({ kind: 'answer', reason: 'small_talk', sources: [], isWrittenByModel: false });
  expect(decision.text).toMatch(words);
});

describe('a dialog that was handed over', () => {
  const unknown = 'Можно ли с собакой в самолёт?';

  it('risk: the hand-over text is said again and again', async () => {
    const waits = { waitingSince: hourAgo(5), handedOverAt: hourAgo(5) };
    const also = await decide(buildTurn(unknown, waits));
    expect(also).toMatchObject({ kind: 'hand-over', reason: 'not_known' });
    expect(also.text).toBe('Этот вопрос тоже передал сотруднику — он ответит здесь.');
    const said = { ...echoTurn(also, 90), createdAt: hourAgo(4) };
    // A session of its own: whoever was told in this wait is not told again in it.
    for (const text of [unknown, 'Can I bring my parrot on board?'])
      expect(await decide(buildTurn(text, { ...waits, history: [said] }))).toMatchObject({
        ...{ kind: 'silent', silence: 'not_known', text: '' },
      });
    const before = { ...said, createdAt: hourAgo(6) };
    expect((await decide(buildTurn('Can I bring my parrot on board?', { ...waits, history: [before] }))).text).toBe(
      'I have passed this question to a colleague as well, who will answer you here.',
    );
    const waitsNoMore = { waitingSince: null, handedOverAt: hourAgo(0.5) };
    expect(await decide(buildTurn(unknown, waitsNoMore))).toMatchObject({
      kind: 'hand-over',
      silence: 'not_known',
      text: '',
      reason: 'not_known',
    });
  });

  it.each([
    ['Позовите человека', 'Сотрудника уже позвал — он ответит вам здесь.'],
    ['call a person', 'I have already called a colleague, who will answer you here.'],
  ])('risk: «%s» gets silence. Who waits hears that a person is called, once in a while', async (text, words) => {
    const waits = { waitingSince: hourAgo(0.01), handedOverAt: hourAgo(0.01) };
    const told = await decide(buildTurn(text, waits));
    expect(told).toMatchObject({ kind: 'answer', reason: 'small_talk', text: words, sources: [] });
    const just = { ...echoTurn(told, 90), createdAt: hourAgo(0.02) };
    const nagged = await decide(buildTurn('Позовите человека', { ...waits, history: [just] }));
    expect(nagged).toMatchObject({ kind: 'silent', silence: 'handed_over' });
    // An unknown question beside it is passed on in words all the same.
    expect((await decide(buildTurn(unknown, { ...waits, history: [just] }))).text).toMatch(/^Этот вопрос тоже/);
    const before = { ...just, createdAt: hourAgo(0.5) };
    expect((await decide(buildTurn(text, { ...waits, history: [before] }))).text).toBe(words);
  });

  it.each(['Здравствуйте', '👍'])('risk: «%s» counts as a question that the base did not answer', async (text) => {
    const waits = { waitingSince: hourAgo(5), handedOverAt: hourAgo(5) };
    expect(await decide(buildTurn(text, waits))).toMatchObject({ kind: 'silent', silence: 'handed_over' });
  });

  it.each([
    ['Вы бот?', /^Да, я бот.*Сотрудника уже позвал/],
    ['are you a bot?', /^Yes, I am a bot.*already called/],
  ])('risk: «%s» gets silence. The truth is said to whoever waits too', async (text, words) => {
    const waits = { waitingSince: hourAgo(5), handedOverAt: hourAgo(5) };
    const decision = await decide(buildTurn(text, waits));
    expect(decision).toMatchObject({ kind: 'answer', reason: 'small_talk', sources: [] });
    expect(decision.text).toMatch(words);
  });

  it('who only nods after having been asked what is needed gets a person, not a gap of the base', async () => {
    const first = await decide(buildTurn('да'));
    const history = [buildMessage({ author: 'customer', seq: 80, text: 'да' }), echoTurn(first, 90)];
    expect(await decide(buildTurn('да', { history }))).toMatchObject({ kind: 'hand-over', reason: 'unclear' });
  });

  it('is announced again after an hour, and known questions are answered meanwhile', async () => {
    expect((await decide(buildTurn(unknown, { handedOverAt: hourAgo(2) }))).text).not.toBe('');
    expect(
      (await decide(buildTurn('Как вернуть товар?', { waitingSince: hourAgo(0.1), handedOverAt: hourAgo(0.1) }))).kind,
    ).toBe('answer');
  });
});

describe('follow-up questions', () => {
  const asked = (text: string, seq = 80) => buildMessage({ author: 'customer', text, seq });

  it('are searched for together with what they refer to', async () => {
    const alone = await decide(buildTurn('а курьером?'));
    const history = [asked('Сколько стоит доставка?')];
    const decision = await decide(buildTurn('а сколько?', { history: [asked('Меня интересует доставка курьером')] }));
    expect(decision.text).toBe('Доставка курьером стоит 300 рублей.');
    expect(decision.debug?.steps[0]).toMatch(/question before/);
    expect((await decide(buildTurn('а курьером?', { history }))).text).toBe('Доставка курьером стоит 300 рублей.');
    expect(alone.kind).not.toBe('silent');
  });

  it('a reply to a quoted message is about the quote', async () => {
    const decision = await decide(buildTurn([{ text: 'сколько?', replyText: 'доставка курьером' }]));
    expect(decision.text).toBe('Доставка курьером стоит 300 рублей.');
  });

  it('risk: an earlier question spoils a plain one', async () => {
    for (const pair of ['Как вернуть товар?', 'Какой у вас график работы?', 'Есть ли гарантия на технику?']) {
      const alone = await decide(buildTurn(pair));
      const after = await decide(buildTurn(pair, { history: [asked('Сколько стоит доставка курьером?')] }));
      expect(after.text).toBe(alone.text);
    }
    const unknown = await decide(
      buildTurn('Продаёте ли вы живых страусов?', { history: [asked('Сколько стоит доставка курьером?')] }),
    );
    expect(unknown.kind).toBe('hand-over');
  });

  it('risk: the last answer is repeated to a new question', async () => {
    const first = await decide(buildTurn('Сколько стоит доставка курьером?'));
    const history = [asked('Сколько стоит доставка курьером?', 80), echoTurn(first, 90)];
    expect((await decide(buildTurn('а страусов?', { history }))).kind).toBe('hand-over');
    const thanked = [
      ...history,
      buildMessage({ author: 'assistant', text: 'Пожалуйста!', seq: 95, decision: 'answer' }),
    ];
    expect((await decide(buildTurn('а страусов?', { history: thanked }))).kind).toBe('hand-over');
  });

  it('do not reach over a long pause', async () => {
    const text = 'Меня интересует доставка курьером';
    const old = { ...asked(text), createdAt: new Date('2026-11-18T10:00:00Z') };
    expect((await decide(buildTurn('а сколько?', { history: [asked(text)] }))).debug?.steps[0]).toMatch(
      /question before/,
    );
    expect((await decide(buildTurn('а сколько?', { history: [old] }))).debug?.steps[0]).not.toMatch(/question before/);
  });
});

describe('a question back', () => {
  const close = [
    { question: 'Сколько стоит доставка по Москве?', answer: 'По Москве — 300 рублей.' },
    { question: 'Сколько стоит доставка по России?', answer: 'По России — 700 рублей.' },
    { question: 'Как вернуть товар?', answer: 'За 14 дней.' },
  ];

  it('lists the close pairs, and the reply picks one', async () => {
    const twin = await startDecider(close);
    try {
      const ask = twin.build();
      const question = await ask(buildTurn('сколько стоит доставка'));
      expect(question.kind).toBe('clarify');
      expect(question.text).toMatch(/1\) Сколько стоит доставка по (?:Москве|России)\?\n2\) Сколько/);
      expect(question.sources).toHaveLength(2);
      expect(question.text).toContain('\n3) Позвать сотрудника');
      // Nobody is called by itself: it is not yet known that the base does not know.
      expect(question.reason).toBeNull();
      const history = [
        buildMessage({ author: 'customer', seq: 80, text: 'сколько стоит доставка' }),
        echoTurn(question, 90),
      ];
      const second = question.sources[1]?.title.includes('России')
        ? 'По России — 700 рублей.'
        : 'По Москве — 300 рублей.';
      expect(await ask(buildTurn('второе', { history }))).toMatchObject({ kind: 'answer', text: second });
      expect((await ask(buildTurn('по России', { history }))).text).toBe('По России — 700 рублей.');
      expect((await ask(buildTurn('оба', { history }))).sources).toHaveLength(2);
      expect(await ask(buildTurn('ни то ни другое', { history }))).toMatchObject({
        kind: 'hand-over',
        reason: 'not_known',
      });
      expect((await ask(buildTurn('Как вернуть товар?', { history }))).text).toBe('За 14 дней.');
      expect((await ask(buildTurn('спасибо', { history }))).kind).toBe('answer');
      for (const call of ['3', 'Позвать сотрудника'])
        expect(await ask(buildTurn(call, { history }))).toMatchObject({ kind: 'hand-over', reason: 'customer_asked' });
      const which = await ask(buildTurn('да', { history }));
      expect(which).toMatchObject({ kind: 'clarify', reason: null, choices: question.choices });
      const waiting = { waitingSince: new Date('2026-11-20T09:00:00Z') };
      expect((await ask(buildTurn('сколько стоит доставка', waiting))).choices).toHaveLength(2);
      const round = await ask(buildTurn('сколько стоит доставка', { history }));
      expect(round.kind).not.toBe('clarify');
    } finally {
      await twin.close();
    }
  });
});

it('risk: the window showed the greeting, and «Привет» gets it again', async () => {
  const settings = { greeting: 'Здравствуйте! Чем помочь?' };
  const say = (text: string, history: TurnMessage[] = []) =>
    decide(buildTurn(text, { history }), { settings, showsGreeting: true });
  expect((await say('Привет')).text).toBe('Слушаю вас.');
  expect((await say('Hello')).text).toBe('Go ahead, how can I help?');
  expect((await decide(buildTurn('Привет'), { settings })).text).toBe(settings.greeting);
  const createdAt = new Date('2026-11-18T10:00:00Z');
  const old = buildMessage({ author: 'customer', seq: 1, text: 'Сколько стоит доставка?', createdAt });
  expect((await say('Привет', [old])).text).toBe(settings.greeting);
});
