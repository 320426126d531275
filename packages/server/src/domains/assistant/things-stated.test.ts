import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* «нужен ли залог», «шлем дают?»: what the base says of that one thing is given, and nothing that it says of another. */

const { ask, talkWith } = useTalks({
  hire: {
    file: `# Прокат велосипедов
Час — 300 ₽, сутки — 1200 ₽.

# Условия
Залог 5000 ₽ или паспорт. Шлем и замок — бесплатно. Детям до 14 лет — только со взрослыми.

# Дождь
В дождь прокат закрыт, деньги за бронь вернём.

# Парковка
Парковка у входа в парк.`,
  },
  pairs: {
    file: '# О нас\nПрокат велосипедов в парке.',
    pairs: [
      ['Какой залог?', 'Залог 5000 ₽ или паспорт.'],
      ['Когда вернёте залог?', 'Сразу, как сдадите велосипед.'],
      ['Выдаёте ли шлем?', 'Да, на выбор три размера.'],
    ],
  },
  english: { file: '# Terms\nDeposit is 50 euros. Helmets and locks come with every bicycle.' },
});

it.each([
  ['какой залог?', 'Залог 5000 ₽ или паспорт.'],
  ['нужен ли залог', 'Залог 5000 ₽ или паспорт.'],
  ['залог нужен?', 'Залог 5000 ₽ или паспорт.'],
  ['шлем дают?', 'Шлем и замок — бесплатно.'],
  ['шлем платный?', 'Шлем и замок — бесплатно.'],
  ['замок дадите?', 'Шлем и замок — бесплатно.'],
  ['а если пойдёт дождь?', 'В дождь прокат закрыт, деньги за бронь вернём.'],
  ['есть ли парковка?', 'Парковка у входа в парк.'],
])('of a file, «%s»: «%s»', async (question, text) => {
  expect(await ask('hire', question)).toMatchObject({ kind: 'answer', text });
});

it.each([
  ['нужен ли залог', 'Залог 5000 ₽ или паспорт.'],
  ['шлем дают?', 'Да, на выбор три размера.'],
])('of pairs, «%s»: «%s»', async (question, text) => {
  expect(await ask('pairs', question)).toMatchObject({ kind: 'answer', text });
});

it('“do I need a deposit?”', async () => {
  expect(await ask('english', 'do I need a deposit?')).toMatchObject({ kind: 'answer', text: 'Deposit is 50 euros.' });
});

it.each([
  ['hire', 'нужен ли паспорт', 'is named beside another thing'],
  ['hire', 'парковка платная?', 'is stated without a price'],
  ['hire', 'есть красный шлем?', 'has a quality that nobody stated'],
  ['hire', 'а мой залог где?', 'is an own one'],
  ['pairs', 'шлем платный?', 'has a pair without a price'],
] as const)('risk: %s, «%s»: it %s', async (business, question, _why) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});

it.each([
  ['# Условия\nЗалог за самокат 3000 ₽. Залог за велосипед 5000 ₽.', 'какой залог?'],
  ['# Самокаты\nЗалог 3000 ₽.\n\n# Велосипеды\nЗалог 5000 ₽.', 'нужен ли залог'],
])('risk: two things are stated of it: one of them is given («%s», «%s»)', async (file, question) => {
  const { kind, text = '' } = await (await talkWith({ file }))(question);
  const given = ['3000', '5000'].filter((sum) => kind === 'answer' && text?.includes(sum) === true);
  expect(given).not.toHaveLength(1);
});
