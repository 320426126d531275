import { expect, it } from 'vitest';
import { maskCards } from './mask-cards.ts';

it('hides card numbers and leaves phones and orders alone', () => {
  expect(maskCards('моя карта 4111 1111 1111 1111, списали дважды')).toBe('моя карта [card •••• 1111], списали дважды');
  expect(maskCards('5555-5555-5555-4444')).toBe('[card •••• 4444]');
  expect(maskCards('2200700123456788')).toBe('2200700123456788');
  expect(maskCards('+7 916 123-45-67')).toBe('+7 916 123-45-67');
  expect(maskCards('заказ 4111111111111112')).toBe('заказ 4111111111111112');
  expect(maskCards('тел. 8 800 555 35 35')).toBe('тел. 8 800 555 35 35');
});

const HIDDEN = '[card •••• 1111]';

it.each([
  ['4111 1111 1111 1111 12/27', `${HIDDEN} 12/27`],
  ['4111 1111 1111 1111 12 27 123', `${HIDDEN} 12 27 123`],
  ['2 4111111111111111', `2 ${HIDDEN}`],
  ['заказ 15, 4111111111111111 12/27', `заказ 15, ${HIDDEN} 12/27`],
  ['4111  1111  1111  1111', HIDDEN],
  ['4111.1111.1111.1111', HIDDEN],
  ['4111–1111–1111–1111', HIDDEN],
  ['4111\u202f1111\u202f1111\u202f1111', HIDDEN],
  ['4111\n1111\n1111\n1111', HIDDEN],
  ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', HIDDEN],
  ['3782 822463 10005', '[card •••• 0005]'],
  ['4111 1111 1111 1111 и 5555 5555 5555 4444', `${HIDDEN} и [card •••• 4444]`],
])('risk: a card number reaches a provider as %j', (text, hidden) => {
  expect(maskCards(text)).toBe(hidden);
});

it.each([
  '8 916 123 45 67 или 8 916 123 45 68',
  '8 916 123 45 67 8 916 123 45 67',
  '25.11.2026 14.30 1500 1700',
  '0000',
])('other figures stay: %s', (text) => {
  expect(maskCards(text)).toBe(text);
});
