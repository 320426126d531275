import { expect, it } from 'vitest';
import { readPhone } from './read-phone.ts';

it.each([
  ['+7 (916) 123-45-67', 'en', '+79161234567', 'RU'],
  ['79161234567', 'en', '+79161234567', 'RU'],
  ['79161234567', 'ru', '+79161234567', 'RU'],
  ['8 916 123-45-67', 'ru', '+79161234567', 'RU'],
  ['9161234567', 'ru', '+79161234567', 'RU'],
  [' +7 701 234 56 78 ', 'ru', '+77012345678', 'KZ'],
  ['491701234567', 'ru', '+491701234567', 'DE'],
  ['+1 (415) 555-2671', 'en', '+14155552671', 'US'],
  ['+1 416 555 0123', 'en', '+14165550123', 'CA'],
  ['+800 1234 5678', 'en', '+80012345678', null],
] as const)('%j typed in %s is %s of %s', (typed, locale, phone, country) => {
  expect(readPhone(typed, locale)).toEqual({ phone, country });
});

it.each(['', ' ', '+', '12', '8 916 123-45-67', '+7 916 123', '+7 916 123-45-678', 'phone', '+999 123456789', '٣'])(
  '%j is no phone',
  (typed) => {
    expect(readPhone(typed, 'en')).toBeUndefined();
  },
);

it('words around a number are not read away', () => {
  expect(readPhone('call +7 916 123-45-67', 'ru')).toBeUndefined();
  expect(readPhone('+7 916 123-45-67 please', 'ru')).toBeUndefined();
});
