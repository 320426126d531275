import { describe, expect, it } from 'vitest';
import { asksOfOne, tellsOfOne } from './of-one.ts';

describe('what is of one order or place', () => {
  it.each([
    ...['Доставка обычная 300, срочная 500.', 'Доставка платная 200.', 'Доставка 200.', 'Доставка по Москве 300.'],
    ...['Доставка в Казань 5, в Самару 7.', 'We deliver within 30 minutes drive', 'We deliver 5 Days a way'],
    ...['Сколько стоит уборка квартиры 50 метров?', 'Уборка квартиры 50 — 3000 ₽', 'квартира 2 комнаты 3000 рублей'],
    ...['Ремонтируете домофоны?', 'Ремонт домофона 500 рублей', 'Уборка подъезда 500 ₽', 'Уборка квартиры 3000'],
    ...['Минимальный заказ 1000.', 'Бесплатная доставка при заказе 3000', 'Есть скидка на заказ 5000?'],
    ...['Сумма заказа 1000, меньше не возим', 'Free delivery on orders 3000', 'The minimum order 500'],
    ...['До нас едет автобус № 5', 'Мы в офисе № 12', 'Flat 20% discount', 'Apartment 2 bedrooms is 50 USD'],
  ])('risk: an ordinary answer is lost: %s', (sentence) => {
    expect([asksOfOne(sentence), tellsOfOne(sentence)]).toEqual([false, false]);
  });

  it.each([
    ...[
      'Заказ 4512 в пути',
      'заказ № 45 готов?',
      'На заказ № 4512 вышел чек',
      'накладная № 7',
      'Трек № 12345',
      '№ 4512 в пути',
    ],
    ...[
      'Привезём на лесную 5',
      'Привезёте на ул. лесная 5?',
      'Доставим на Лесную, 5',
      'Везём к вам: доставка на Ленина 100',
    ],
    ...[
      'Лесная 5, доставим завтра',
      'кв. 12',
      'квартира 12, второй подъезд',
      'подъезд 3',
      'домофон 12',
      'код домофона 1234',
    ],
    ...[
      'We will deliver to 12 Baker Street',
      'can you deliver to 12 baker street?',
      'Flat 3, please',
      'order 4512 is ready',
    ],
    ...['Привезём по адресу: Лесная, 12', 'Доставим на 2-ю Лесную, 12'],
  ])('risk: what is of one goes to everybody: %s', (sentence) => {
    expect([asksOfOne(sentence), tellsOfOne(sentence)]).toEqual([true, true]);
  });

  it('risk: the phone of one that somebody calls back goes to everybody', () => {
    expect(tellsOfOne('Перезвоним на 8 912 345-67-89')).toBe(true);
    expect(tellsOfOne('Звоните нам: 8 912 345-67-89')).toBe(false);
  });
});
