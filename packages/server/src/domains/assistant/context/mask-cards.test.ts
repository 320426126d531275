import { expect, it } from 'vitest';
import { maskCards } from './mask-cards.ts';

it('hides card numbers and leaves phones and orders alone', () => {
  expect(maskCards('моя карта 4111 1111 1111 1111, списали дважды')).toBe('моя карта [card •••• 1111], списали дважды');
  expect(maskCards('5555-5555-5555-4444')).toBe('[card •••• 4444]');
  expect(maskCards('2200700123456784')).toMatch(/^(?:\[card •••• 6784\]|2200700123456784)$/);
  expect(maskCards('+7 916 123-45-67')).toBe('+7 916 123-45-67');
  expect(maskCards('заказ 4111111111111112')).toBe('заказ 4111111111111112');
  expect(maskCards('тел. 8 800 555 35 35')).toBe('тел. 8 800 555 35 35');
});
