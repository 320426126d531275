import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { chooseQuestions, createStartQuestions } from './start-questions.ts';
import { buildWidgetChannel } from './testing/memory-doors.ts';

const BASE = '01936f2a-8000-7a41-9d52-6c1f0a8b0001';
const inBase = ['Сколько стоит доставка?', 'What are your opening hours?', 'Как вернуть\n товар?', 'я'.repeat(121)];

function setUp() {
  const clock = createTestClock();
  const reads: object[] = [];
  const state = { isDown: false };
  const warned: unknown[] = [];
  const firstQuestions = async (input: object) => {
    reads.push(input);
    if (state.isDown) throw new Error('down');
    return inBase;
  };
  const asked: { ids: string[]; reads: object[] } = { ids: [], reads: [] };
  const answeredWith = async (input: object) => {
    asked.reads.push(input);
    return asked.ids;
  };
  const questions = new Map([
    ['b', 'Есть рассрочка?'],
    ['a', 'Как вернуть\n товар?'],
  ]);
  const questionsOf = async ({ ids }: { ids: string[] }) => ids.flatMap((id) => questions.get(id) ?? []);
  const log = { warn: (line: unknown) => warned.push(line) };
  const questionsFor = createStartQuestions({
    ...{ clock, log, dialogs: { answeredWith } },
    knowledge: { pairs: { firstQuestions, questionsOf } },
  });
  return { clock, reads, state, warned, asked, questionsOf: questionsFor };
}

const channelOf = (
  widget: Parameters<typeof buildWidgetChannel>[0]['widget'] = {},
  settings: Parameters<typeof buildWidgetChannel>[0]['settings'] = {},
) => buildWidgetChannel({ widget, settings: { knowledgeBaseId: BASE, ...settings } });

it('the first short questions of the base, in the language of the visitor before others, three at most', () => {
  expect(chooseQuestions(inBase, 'ru')).toEqual(['Сколько стоит доставка?', 'Как вернуть товар?']);
  expect(chooseQuestions(inBase, 'en')).toEqual(['What are your opening hours?']);
  expect(chooseQuestions(['Wie teuer?'], 'ru')).toEqual(['Wie teuer?']);
  expect(chooseQuestions(['1?', '1?', '2?', '3?', '4?'], 'en')).toEqual(['1?', '2?', '3?']);
});

it('risk: the words of one customer stand before every visitor. Numbers, addresses and raw lines make no button', () => {
  const raw = [
    ...[
      'Где мой заказ 48213?',
      'Позвоните мне на 8 912 345 67 89?',
      'Можно на +7 (912) 34-56?',
      'Пишите на anna@mail.ru?',
    ],
    ...['хочу вернуть платье, не подошло', 'алло', 'where is my stuff'],
  ];
  for (const line of raw) expect(chooseQuestions([line], 'ru')).toEqual([]);
  expect(
    chooseQuestions([...raw, 'Доставка и оплата', 'а есть размер 42?', 'Открыты с 10:00 до 20:00?'], 'ru'),
  ).toEqual([...['Доставка и оплата', 'а есть размер 42?', 'Открыты с 10:00 до 20:00?']]);
  expect(chooseQuestions([...raw, 'How long is delivery?', 'Сколько стоит?'], 'en')).toEqual(['How long is delivery?']);
  expect(chooseQuestions([...raw, 'Сколько стоит?'], 'en')).toEqual(['Сколько стоит?']);
});

it("the owner's choice comes first; none where they are switched off, only people answer, or there is no base", async () => {
  const { questionsOf, reads } = setUp();
  expect(await questionsOf(channelOf({ startQuestions: ['Где мой заказ?'] }), 'en')).toEqual(['Где мой заказ?']);
  expect(await questionsOf(channelOf({ showQuestions: false, startQuestions: ['Где?'] }), 'ru')).toEqual([]);
  expect(await questionsOf(channelOf({}, { active: false }), 'ru')).toEqual([]);
  expect(await questionsOf(channelOf({}, { knowledgeBaseId: null }), 'ru')).toEqual([]);
  expect(reads).toEqual([]);
});

it('risk: each page view costs a query. A base is read once a minute, and its change is seen after it', async () => {
  const { questionsOf, reads, clock } = setUp();
  const channel = channelOf();
  await Promise.all([questionsOf(channel, 'ru'), questionsOf(channel, 'en')]);
  await questionsOf(channel, 'ru');
  expect(reads).toEqual([{ accountId: channel.accountId, knowledgeBaseId: BASE, limit: 30 }]);
  clock.advance(60_001);
  await questionsOf(channel, 'ru');
  expect(reads).toHaveLength(2);
});

it('what was asked most comes before the first pairs of the base, and none stands there twice', async () => {
  const { questionsOf, asked, clock } = setUp();
  asked.ids = ['of another base', 'b', 'a'];
  const channel = channelOf();
  expect(await questionsOf(channel, 'ru')).toEqual([
    'Есть рассрочка?',
    'Как вернуть товар?',
    'Сколько стоит доставка?',
  ]);
  const since = new Date(clock.now().getTime() - 30 * 86_400_000);
  expect(asked.reads).toEqual([{ accountId: channel.accountId, since, limit: 200 }]);
});

it('a base that cannot be read costs the buttons, not the widget, and is asked again at once', async () => {
  const { questionsOf, state, warned } = setUp();
  const channel = channelOf();
  state.isDown = true;
  expect(await questionsOf(channel, 'ru')).toEqual([]);
  expect(warned).toHaveLength(1);
  state.isDown = false;
  expect(await questionsOf(channel, 'ru')).toHaveLength(2);
});
