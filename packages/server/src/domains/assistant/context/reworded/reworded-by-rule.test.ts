import { describe, expect, it } from 'vitest';
import type { FoundPassage, Retrieval } from '../../../knowledge/index.ts';
import { readHoursAsked } from './asks-hours.ts';
import { findHowLong } from './find-how-long.ts';
import { findPrice } from './find-price.ts';
import { answersAllPrices } from './find-price-list.ts';
import { answersStated, findStated } from './find-stated.ts';
import { findTold } from './find-told.ts';
import { addressIn } from './states-address.ts';
import { contactIn, readContactAsked } from './states-contact.ts';
import { hoursIn, missesHours } from './states-hours.ts';
import { paymentIn } from './states-payment.ts';
import { missesPlace, readThingOfPlace, statesPlace } from './states-place.ts';
import { readThing, saidOf } from './states-thing.ts';
import { readTold } from './states-told.ts';

/* What each rule that takes words as the answer needs to see in them. */

const pair = (title: string, text: string): FoundPassage => ({ id: '1', kind: 'qa', title, text, score: 10 });
const file = (text: string, heading = '', title = 'О нас'): FoundPassage => ({
  ...{ id: '1', kind: 'file', title, heading, text, score: 10 },
});
const found = (...passages: FoundPassage[]): Retrieval => ({
  ...{ passages, confidence: 0.9, isEmpty: false, decision: { kind: 'answer', id: passages[0]?.id ?? '' } },
});
const LONG = ' Подробности узнайте у администратора.'.repeat(10);

describe('how to reach the business', () => {
  const contact = (question: string, passage: FoundPassage) => {
    const asked = readContactAsked(question);
    return asked === undefined ? 'not asked' : contactIn(passage, asked);
  };
  const CHAT = 'Пишите в чат на сайте, ответим за час.';

  it('a short piece under «Контакты» is given whole, to who asks of the business', () => {
    expect(contact('как с вами связаться?', file(CHAT, 'Контакты'))).toBe(CHAT);
    expect(contact('как связаться с бухгалтерией?', file(CHAT, 'Контакты'))).toBeUndefined();
    expect(contact('как с вами связаться?', file(`${CHAT}${LONG}`, 'Контакты'))).toBeUndefined();
    expect(contact('какой у вас телефон?', file(CHAT, 'Контакты'))).toBeUndefined();
    expect(contact('как с вами связаться?', file(CHAT, 'Акции'))).toBeUndefined();
  });

  it('risk: a pair that is asked for the mail answers who asks for the phone', () => {
    const mail = pair('Какая у вас электронная почта?', 'info@example.ru, отдел продаж 8 800 555-35-35.');
    expect(contact('какой у вас телефон?', mail)).toBeUndefined();
    expect(contact('как с вами связаться?', mail)).toBe(mail.text);
    expect(contact('какой у вас телефон?', { ...mail, title: 'Как с вами связаться?' })).toBe(mail.text);
  });

  it('risk: the phone of one part is given for that of another', () => {
    const store = pair('Какой телефон склада?', 'Склад: 8 800 555-35-35.');
    expect(contact('телефон регистратуры', store)).toBeUndefined();
    expect(contact('телефон магазина', pair('Какой у вас телефон?', '8 800 555-35-35.'))).toBe('8 800 555-35-35.');
  });
});

it('risk: where goods are handed out is given for where the business is', () => {
  const asked = 'где вы находитесь?';
  expect(addressIn(file('Казань, Лесная 5.'), asked)).toBe('Казань, Лесная 5.');
  expect(addressIn(file('Казань, Лесная 5.', 'Самовывоз'), asked)).toBeUndefined();
  expect(addressIn(file('Казань, Лесная 5 — пункт выдачи.'), asked)).toBeUndefined();
});

it('risk: words that name no way to pay are given to who asks for one', () => {
  expect(paymentIn(pair('Как оплатить?', 'Ссылка придёт в письме.'))).toBeUndefined();
  expect(paymentIn(file('Ссылка придёт в письме.', 'Оплата'))).toBeUndefined();
  expect(paymentIn(file('Картой или наличными.', 'Оплата'))).toBe('Картой или наличными.');
});

describe('where a thing is', () => {
  it('«находится» is no thing', () => {
    expect(readThingOfPlace('где расположен склад')).toEqual(['склад']);
    expect(statesPlace(['склад'], file('Находится на втором этаже.', 'Склад'))).toBe(true);
  });

  it('a pair that is asked where is answered in its own way', () => {
    expect(missesPlace('где лагерь?', pair('Где лагерь?', 'Координаты пришлём.'))).toBe(false);
    expect(missesPlace('где лагерь?', pair('Какой лагерь?', 'Координаты пришлём.'))).toBe(true);
  });
});

