import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecideTurn } from './answer-dialog.ts';
import { readTurn } from './context/read-turn.ts';
import { extract } from './extract.ts';
import { offerQuestions } from './offer-questions.ts';
import { wantsPerson } from './talk/wants-person.ts';
import { buildMessage, buildSettings, buildTurn, echoTurn } from './testing/build-turn.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;

beforeAll(async () => {
  started = await startDecider();
  decide = started.build();
});
afterAll(() => started.close());

/** No pair says it, and one is near. */
const NEAR = 'Вы работаете в праздники?';
const asked = buildMessage({ author: 'customer', seq: 80, text: NEAR });
const SCHEDULE = { question: 'Какой у вас график работы?', answer: 'Мы работаем каждый день с 10:00 до 21:00.' };
type Decision = Awaited<ReturnType<DecideTurn>>;

const offerNear = async (): Promise<Decision> => await decide(buildTurn(NEAR));
const replyTo = async (offer: Decision, text: string) =>
  await decide(buildTurn(text, { history: [asked, echoTurn(offer, 90)] }));

it('before a person is called, what is near is offered with the call itself, and the record says on what it stands', async () => {
  const offer = await offerNear();
  expect(offer).toMatchObject({ kind: 'clarify', sources: [{ title: SCHEDULE.question, kind: 'qa' }] });
  expect(offer.text).toContain(`\n1) ${SCHEDULE.question}\n2) Позвать сотрудника`);
  expect(offer.choices).toEqual([
    { text: SCHEDULE.question, source: offer.sources[0] },
    { text: 'Позвать сотрудника', source: null },
  ]);
  expect(offer.confidence).toBeGreaterThan(0.2);
  expect(offer.debug?.steps.at(-1)).toBe('extractive: clarify');
});

it.each([
  ...[SCHEDULE.question, SCHEDULE.question.toUpperCase(), '1', 'первое', 'первый', 'да', 'Да, об этом', 'ага', 'yes'],
  ...['да, первый'],
])('the press or the reply «%s» gets the words of the pair', async (reply) => {
  const answer = await replyTo(await offerNear(), reply);
  expect(answer).toMatchObject({ kind: 'answer', text: SCHEDULE.answer, sources: [{ title: SCHEDULE.question }] });
});

it.each(['Позвать сотрудника', '2', 'последнее', 'the second one', 'второй вариант, пожалуйста'])(
  '«%s» calls a person at once',
  async (reply) => {
    expect(await replyTo(await offerNear(), reply)).toMatchObject({ kind: 'hand-over', reason: 'customer_asked' });
  },
);

it('«нет» calls a person too, and nothing is offered twice in a row', async () => {
  const offer = await offerNear();
  expect(await replyTo(offer, 'нет')).toMatchObject({ kind: 'hand-over', reason: 'not_chosen' });
  expect(await replyTo(offer, NEAR)).toMatchObject({ kind: 'hand-over', reason: 'not_known' });
});

it.each(['ничего из этого', 'no', 'неа', 'не об этом', 'none of these'])('«%s» calls a person', async (reply) => {
  expect(await replyTo(await offerNear(), reply)).toMatchObject({ kind: 'hand-over', reason: 'not_chosen' });
});

it.each(['не знаю', 'хз', 'not sure', 'no idea'])('risk: «%s» gets the pair that was offered', async (reply) => {
  expect(await replyTo(await offerNear(), reply)).toMatchObject({ kind: 'hand-over', reason: 'not_chosen' });
});

it.each([
  ...['нет, спасибо', 'нет, спасибо, уже не надо', 'спасибо, не нужно', 'уже не надо', 'спасибо, ничего'],
  ...['no thanks', 'No, thank you', 'never mind', 'thanks, nothing'],
])('«%s» ends the offer with a courtesy and calls nobody', async (reply) => {
  const offer = await offerNear();
  const end = await replyTo(offer, reply);
  expect(end).toMatchObject({ kind: 'answer', reason: null, sources: [], choices: [] });
  expect(end.text).toMatch(/^(?:Хорошо!|All right!)/);
});

it('«нет, спасибо» is a courtesy where nothing was offered too', async () => {
  for (const text of ['нет, спасибо, уже не надо', 'no thanks, never mind'])
    expect(await decide(buildTurn(text))).toMatchObject({ kind: 'answer', reason: 'small_talk' });
});

