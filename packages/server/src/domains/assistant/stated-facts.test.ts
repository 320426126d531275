import { describe, expect, it } from 'vitest';
import { useTalks } from './testing/open-talk.ts';
import { clinic, hotel, pizzeria, school, workshop } from './testing/price-tables.ts';

/* What a base says is not refused because the question has words of its own for asking. */

const hours = ['Когда вы работаете?', 'Каждый день с 9 до 19.'] as const;
const bases = {
  workshop: { file: workshop, pairs: [['Можно ли оплатить картой?', 'Да, картой и наличными.']] },
  clinic: { file: clinic, pairs: [['График работы', 'Пн–Сб с 8 до 20.']] },
  hotel: { file: hotel },
  pizzeria: { file: pizzeria, pairs: [hours] },
  school: { file: school, pairs: [['Как записаться?', 'По телефону 5-55-55.']] },
} as const;
const { ask, talkWith } = useTalks(bases);

it.each([
  ['workshop', 'сколько времени занимает покраска шкафа', 'Покраска шкафа — цена: 4500 ₽, срок: 6 дней'],
  ['workshop', 'как долго делаете ремонт стула?', 'Ремонт стула — цена: 1500 ₽, срок: 3 дня'],
  ['clinic', 'сколько времени занимает чистка зубов', 'Чистка зубов — цена: 3500 ₽, длительность: 45 минут'],
  ['school', 'сколько длится подготовка к егэ', 'Подготовка к ЕГЭ — цена: 6000 ₽ в месяц, срок: 8 месяцев'],
] as const)('%s: how long it takes, «%s»', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text: expect.stringContaining(text) });
});

it.each([
  ['workshop', 'сколько времени занимает покраска стола'],
  ['clinic', 'сколько длится установка винира'],
  ['hotel', 'сколько длится аренда лодки'],
] as const)('risk: %s: «%s» gets how long another thing takes', async (business, question) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});

it.each([
  ['workshop', 'где ваш склад', 'Заводская, 12'],
  ['workshop', 'где у вас склад?', 'Заводская, 12'],
  ['clinic', 'где детское отделение', 'Садовая, 3'],
  ['clinic', 'где рентген', 'на втором этаже'],
  ['school', 'где библиотека', 'Пушкина, 16'],
  ['hotel', 'где парковка', 'во дворе'],
] as const)('%s: where it is, «%s»', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text: expect.stringContaining(text) });
});

it.each([
  ['workshop', 'где ваш шоурум'],
  ['clinic', 'где ваша парковка'],
  ['pizzeria', 'где мой лимонад'],
] as const)('risk: %s: «%s» gets what says of no place', async (business, question) => {
  expect((await ask(business, question)).kind).not.toBe('answer');
});

it.each([
  ['workshop', 'Когда можно прийти?', 'с 9 до 19'],
  ['workshop', 'когда к вам можно подъехать', 'с 9 до 19'],
  ['clinic', 'когда можно к вам прийти', 'с 8 до 20'],
  ['pizzeria', 'во сколько можно заехать?', 'с 9 до 19'],
  ['pizzeria', 'when can I come by?', 'с 9 до 19'],
] as const)('%s: when one may come, «%s»', async (business, question, text) => {
  expect(await ask(business, question)).toMatchObject({ kind: 'answer', text: expect.stringContaining(text) });
});

it.each([
  ['clinic', 'когда можно прийти на удаление зуба'],
  ['clinic', 'когда придёт доктор'],
  ['workshop', 'когда приедет мастер'],
] as const)('risk: %s: «%s» gets the hours of the business', async (business, question) => {
  expect((await ask(business, question)).text).not.toMatch(/с 8 до 20|с 9 до 19/);
});

describe('what a sentence says of another thing', () => {
  it('risk: the thing stands in its condition alone', async () => {
    const talk = await talkWith({
      file: '# Сроки\nЭкран и аккумулятор меняем за 40–60 минут, если деталь на складе. Заднее стекло — на следующий день. Деталь под заказ приходит за 3–7 дней, предоплата 50 %.',
    });
    expect((await talk('сколько ждать деталь')).text).not.toMatch(/40–60/);
  });

  it('risk: what is asked of a company answers everybody', async () => {
    const talk = await talkWith({
      file: '# Как взять\nНужен паспорт с регистрацией. Договор оформляем за 10 минут.',
      pairs: [['Нужны ли документы ИП?', 'ИП: паспорт и ОГРНИП, работаем по договору.']],
    });
    expect((await talk('какие документы нужны')).text).not.toMatch(/ОГРНИП/);
    expect((await talk('какие документы нужны от ИП')).text).toMatch(/ОГРНИП/);
  });
});
