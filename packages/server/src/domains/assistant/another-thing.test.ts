import { afterAll, beforeAll, expect, it } from 'vitest';
import { missesFree } from './context/doubts/misses-free.ts';
import { buildTurn } from './testing/build-turn.ts';
import { useTalks } from './testing/open-talk.ts';
import { type StartedDecider, startDecider } from './testing/start-decider.ts';

/* Pairs alone: the facts of one thing are said of no other, and the price of what is done to a thing is not its own. */

const pairs = [
  ['Какие размеры у дивана в разложенном виде?', '210 на 160 см.'],
  ['Из какого материала обивка кресла и подлокотники?', 'Из велюра.'],
  ['Сколько стоит перетяжка кресла?', 'Перетяжка кресла — от 7000 ₽.'],
  ['Сколько стоит доставка курьером?', 'Доставка курьером — 300 ₽.'],
  ['Какая гарантия на коронку после установки в клинике?', 'Два года.'],
  ['Сколько стоит удаление зуба?', 'Удаление зуба — от 3000 ₽.'],
  ['Какой вес у большой порции салата «Цезарь»?', '300 граммов.'],
  ['Какая площадь у семейного номера с двумя спальнями и балконом?', '38 метров.'],
  ['Подходите ли для корпоративного обучения?', 'Учим у вас в офисе, от 2400 ₽ за занятие.'],
  ['Убираете ли вы царапины бесплатно?', 'Да, мелкие царапины убираем бесплатно.'],
  ['Можно ли оплатить картой?', 'Да, картой и наличными.'],
].map(([question = '', answer = '']) => ({ question, answer }));

let started: StartedDecider;
let decide: ReturnType<StartedDecider['build']>;
beforeAll(async () => {
  started = await startDecider(pairs);
  decide = started.build();
});
afterAll(() => started.close());
const { talkWith } = useTalks({});

it.each([
  'какие размеры у шкафа',
  'из какого материала обивка стула',
  'какая гарантия на имплант',
  'какой вес у пиццы',
  'какая площадь у люкса',
])('risk: «%s» gets what is true of another thing', async (question) => {
  expect((await decide(buildTurn(question))).kind).not.toBe('answer');
});

it.each(['сколько стоит кресло', 'цена кресла', 'сколько стоит зуб'])(
  'risk: «%s» gets the price of what is done to it. Its question is offered',
  async (question) => {
    const { kind, choices } = await decide(buildTurn(question));
    expect([kind, choices[0]?.text]).toEqual(['clarify', expect.stringMatching(/перетяжка кресла|удаление зуба/)]);
  },
);

it.each([
  ['какие размеры у дивана', '210 на 160 см.'],
  ['какая гарантия на коронку', 'Два года.'],
  ['какой вес у цезаря', '300 граммов.'],
  ['сколько стоит перетяжка кресла', 'Перетяжка кресла — от 7000 ₽.'],
  ['корпоративное обучение цена', 'Учим у вас в офисе, от 2400 ₽ за занятие.'],
  ['сколько стоит курьер', 'Доставка курьером — 300 ₽.'],
  ['царапины бесплатно уберёте?', 'Да, мелкие царапины убираем бесплатно.'],
])('«%s» is answered from its pair all the same', async (question, text) => {
  expect(await decide(buildTurn(question))).toMatchObject({ kind: 'answer', text });
});

it.each(['доставка бесплатная?', 'замер бесплатный?', 'парковка бесплатная?', 'вы бесплатно доставляете?'])(
  'risk: «%s» is answered by what else is free',
  async (question) => {
    expect((await decide(buildTurn(question))).kind).not.toBe('answer');
  },
);

it.each([
  [
    '# Парковка\nПарковка у клиники, первый час бесплатно.\n\n# Приём\nПриём ведут терапевт и хирург.',
    'приём бесплатный?',
  ],
  ['# Доставка\nДоставка по городу — 700 ₽. Подъём с лифтом бесплатно, без лифта — 200 ₽.', 'доставка бесплатная?'],
  [
    '# Доставка\nДоставка по городу — 700 ₽. Подъём с лифтом бесплатно, без лифта — 200 ₽.',
    'бесплатная доставка есть?',
  ],
  ['# Доставка\nПодъём с лифтом бесплатно, без лифта — 200 ₽.', 'доставка бесплатная?'],
  ['# Запись\nОтменить запись можно бесплатно за 3 часа до приёма.', 'приём бесплатный?'],
  ['# Запись\nОтменить запись можно бесплатно за 3 часа до приёма.', 'запись бесплатная?'],
])('risk: a sentence that says of another thing that it is free: «%s», «%s»', async (file, question) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect(kind === 'answer' ? text : '').not.toMatch(/бесплатн/);
});

it.each([
  ['# Доставка\nДоставка по городу бесплатна. Подъём — 200 ₽.', 'доставка бесплатная?'],
  ['# Доставка\nПо городу бесплатно, за городом — 200 ₽.', 'доставка бесплатная?'],
  ['# Доставка\nДоставим за 45 минут. От 1500 ₽ доставка бесплатная, меньше — 200 ₽.', 'доставка бесплатная?'],
  ['# Парковка\nПарковка у клиники, первый час бесплатно.', 'парковка бесплатная?'],
])('what is free itself: «%s», «%s»', async (file, question) => {
  expect((await (await talkWith({ file }))(question)).kind).toBe('answer');
});

it('risk: asked of nothing, what is free is doubted', () => {
  const text = 'Подъём с лифтом бесплатно.';
  const passage = { id: '1', kind: 'file' as const, title: 'О нас', heading: 'Доставка', text, score: 3 };
  expect(missesFree('а это бесплатно?', passage)).toBe(false);
  expect(missesFree('доставка бесплатная?', passage)).toBe(true);
});

const TEST_DAY =
  '# Test day\nIf the DVSA cancels your test, we move the test day package free of charge. If you cancel less than 3 working days before, the package is not refunded.';
const LESSONS = '# Уроки\nЕсли мы отменяем урок, деньги возвращаем. За урок платят вперёд.';

it.each([
  [TEST_DAY, 'cancel my test'],
  [TEST_DAY, 'i cancelled my test'],
  [TEST_DAY, 'i want to cancel my test day package'],
  [TEST_DAY, 'do you move the package if i cancel'],
  [TEST_DAY, 'move my test'],
  [LESSONS, 'отменить урок'],
])('risk: of «%s», «%s» is promised what holds where another one calls it off', async (file, question) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect(kind === 'answer' ? text : '').not.toMatch(/^(?:If the DVSA|Если мы)/);
});

it.each([
  [TEST_DAY, 'dvsa cancelled my test', /free of charge/],
  ['# Уроки\nЕсли вы отменяете урок за сутки, деньги возвращаем.', 'отменить урок', /возвращаем/],
  ['# Уроки\nПропущенный урок сгорает. Если заболел учитель, урок переносим бесплатно.', 'перенести урок', /сгорает/],
])('of «%s», «%s» is answered', async (file, question, said) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(said)]);
});