describe('a bare yes to several questions', () => {
  const ask = async (): Promise<Decision> => {
    const offer = await offerNear();
    const more = await decide(buildTurn('Как вернуть товар?'));
    const [schedule, call] = offer.choices;
    const [source] = more.sources;
    if (!schedule || !call || !source) throw new Error('nothing was offered');
    return { ...offer, choices: [schedule, { text: source.title, source }, call] };
  };

  it('asks which with the same buttons, and keeps the clock of the offer', async () => {
    const offer = await ask();
    const asked = await replyTo(offer, 'да');
    expect(asked).toMatchObject({ kind: 'clarify', reason: 'not_known', choices: offer.choices });
    expect(asked.text).toContain(`1) ${SCHEDULE.question}\n2) Как вернуть товар?\n3) Позвать сотрудника`);
    expect(await replyTo(asked, 'второй')).toMatchObject({
      kind: 'answer',
      sources: [{ title: 'Как вернуть товар?' }],
    });
  });

  it('asks once: the next bare yes calls a person', async () => {
    const asked = await replyTo(await ask(), 'да');
    expect(await replyTo(asked, 'да')).toMatchObject({ kind: 'hand-over', reason: 'not_chosen' });
  });

  it('risk: a courtesy between lets it be asked once more', async () => {
    const asked = await replyTo(await ask(), 'да');
    const thanked = await replyTo(asked, 'спасибо');
    const history = [echoTurn(asked, 90), echoTurn(thanked, 92)];
    expect(await decide(buildTurn('да', { history }))).toMatchObject({ kind: 'hand-over', reason: 'not_chosen' });
  });
});

describe('a courtesy behind an offer', () => {
  it.each(['спасибо', 'ок', '👍', 'привет', 'вы робот?', 'thanks'])(
    '«%s» gets its reply, and the buttons stay with the newest words',
    async (text) => {
      const offer = await offerNear();
      const reply = await replyTo(offer, text);
      expect(reply).toMatchObject({ kind: 'answer', reason: 'small_talk', choices: offer.choices, sources: [] });
      const history = [
        asked,
        echoTurn(offer, 90),
        buildMessage({ author: 'customer', seq: 91, text }),
        echoTurn(reply, 92),
      ];
      for (const pick of ['да', '1', SCHEDULE.question])
        expect((await decide(buildTurn(pick, { history }))).text).toBe(SCHEDULE.answer);
      expect(await decide(buildTurn('нет', { history }))).toMatchObject({ kind: 'hand-over', reason: 'not_chosen' });
      expect(await decide(buildTurn(NEAR, { history }))).toMatchObject({ kind: 'hand-over', reason: 'not_known' });
    },
  );

  it('what was answered is over: a courtesy behind the answer has no buttons', async () => {
    const offer = await offerNear();
    const given = await replyTo(offer, '1');
    expect(given.choices).toEqual([]);
    const history = [asked, echoTurn(offer, 90), echoTurn(given, 92)];
    expect((await decide(buildTurn('спасибо', { history }))).choices).toEqual([]);
  });

  it('risk: an offer from before choices were stored with it is read as one', async () => {
    const old = { ...(await offerNear()), choices: [] };
    expect(await replyTo(old, '1')).not.toMatchObject({ kind: 'answer', text: SCHEDULE.answer });
  });
});

it.each(['график Самара', 'а', 'не график'])('risk: «%s» is stored as a pick of the offered pair', async (reply) => {
  const decision = await replyTo(await offerNear(), reply);
  expect(decision).not.toMatchObject({ confidence: 1 });
});

it('a new question after an offer is answered as such', async () => {
  expect((await replyTo(await offerNear(), 'Как вернуть товар?')).text).toContain('14 дней');
});

it('risk: noise is offered. What is far from every pair goes to a person at once', async () => {
  for (const text of ['Продаёте ли вы живых страусов?', 'Можно ли с собакой в самолёт?'])
    expect(await decide(buildTurn(text))).toMatchObject({ kind: 'hand-over', reason: 'not_known' });
});

it('risk: an offer takes a dialog off the list of those who wait for a person', async () => {
  expect(await decide(buildTurn(NEAR, { waitingSince: new Date('2026-11-20T09:00:00Z') }))).toMatchObject({
    ...{ kind: 'hand-over', reason: 'not_known', choices: [] },
    text: 'Этот вопрос тоже передал сотруднику — он ответит здесь.',
  });
});

it('what was given as an answer already is not offered again', async () => {
  const given = await decide(buildTurn(SCHEDULE.question));
  expect(await decide(buildTurn(NEAR, { history: [echoTurn(given, 90)] }))).toMatchObject({ kind: 'hand-over' });
});

it('the words of the call are understood as a call everywhere', () => {
  expect(['Позвать сотрудника', 'Call a person', 'позовите сотрудника'].map((text) => wantsPerson(text))).toEqual([
    true,
    true,
    true,
  ]);
});

it('the inbox is told that the base had no answer, as it is at a hand-over', async () => {
  expect(await offerNear()).toMatchObject({ kind: 'clarify', reason: 'not_known' });
});

