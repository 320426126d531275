import { expect, it } from 'vitest';
import { en, reasonText, ru } from './texts.ts';

it('says what to do with a picture that is too large or too complex, in both languages', () => {
  for (const code of ['files.too_large', 'files.too_many_pixels', 'files.too_complex']) {
    expect(reasonText(ru, code)).toContain('Пришлите снимок экрана');
    expect(reasonText(en, code)).toContain('Send a screenshot');
  }
});

it('says of every final refusal of a picture what can be done, each in its own words', () => {
  const codes = [
    'files.too_large',
    'files.too_many_pixels',
    'files.too_complex',
    'files.wrong_type',
    'files.quota',
    'lost',
  ];
  for (const words of [ru, en]) {
    const said = codes.map((code) => reasonText(words, code));
    expect(new Set(said).size).toBe(codes.length);
    // Two sentences: what is wrong, and what to do.
    for (const text of said) expect(text).toMatch(/^[^.]+\. [^.]+\.$/);
  }
  expect(reasonText(en, 'internal')).toBe('');
});
