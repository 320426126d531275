import { expect, it } from 'vitest';
import { en, reasonText, ru } from './texts.ts';

it('gives an advice that helps: a screenshot may itself be too large', () => {
  for (const code of ['files.too_large', 'files.too_many_pixels']) {
    expect(reasonText(ru, code)).toContain('Обрежьте или уменьшите');
    expect(reasonText(en, code)).toContain('Crop it or make it smaller');
  }
  expect(reasonText(ru, 'files.too_complex')).toContain('Пришлите снимок экрана');
  expect(reasonText(en, 'files.too_complex')).toContain('Send a screenshot');
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
