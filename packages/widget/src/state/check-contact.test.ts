import { expect, it } from 'vitest';
import { checkContact } from './check-contact.ts';

const names = ['name', 'email', 'phone'] as const;

it('forced fields must all be there and right', () => {
  expect(checkContact({ name: ' Анна ', email: 'x', phone: '' }, { names, isForced: true })).toEqual({
    contact: { name: 'Анна' },
    faults: { email: 'wrong', phone: 'required' },
  });
});

it('fields that are not forced may stay empty and not be wrong', () => {
  expect(checkContact({ name: '', email: 'anna@mail.ru', phone: '----------' }, { names, isForced: false })).toEqual({
    contact: { email: 'anna@mail.ru' },
    faults: { phone: 'wrong' },
  });
  expect(checkContact({ phone: '+7 (910) 555-01-42' }, { names, isForced: false }).contact).toEqual({
    phone: '+7 (910) 555-01-42',
  });
});
