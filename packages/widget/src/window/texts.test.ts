import { expect, it } from 'vitest';
import { en, reasonText, ru } from './texts.ts';

it('says what to do with a picture that is too large or too complex, in both languages', () => {
  for (const code of ['files.too_large', 'files.too_many_pixels', 'files.too_complex']) {
    expect(reasonText(ru, code)).toContain('Пришлите снимок экрана');
    expect(reasonText(en, code)).toContain('Send a screenshot');
  }
});
