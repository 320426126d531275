import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError, toDatabaseError } from './database-errors.ts';

describe('toDatabaseError', () => {
  it.each([
    ['53100', 'disk-full'],
    ['25006', 'read-only'],
    ['53000', 'too-many-files'],
    ['58030', 'disk-error'],
    ['57P01', 'connection'],
    ['08006', 'connection'],
    ['ECONNREFUSED', 'connection'],
    ['57014', 'too-slow'],
  ])('turns %s into unavailable: %s', (code, reason) => {
    const cause = Object.assign(new Error('words of the driver'), { code });
    const error = toDatabaseError(cause);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(error).toMatchObject({ reason, cause });
    expect(toDatabaseError(error)).toBe(error);
  });

  it('leaves an error of the statement as it is', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
    expect(toDatabaseError(cause)).toBe(cause);
    expect(toDatabaseError('text')).toBe('text');
  });
});
