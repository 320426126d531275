import { expect, it } from 'vitest';
import { keyOf } from './error-text.ts';

it('a refused field whose words say which it is is told by them, any other by the code', () => {
  const refused = (details: Record<string, string>) => keyOf({ code: 'request.invalid', details });
  expect(refused({ name: 'name_address' })).toBe('errors.field.name_address');
  expect(refused({ 'options.allowedOrigins.0': 'origin' })).toBe('errors.field.origin');
  expect(refused({ name: 'required' })).toBe('errors.request.invalid');
  expect(refused({})).toBe('errors.request.invalid');
});
