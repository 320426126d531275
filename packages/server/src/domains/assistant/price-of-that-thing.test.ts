import { expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';

/* «сколько стоят очки»: the price in the words that are given is that of the thing, and not of what stands beside it. */

const { talkWith } = useTalks({});

const POOL =
  '# Что взять с собой\nШапочка обязательна, её можно купить у администратора за 350 рублей. Полотенце и сланцы принесите свои. Очки напрокат не выдаём. Малышам нужен подгузник для воды, он стоит 120 рублей.';
const CLINIC =
  '# Стационар\nПеред госпитализацией вносится залог 5000 ₽. Свой корм приносить можно. При неявке на приём кардиолога удерживается 500 ₽. Отменить запись можно бесплатно за 3 часа до приёма.';
const DEPTH = '# Бассейн\nГлубина от 60 до 120 см, вода 32 градуса. Работаем с 9 до 21.';

it.each([
  [POOL, 'сколько стоят очки'],
  [POOL, 'сколько стоит полотенце'],
  [POOL, 'сколько стоят сланцы'],
  [CLINIC, 'сколько стоит корм'],
  [CLINIC, 'сколько стоит стационар'],
  [CLINIC, 'сколько стоит кардиолог'],
  [DEPTH, 'сколько стоит бассейн'],
])('risk: of «%s», «%s» is answered by the price of another thing', async (file, question) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect(kind === 'answer' ? text : '').toBe('');
});

it.each([
  [POOL, 'сколько стоит шапочка', /350/],
  [POOL, 'сколько стоит подгузник', /120/],
  [CLINIC, 'сколько стоит залог', /5000/],
  ['# Доставка\nПривозим по городу. Стоимость — 300 ₽.', 'сколько стоит доставка', /300/],
  ['# Доставка\nПо городу — 300 ₽, за город не возим.', 'сколько стоит доставка', /300/],
  ['# Уборка\nУборка квартиры длится 3 часа и стоит 4000 рублей.', 'сколько стоит уборка квартиры', /4000/],
])('of «%s», «%s» has its price', async (file, question, price) => {
  const { kind, text } = await (await talkWith({ file }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(price)]);
});

const HIRE =
  'Инструмент: Виброплита 90 кг; Сутки: 1800; Неделя: 9500\nИнструмент: Мотобур; Сутки: 1100; Неделя: 5600\nИнструмент: Леса строительные, секция; Сутки: 80; Неделя: 350';
const BY_TRAILER =
  '# Доставка\nБесплатно привозим при заказе от 7000 руб. Леса и виброплиту возим только на нашем прицепе, плюс 500 руб.';

it.each([
  ['сколько стоит виброплита', /1800/],
  ['виброплита сколько стоит в день', /1800/],
  ['леса цена', /80/],
])('risk: «%s» gets what is paid for its delivery on top', async (question, price) => {
  const { kind, text } = await (await talkWith({ file: `${HIRE}\n\n${BY_TRAILER}` }))(question);
  expect([kind, text]).toEqual(['answer', expect.stringMatching(price)]);
  expect(text).not.toContain('прицеп');
});

const VET = [
  'Услуга: Первичный приём; Животное: любое; Цена: 900 ₽; Примечание: до 30 минут',
  'Услуга: Вакцинация комплексная; Животное: собака; Цена: 1900 ₽; Примечание: с осмотром',
  'Услуга: Чистка зубов ультразвуком; Животное: собака; Цена: 5200 ₽; Примечание: под наркозом, наркоз отдельно',
];

it.each(['\n', '\n\n'])('risk: what a note names has the price of the row', async (joint) => {
  const talk = await talkWith({ file: VET.join(joint) });
  for (const question of ['наркоз цена', 'сколько стоит осмотр', 'наркоз сколько стоит отдельно'])
    expect([question, (await talk(question)).kind]).not.toEqual([question, 'answer']);
  expect((await talk('сколько стоит чистка зубов под наркозом')).text).toContain('5200');
});
