import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnfoundedFigures } from './figures-guard.ts';

const SOURCE =
  'Доставка стоит 1 500 ₽ (от 30 000,50 — бесплатно), 24/7, скидка 10%. Работаем с 09:00 до 18:30, акция до 31.12.2026. Телефон: +7 (495) 123-45-67, почта Sales@Shop.ru, сайт https://www.shop.ru/delivery/, канал @shop_news.';

describe('figures of an answer', () => {
  it.each([
    'Доставка стоит 1500 рублей.',
    'Доставка 1 500 руб., от 30000,5 бесплатно',
    'Delivery is 1,500 RUB, 10 % off until 31.12.2026.',
    'Мы работаем с 9 до 18:30, круглосуточно 24/7.',
    'Звоните 8 495 123-45-67 или +74951234567, пишите sales@shop.ru.',
    'Подробнее: shop.ru/delivery или https://shop.ru/delivery.',
    'Сайт shop.ru, канал @shop_news.',
    '1) Закажите.\n2) Получите за 1500.\n3. Готово.',
    'Да, конечно.',
  ])('are found in the source: «%s»', (answer) => {
    expect(findUnfoundedFigures(answer, [SOURCE])).toEqual([]);
  });

  it.each([
    'Доставка стоит 1600 рублей.',
    'Доставка стоит 500 рублей.',
    'Доставка стоит 15 000.',
    'Скидка 20%.',
    'Работаем с 9 до 19:30.',
    'До 31.12.2027.',
    'Звоните +7 495 123-45-68.',
    'Пишите sale@shop.ru.',
    'https://shop.ru/delivery/evil',
    'Смотрите shop-ru.com',
    'Зайдите на http://10.0.0.1/x',
    'Канал @shop_newz',
    'tg://resolve?domain=x',
    'Доставка стоит １６００ рублей',
    'Доставка стоит ١٦٠٠',
    'Доставка стоит 1\u200b6\u200b00',
  ])('without a source are caught: «%s»', (answer) => {
    expect(findUnfoundedFigures(answer, [SOURCE])).not.toEqual([]);
  });

  it('of the customer count too', () => {
    expect(findUnfoundedFigures('Заказ 784512 принят.', [SOURCE, 'где мой заказ 784512?'])).toEqual([]);
  });

  it('risk: a price with one digit changed reaches a customer', () => {
    const prices = fc.integer({ min: 10, max: 9_999_999 });
    const forms = fc.constantFrom(
      (price: string) => price,
      (price: string) => price.replace(/\B(?=(\d{3})+$)/g, ' '),
      (price: string) => price.replace(/\B(?=(\d{3})+$)/g, '\u00a0'),
      (price: string) => `${price.replace(/\B(?=(\d{3})+$)/g, ',')}.00`,
    );
    fc.assert(
      fc.property(prices, forms, forms, fc.nat(), fc.integer({ min: 1, max: 9 }), (price, one, other, at, by) => {
        const digits = String(price);
        const place = at % digits.length;
        const changed = `${digits.slice(0, place)}${(Number(digits[place]) + by) % 10}${digits.slice(place + 1)}`;
        const grounds = [`Цена ${one(digits)} руб.`];
        expect(findUnfoundedFigures(`Стоит ${other(digits)} руб.`, grounds)).toEqual([]);
        if (Number(changed) !== price)
          expect(findUnfoundedFigures(`Стоит ${other(changed)} руб.`, grounds)).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
