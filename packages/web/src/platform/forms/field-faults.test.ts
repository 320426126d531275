import { expect, it } from 'vitest';
import { findFieldFaults } from './field-faults.ts';

const sent = { name: 'Anna', allowedOrigins: ['https://shop.ru', '*.github.io'], socLinks: [{ value: 'x' }] };

it('a refused field is found by its name, and in a list of texts its line', () => {
  const details = { 'options.allowedOrigins.1': 'origin_public', 'options.socLinks.0.value': 'url' };
  expect(findFieldFaults({ details, sent, under: 'options.' })).toEqual({
    allowedOrigins: { reason: 'origin_public', at: 1, line: '*.github.io' },
    socLinks: { reason: 'url' },
  });
  expect(findFieldFaults({ details: { name: 'name_address' }, sent, under: '' })).toEqual({
    name: { reason: 'name_address' },
  });
});

it('of several faults of a field the first is shown', () => {
  const details = { 'allowedOrigins.0': 'origin', 'allowedOrigins.1': 'origin_public' };
  expect(findFieldFaults({ details, sent, under: '' })).toEqual({
    allowedOrigins: { reason: 'origin', at: 0, line: 'https://shop.ru' },
  });
});

it('what is no field of the form is none', () => {
  const details = {
    name: 'required',
    'options.unknown': 'unknown',
    'options.toString': 'x',
    'options.allowedOrigins.9': 'x',
  };
  expect(findFieldFaults({ details, sent, under: 'options.' })).toEqual({ allowedOrigins: { reason: 'x' } });
  expect(findFieldFaults({ details: { reason: 'expired' }, sent, under: '' })).toEqual({});
});
