import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { table } from './testing/price-tables.ts';

/* «60 минут» is a length: no price of 60 answers it, and no lesson of 90 minutes. */

const { ask } = useTalks({
  driving: {
    file: [
      `# Lessons\n${table(
        ['Lesson', 'Manual', 'Automatic'],
        [
          ['Single lesson, 1 hour', '£38', '£41'],
          ['Single lesson, 90 minutes', '£55', '£60'],
          ['Block of 10 hours', '£360', '£390'],
          ['Block of 20 hours', '£700', '£760'],
          ['Motorway lesson, 2 hours', '£80', '£86'],
          ['Refresher lesson, 90 minutes', '£57', '£62'],
        ],
      )}`,
      `# Courses\n${table(
        ['Course', 'Price', 'Length'],
        [
          ['Intensive 20 hours', '£890', '1 week'],
          ['Pass Plus', '£210', '6 hours'],
          ['Theory app', '£12', '6 months'],
          ['Mock test', '£65', '90 minutes'],
        ],
      )}`,
    ].join('\n\n'),
  },
  pottery: {
    file: table(
      ['Наименование', 'Единица', 'Цена, ₽'],
      [
        ['Глина белая шамотная', 'кг', '95'],
        ['Глина красная', 'кг', '70'],
        ['Обжиг утильный', 'кг', '220'],
        ['Обжиг политой', 'кг', '320'],
        ['Чайник', 'шт.', '4900'],
      ],
    ),
  },
  baths: {
    file: [
      'Баня, 2 часа — 3000 ₽',
      'Баня, 3 часа — 4200 ₽',
      'Массаж 60 минут — 2500 ₽',
      'Массаж 90 минут — 3400 ₽',
      'Веник — 300 ₽',
    ].join('\n'),
  },
});

it.each([
  ['driving', 'how much is a 55 minute lesson'],
  ['driving', '62 minute lesson price'],
  ['driving', '65 minute mock test'],
  ['driving', '45 minute lesson automatic'],
  ['driving', '100 minute lesson automatic'],
  ['driving', '4 hour motorway lesson automatic'],
  ['baths', 'массаж 30 минут цена'],
  ['baths', 'баня 4 часа'],
] as const)('risk: %s, «%s»: a row of another length is given', async (business, question) => {
  expect(await ask(business, question)).not.toMatchObject({ kind: 'answer' });
});

it.each([
  ['driving', 'how much is a 60 minute lesson'],
  ['driving', '60 minutes lesson price'],
  ['driving', '60 minute lesson manual'],
] as const)('%s, «%s»: no more than the row of an hour', async (business, question) => {
  const { kind, text } = await ask(business, question);
  if (kind === 'answer') expect(text).toBe('Single lesson, 1 hour — manual: £38, automatic: £41');
});

it('risk: «60 minutes?» after the row of an hour gets the row that costs 60', async () => {
  const { kind, text } = await ask('driving', 'single lesson 1 hour', '60 minutes?');
  expect([kind, kind === 'answer' && text.includes('90 minutes')]).not.toEqual(['answer', true]);
});

it.each([
  ['глина 70 кг сколько стоит', /белая[\s\S]*красная/],
  ['глина 95 кг', /белая[\s\S]*красная/],
  ['обжиг 320 изделий', /утильный[\s\S]*политой/],
] as const)('risk: «%s» gets the one row with that price', async (question, rows) => {
  const { kind, text } = await ask('pottery', question);
  if (kind === 'answer') expect(text).toMatch(rows);
});

it.each([
  ['driving', 'how much is a 60 minute lesson', /^Single lesson, 1 hour — [^\n]*$/],
  ['driving', 'motorway lesson automatic', /^Motorway lesson, 2 hours — [^\n]*£86$/],
  ['driving', 'motorway lesson 2 hours price', /^Motorway lesson, 2 hours — [^\n]*£86$/],
  ['driving', 'block of 20 hours price', /£700/],
  ['driving', 'mock test 90 minutes', /^Mock test/],
  ['baths', 'массаж 90 минут цена', /^Массаж 90 минут — 3400 ₽$/],
  ['baths', 'баня 3 часа', /^Баня, 3 часа — 4200 ₽$/],
] as const)('%s, «%s»: the row of that length', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text: expect.stringMatching(text) });
});