describe('what there is to say of a thing', () => {
  it('a word without weight is no thing', () => {
    expect(readThing('нужен ли он?')).toBeUndefined();
    expect(readThing('нужен ли залог?')?.thing).toBe('залог');
  });

  it('«бесплатен» is a price too', () => {
    expect(saidOf({ thing: 'завтрак', isOfPrice: true }, file('Завтрак бесплатен.'))).toHaveLength(1);
    expect(saidOf({ thing: 'завтрак', isOfPrice: true }, file('Завтрак сытный.'))).toEqual([]);
  });

  it('of a long piece under its name the sentence that begins with it', () => {
    const asked = { thing: 'залог', isOfPrice: false };
    expect(saidOf(asked, file('Берём паспорт.', 'Залог'))).toEqual(['Берём паспорт.']);
    expect(saidOf(asked, file(`Залог 5000 ₽.${LONG}`, 'Залог'))).toEqual(['Залог 5000 ₽.']);
  });

  it('risk: an own order is looked for in the words of a base', () => {
    expect(readTold('order 4512 status')).toBeUndefined();
    expect(readTold('order a status')).toBeDefined();
  });
});

describe('hours', () => {
  const hours = (question: string, passage: FoundPassage) => {
    const asked = readHoursAsked(question);
    return asked === undefined ? 'not asked' : hoursIn(passage, asked);
  };
  const OPEN = 'Мы работаем с 9 до 18.';

  it.each([
    ['часы работы', file('С 9 до 18.', 'График работы', 'Доставка › График работы')],
    ['до скольки вы работаете', file(OPEN, '', 'Доставка')],
    ['до скольки вы работаете', file('Доставка: мы работаем с 9 до 18.')],
    ['до скольки вы работаете', file('Пн–пт 10–20: 500 ₽, сб 10–20: 700 ₽')],
    ['до скольки вы работаете', file('Ежедневно с 9 до 18 доставка.')],
    ['до скольки вы работаете', file('Мы работаем без посредников. Занятие длится долго. С 9 до 18 лет скидка.')],
    ['до скольки вы работаете', file('Наши мастера с большим опытом делают салон, он открыт с 9 до 18.')],
    ['до скольки работает магазин', pair('График работы салона', 'С 9 до 18.')],
  ])('risk: «%s» is answered by hours of something else', (question, passage) => {
    expect(hours(question, passage)).toBeUndefined();
  });

  it.each([
    ['до скольки работает доставка', file('Мы работаем с 9 до 18.', '', 'Доставка'), OPEN],
    [
      'до скольки вы работаете',
      file('Мы открыты для вас. Ежедневно с 9 до 18.'),
      'Мы открыты для вас.\nЕжедневно с 9 до 18.',
    ],
    ['до скольки вы работаете', file(`${OPEN} По будням доставка с 10 до 12.`), OPEN],
    ['до скольки вы работаете', file(`${OPEN} В выходные с 10 до 12 звоните 8 800 555-35-35.`), OPEN],
    ['до скольки работает салон', pair('График работы салона', 'С 9 до 18.'), 'С 9 до 18.'],
  ])('«%s» gets the hours alone', (question, passage, said) => {
    expect(hours(question, passage)).toBe(said);
  });

  it.each([
    ['до скольки работает кафе', file('Мы работаем с 9 до 18.', '', 'Отель')],
    ['до скольки работает бассейн', file('Сауна с 9 до 18. Бассейн рядом.')],
    ['до скольки вы работаете', file('Бассейн открыт с 9 до 18.')],
    ['до скольки работает магазин', file('Кафе с 9 до 18. Магазин рядом.')],
    ['до скольки вы работаете', file('Замена масла — час.')],
  ])('risk: «%s» is answered by a line that is of something else', (question, passage) => {
    expect(missesHours(question, passage)).toBe(true);
  });

  it.each([
    ['до скольки работает бассейн', file('Бассейн с 9 до 18.')],
    ['до скольки работает магазин', file('С 9 до 18.', 'Магазин')],
    ['до скольки работает магазин', file('Магазин с 9 до 18, кафе до 20.')],
    ['до скольки вы работаете', file('Салон открыт с 9 до 18.')],
    ['до скольки работает салон', file('С 9 до 18.')],
  ])('«%s» is answered by a line of it', (question, passage) => {
    expect(missesHours(question, passage)).toBe(false);
  });
});

it('risk: the hours of this year are given for those of another', () => {
  expect(readHoursAsked('график работы на 2027')?.other).toContain('2027');
});

