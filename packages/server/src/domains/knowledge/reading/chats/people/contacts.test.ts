import { describe, expect, it } from 'vitest';
import { contactsOf, idsOf, withoutContacts } from './contacts.ts';

describe('contacts', () => {
  it.each([
    ...['8(912)3456789', '8.912.345.67.89', '+7‑912‑345‑67‑89', '8/912/3456789', '8 912 345 67 89', '+7–912–345–67–89'],
    ...['89123456789', '8 (912) 345-67-89', '9123456789', '8-912-345-67-89', '8912-3456789'],
  ])('risk: a phone is not known by another way of writing: %s', (phone) => {
    expect(contactsOf(`тел ${phone}, звоните`)).toEqual(['9123456789']);
    expect(withoutContacts(`тел ${phone}, звоните`)).toBe('тел , звоните');
  });

  it.each(['(020) 7946 0958', '07911 123456', '912-34-56', '2202 2036 1111 2222', 'yan.petrov@mail.ru', '@zulya_k'])(
    'knows %s',
    (contact) => {
      expect(contactsOf(`It is ${contact} for you`)).toHaveLength(1);
    },
  );

  it.each([
    ...['12.03.2026 10:15', '12.03.2026-15.03.2026', '12.03.2026 - 15.03.2026', 'с 10-12-2026 по 11', '2026-03-12'],
    ...[
      'от 12 000 - 15 000 ₽',
      '70 000 - 100 000',
      '90 000–120 000 ₽',
      '1000-1500',
      '42 44 46 48 50 52',
      '42/44/46/48/50',
      '10 000 000 - 12 000 000',
      '100 000/120 000',
      '1 500 000 ₽',
    ],
    ...['с 10:00-18:00', '60 x 90 x 120', '10-12, 14-16', '10 шт. 500 ₽'],
  ])('risk: dates, sums and ranges are taken for one: %s', (figures) => {
    expect(contactsOf(`Это ${figures}.`)).toEqual([]);
    expect(withoutContacts(`Это ${figures}.`)).toBe(`Это ${figures}.`);
  });

  it.each([
    'Да, RA123456789RU',
    'По #A-5512',
    'код 5571',
    'договор 77-1234',
    'GS-88121',
    'door code 4455#',
    'с карты *2222',
  ])('knows the id in «%s»', (text) => {
    expect(idsOf(text)).not.toEqual([]);
  });

  it.each([
    'батарея 5000мАч',
    '3000 ₽',
    'до 12.03.2026',
    'A4',
    'Galaxy A515',
    'код',
    '12 000 руб',
    'ГОСТ 1234',
    'за 300р',
  ])('risk: an amount is taken for an id: %s', (text) => {
    expect(idsOf(text)).toEqual([]);
  });
});