it('risk: the words of an offered question call a person. A press gets the pair whatever its words mean elsewhere', async () => {
  const question = 'Как позвать сотрудника?';
  const { accountId, knowledgeBaseId, knowledge } = started;
  const answerText = 'Напишите «сотрудник», и он придёт.';
  const pairs = [{ question, answer: answerText }];
  const [added] = await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
  const id = added?.id ?? '';
  const source = { passageId: id, knowledgeBaseId, title: question, kind: 'qa' as const, score: 5 };
  const choices = [
    { text: question, source },
    { text: 'Позвать сотрудника', source: null },
  ];
  const offer = { ...(await offerNear()), choices, sources: [source] };
  expect(await replyTo(offer, question)).toMatchObject({ kind: 'answer', text: answerText });
  await knowledge.pairs.remove(accountId, id);
});

it('a button that had to be cut is understood', async () => {
  const offer = await offerNear();
  expect(await replyTo(offer, 'Какой у вас граф…')).toMatchObject({ kind: 'answer', text: SCHEDULE.answer });
});

it.each([
  ['вы во сколько открываетесь', ['Во сколько вы работаете?']],
  ['какой у вас телефон?', ['Как вам позвонить?']],
  ['есть ли у вас орхидеи?', undefined],
  ['when do you close?', ['What are your opening hours?']],
  ['do you have a telephone?', undefined],
])(
  'risk: noise is offered for «%s». An offered question shares a word of weight with the asked one',
  (text, titles) => {
    const titlesOfBase = /\p{Script=Cyrillic}/u.test(text)
      ? ['Можно ли приложить открытку?', 'Во сколько вы работаете?', 'Есть ли у вас конфеты?', 'Как вам позвонить?']
      : ['Do you have a gift card?', 'What are your opening hours?'];
    const passages = titlesOfBase.map((title) => ({ id: title, kind: 'qa' as const, title, text: title, score: 3 }));
    const turn = buildTurn(text);
    const scene = {
      ...{ turn, settings: buildSettings(), accountId: 'account', reading: readTurn(turn), locale: 'ru' as const },
      ...{ showsGreeting: false, now: new Date('2026-11-20T10:00:00Z') },
    };
    const retrieval = { passages, confidence: 0.3, decision: { kind: 'refuse' as const }, isEmpty: false };
    const offer = offerQuestions(scene, { retrieval, knowledgeBaseId: 'base' });
    expect(offer?.sources.map(({ title }) => title)).toEqual(titles);
  },
);

describe('pairs in two languages', () => {
  const passage = (id: string, { title, score }: { title: string; score: number }) => ({
    id,
    kind: 'qa' as const,
    title,
    text: title,
    score,
  });
  const english = passage('en', { title: 'What are your opening hours?', score: 6 });
  const russian = passage('ru', { title: 'Как вы работаете?', score: 3 });
  const offeredTo = (locale: 'ru' | 'en', passages: (typeof english)[]) => {
    const turn = buildTurn(NEAR);
    const scene = {
      turn,
      settings: buildSettings(),
      accountId: 'account',
      reading: readTurn(turn),
      locale,
      showsGreeting: false,
      now: new Date('2026-11-20T10:00:00Z'),
    };
    const retrieval = { passages, confidence: 0.3, decision: { kind: 'refuse' as const }, isEmpty: false };
    return offerQuestions(scene, { retrieval, knowledgeBaseId: 'base' })?.sources.map(({ passageId }) => passageId);
  };

  it('the customer is offered those of their own language, also where another one scores higher', () => {
    expect(offeredTo('ru', [english, russian])).toEqual(['ru']);
    expect(offeredTo('en', [english, russian])).toEqual(['en']);
  });

  it("a question back between the two languages becomes an offer in the customer's own", () => {
    const turn = buildTurn(NEAR);
    const scene = {
      ...{ turn, settings: buildSettings(), accountId: 'account', reading: readTurn(turn), locale: 'ru' as const },
      ...{ showsGreeting: false, now: new Date('2026-11-20T10:00:00Z') },
    };
    const other = passage('ru2', { title: 'Когда вы открыты?', score: 3 });
    const extractFrom = (passages: (typeof english)[]) => {
      const decision = { kind: 'clarify' as const, ids: passages.map(({ id }) => id) };
      const retrieval = { passages, confidence: 0.4, decision, isEmpty: false };
      return extract(scene, { question: NEAR, retrieval, knowledgeBaseId: 'base', refusal: 'not_known' });
    };
    expect(extractFrom([english, russian]).choices.map(({ text }) => text)).toEqual([
      russian.title,
      'Позвать сотрудника',
    ]);
    expect(extractFrom([russian, other]).choices.map(({ text }) => text)).toEqual([
      russian.title,
      other.title,
      'Позвать сотрудника',
    ]);
  });

  it('those of another language are offered where there are no others', () => {
    expect(offeredTo('ru', [english])).toEqual(['en']);
    expect(offeredTo('en', [russian])).toEqual(['ru']);
  });
});
