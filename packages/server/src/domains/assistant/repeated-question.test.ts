import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* What is asked just as its owner wrote it is answered by that pair, however near others are. */

const { ask, talkWith } = useTalks({
  wardrobes: {
    file: '# Мебель «Енисей»\nШкафы и комоды из дуба.',
    pairs: [
      ['Какие размеры у шкафа «Енисей»?', 'Размеры: 100 × 50 × 70 см.', 'шкаф «Енисей» габариты'],
      ['Сколько стоит шкаф «Енисей»?', 'Шкаф «Енисей» стоит 9000 ₽.', 'шкаф «Енисей» цена'],
      ['Какой артикул у шкафа «Енисей»?', 'Артикул 100.', 'шкаф «Енисей» код'],
      ['Как оформить возврат?', 'Напишите номер заказа.', 'хочу вернуть деньги'],
      ['Можно ли вернуть комод?', 'Комод можно вернуть за 14 дней.'],
      ['Где вы находитесь?', 'На Лесной, 5.', 'как к вам доехать'],
    ],
  },
});

it.each([
  ['шкаф «Енисей» габариты', 'Размеры: 100 × 50 × 70 см.'],
  ['Шкаф енисей — код?', 'Артикул 100.'],
  ['шкаф енисей цена', 'Шкаф «Енисей» стоит 9000 ₽.'],
  ['хочу вернуть деньги', 'Напишите номер заказа.'],
  ['Как к вам доехать?', 'На Лесной, 5.'],
])('«%s»: «%s»', async (question, text) => {
  expect(await ask('wardrobes', question)).toMatchObject({ kind: 'answer', text });
});

it('risk: a question word for word is answered by what is found for questions of its kind', async () => {
  const talk = await talkWith({
    file: '# Цены\nШкаф — 9000 ₽\nКомод — 5000 ₽\nСтол — 4000 ₽',
    pairs: [['Какие у вас цены?', 'Зависят от дерева: напишите размеры, посчитаем.']],
  });
  expect(await talk('какие у вас цены')).toMatchObject({ kind: 'answer', text: expect.stringContaining('посчитаем') });
});

it('risk: a pair whose answer looks like none to its question is refused, and then offered', async () => {
  const pairs = [
    ['Телефоны чините?', 'Да, звоните: 8 800 555-35-35.', 'ремонт мобильных'],
    ['Во сколько заезд?', 'После уборки номера, администратор напишет вам.'],
    ['До скольки вы работаете?', 'До последнего гостя.'],
    ['Сколько стоит парковка?', 'Спросите на въезде.'],
  ] as const;
  const talk = await talkWith({ file: '# О нас\nСервис на Лесной.', pairs });
  for (const [question, text] of pairs) expect(await talk(question)).toMatchObject({ kind: 'answer', text });
});

it('the record of an answer that is found and not given says why', async () => {
  const { kind, debug } = await ask('wardrobes', 'Можно ли вернуть диван?');
  expect(kind).not.toBe('answer');
  expect(debug?.steps.filter((step) => step.startsWith('the question '))).toEqual(['the question names another thing']);
});