describe('how long', () => {
  const search = (passage: FoundPassage) =>
    findHowLong('сколько по времени покраска шкафа', async () => found(passage));

  it('the words say it, and are of that thing', async () => {
    expect(await search(file('Покраска шкафа — 6 дней.'))).toBeDefined();
    expect(await search(file('Покраска шкафа — 4500 ₽.'))).toBeUndefined();
    expect(await search(file('Покраска стола — 6 дней.'))).toBeUndefined();
  });

  it('risk: a pair that names the thing in passing is given', async () => {
    expect(await search(pair('Как долго ждать замер?', 'Замер — 1 день, покраска шкафа потом.'))).toBeUndefined();
  });
});

it.each([
  ['Стул — 100 ₽\n\nСтол — 200 ₽\n', true],
  ['Стул — 100 ₽', false],
  ['Работаем с 9 до 18\nОбед с 13 до 14', false],
  ['Мы чиним\nи красим\nи моем\nСтул — 100 ₽\nСтол — 200 ₽', false],
])('what is a price list: «%s»', (text, isList) => {
  expect(answersAllPrices('какие цены?', file(text))).toBe(isList);
});

describe('a price', () => {
  const price = async (question: string, ...passages: FoundPassage[]) =>
    (await findPrice(question, async () => found(...passages)))?.passages[0];

  it.each(['чистка дивана сколько', 'чистка дивана скоко?', 'чистка дивана скок'])(
    '«%s» asks for one',
    async (question) => {
      expect(await price(question, file('Чистка дивана — 900 ₽'))).toBeDefined();
    },
  );

  it('under the very name of the thing: its lines, where they are few', async () => {
    const lines = (many: number) => Array.from({ length: many }, (_, at) => `${at + 1}00 шт — ${at + 2}900`).join('\n');
    expect((await price('сколько стоят визитки', file(lines(3), 'Визитки')))?.quote).toBe(lines(3));
    expect((await price('сколько стоят визитки', file(lines(9), 'Визитки')))?.quote).toBeUndefined();
  });

  it('risk: a row of what is done to the thing is given for the thing', async () => {
    const asked = 'сколько стоит кресло';
    const talk = pair('Какое бывает кресло?', 'Разное.');
    const rows = (text: string) => ({ ...file(text), id: '2' });
    expect((await price(asked, talk, rows('Перетяжка кресла — 700 ₽\nПеретяжка стула — 500 ₽')))?.id).not.toBe('2');
    expect((await price(asked, talk, rows('Кресло «Бруно» — 700 ₽\nСтул — 500 ₽')))?.quote).toBe(
      'Кресло «Бруно» — 700 ₽',
    );
  });

  it('risk: a pair that names the price of another thing in passing is given', async () => {
    const passage = pair('Что есть в меню?', 'Суп и салат. Завтрак в номер — 500 ₽.');
    expect(await price('сколько стоит завтрак', passage)).toBeUndefined();
    expect(await price('сколько стоит завтрак в номер', passage)).toBeUndefined();
    expect(await price('сколько стоит завтрак', { ...passage, title: 'Завтрак есть?' })).toBeDefined();
  });
});

describe('what is asked by a question word alone', () => {
  it.each([
    ['с какого возраста берёте?', 'Детям старше 7 лет обязательна справка.', false],
    ['с какого возраста берёте?', 'Принимаем детей старше 7 лет, справка обязательна.', true],
    ['с какого возраста берёте?', 'Занимаются дети с 7 лет.', true],
  ])('«%s» beside «%s»: %s', (question, text, isStated) => {
    expect(answersStated(question, file(text))).toBe(isStated);
  });

  it('risk: the schedule of another lesson is given', () => {
    const yoga = file('Расписание: вторник в 17:00', '', 'Йога');
    expect(answersStated('когда йога?', yoga)).toBe(true);
    expect(answersStated('когда плавание?', yoga)).toBe(false);
  });

  it('risk: from which age is said of one thing, where the owner tells one from another', async () => {
    const [lines, own] = [
      file('Плавание: занимаются дети с 7 лет.'),
      { ...pair('До какого возраста?', 'До 16.'), id: '2' },
    ];
    const stated = (question: string, ...passages: FoundPassage[]) =>
      findStated(question, async () => found(...passages));
    expect(await stated('с какого возраста берёте?', lines)).toBeDefined();
    expect(await stated('с какого возраста берёте?', lines, own)).toBeUndefined();
    expect(await stated('с какого возраста берёте?', lines, { ...own, title: 'Где вы?' })).toBeDefined();
    expect(await stated('с какого возраста плавание?', lines, own)).toBeDefined();
  });

  it('risk: one of two sentences that have all that is told is given', async () => {
    const told = (text: string) => findTold('прививки нужны?', async () => found(file(text)));
    expect(await told('Прививки обязательны.')).toBeDefined();
    expect(await told('Прививки обязательны. Прививки ставим у себя.')).toBeUndefined();
  });
});
