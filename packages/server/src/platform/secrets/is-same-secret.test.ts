import { describe, expect, it } from 'vitest';
import { isSameSecret } from './is-same-secret.ts';

describe('isSameSecret', () => {
  it('takes the same text alone', () => {
    expect(isSameSecret('secret', 'secret')).toBe(true);
    for (const given of ['Secret', 'secre', 'secrett', ' secret', '', undefined])
      expect(isSameSecret(given, 'secret')).toBe(false);
  });

  it('takes nothing where no secret is set', () => {
    for (const expected of ['', undefined])
      for (const given of ['', undefined]) expect(isSameSecret(given, expected)).toBe(false);
  });
});
