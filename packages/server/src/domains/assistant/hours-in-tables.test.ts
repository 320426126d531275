import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* Opening hours in a table, a row to a day, as the readers of documents and sheets give them: in one passage, or each by itself. */

const DAYS = [
  ['Понедельник–пятница', '10:00–21:00'],
  ['Суббота', '11:00–19:00'],
  ['Воскресенье', 'выходной'],
] as const;
const PAYMENT = '# Оплата\nПринимаем карты, наличные и СБП.';

const { ask, talkWith } = useTalks({
  named: { file: [`# Часы работы\n${table(['День', 'Часы'], DAYS)}`, PAYMENT].join('\n\n') },
  plain: {
    file: [`# Часы работы\n${DAYS.map(([day, hours]) => `${day}: ${hours}`).join('\n')}`, PAYMENT].join('\n\n'),
  },
  pair: {
    file: PAYMENT,
    pairs: [['Режим работы?', 'Пн–пт с 10:00 до 20:00, сб с 11:00 до 17:00, воскресенье выходной.']],
  },
});

it.each(['Какие часы работы?', 'Когда вы открыты?', 'График работы'])('«%s» gets all days', async (question) => {
  for (const business of ['named', 'plain'] as const) {
    const { kind, text } = await ask(business, question);
    expect([business, kind, text]).toEqual([
      business,
      'answer',
      expect.stringMatching(/21:00.*\n.*19:00.*\n.*выходной/),
    ]);
  }
});

it.each([
  ['Часы работы в субботу', '11:00–19:00', /21:00|выходной/],
  ['До скольки вы в субботу?', '11:00–19:00', /21:00|выходной/],
  ['Во сколько закрываетесь в субботу?', '11:00–19:00', /21:00|выходной/],
  ['вы работаете в воскресенье?', 'выходной', /\d\d:/],
  ['в вс открыты?', 'выходной', /\d\d:/],
  ['в среду до скольки работаете?', '10:00–21:00', /19:00|выходной/],
])('«%s» gets the row of that day', async (question, hours, others) => {
  for (const business of ['named', 'plain'] as const) {
    const { kind, text } = await ask(business, question);
    expect([business, kind, text]).toEqual([business, 'answer', expect.stringContaining(hours)]);
    expect(text).not.toMatch(others);
  }
});

it.each([
  'в вс открыты?',
  'вск работаете?',
  'пн с какого часа',
  'до скольки сегодня',
  'до скольки в субботу',
  'по воскресеньям со скольки?',
  'до скольки в сб и в вс',
])('«%s» of a pair that says all days', async (question) => {
  const text = 'Пн–пт с 10:00 до 20:00, сб с 11:00 до 17:00, воскресенье выходной.';
  expect(await ask('pair', question)).toMatchObject({ kind: 'answer', text });
});

it.each([
  'до скольки работает склад в субботу?',
  'до скольки сегодня акция?',
  'до скольки в субботу акция?',
  'с какого часа завтрак в воскресенье?',
])('risk: «%s» gets the hours of the shop', async (question) => {
  for (const business of ['named', 'pair'] as const) expect((await ask(business, question)).kind).not.toBe('answer');
});

it('risk: a day that the table does not have gets the hours of another', async () => {
  const days = table(['День', 'Часы'], [DAYS[0], DAYS[1]]);
  const talk = await talkWith({ file: `# Часы работы\n${days}` });
  expect((await talk('вы работаете в воскресенье?')).text).not.toMatch(/^Суббота/);
});
