import { describe, expect, it } from 'vitest';
import { pickLocale } from './pick-locale.ts';

describe('the language of the interface', () => {
  it('is Russian at a first visit, then the chosen one, and English for a language that this build does not speak', () => {
    expect([null, 'ru', 'en', 'de', ''].map(pickLocale)).toEqual(['ru', 'ru', 'en', 'en', 'en']);
  });
});
