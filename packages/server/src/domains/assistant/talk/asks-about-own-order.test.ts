import { expect, it } from 'vitest';
import { asksAboutOwnOrder } from './asks-about-own-order.ts';

it.each([
  'Вы идиоты, где мой заказ???',
  'Где мой заказ 4512?',
  'где заказ №4512',
  'Что с моим заказом?',
  'мой заказ так и не пришёл',
  'когда придёт моя посылка?',
  'где мои деньги за возврат',
  'статус моего возврата?',
  'Where is my order?',
  "where's my refund",
  'my parcel never arrived',
])('«%s» asks about an own order', (text) => {
  expect(asksAboutOwnOrder(text)).toBe(true);
});

it.each([
  'Как отследить мой заказ?',
  'где посмотреть статус моего заказа?',
  'как отменить мой заказ?',
  'когда доставят заказ в Казань?',
  'where can I track my order?',
  'how do I get my refund?',
])('«%s» asks how one does it', (text) => {
  expect(asksAboutOwnOrder(text)).toBe(false);
});
