import { expect, it } from 'vitest';
import { en, reasonText, ru } from './texts.ts';

it('gives an advice that helps: a screenshot may itself be too large', () => {
  for (const code of ['files.too_large', 'files.too_many_pixels']) {
    expect(reasonText(ru, { code })).toContain('Обрежьте или уменьшите');
    expect(reasonText(en, { code })).toContain('Crop it or make it smaller');
  }
  expect(reasonText(ru, { code: 'files.too_complex' })).toContain('Пришлите снимок экрана');
  expect(reasonText(en, { code: 'files.too_complex' })).toContain('Send a screenshot');
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
    const said = codes.map((code) => reasonText(words, { code }));
    expect(new Set(said).size).toBe(codes.length);
    // Two sentences: what is wrong, and what to do.
    for (const text of said) expect(text).toMatch(/^[^.]+\. [^.]+\.$/);
  }
  expect(reasonText(en, { code: 'internal' })).toBe('');
});

it('speaks of pictures where a picture is meant, and tells that texts still go', () => {
  expect(reasonText(ru, { code: 'request.rate_limited', isPicture: true })).toBe(
    'Сейчас приходит слишком много картинок. Текст можно писать дальше.',
  );
  for (const words of [ru, en]) {
    const code = 'request.rate_limited';
    expect(reasonText(words, { code, isPicture: true })).not.toBe(reasonText(words, { code }));
    expect(reasonText(words, { code: 'files.quota', isPicture: true })).toBe(words['files.quota']);
  }
});
