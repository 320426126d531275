import { describe, expect, it } from 'vitest';
import { pickLocale } from './pick-locale.ts';

describe('the language of the interface', () => {
  it('is the chosen one, and English for one that this build does not speak', () => {
    const wanted = ['ru-RU'];
    expect(['ru', 'en', 'de', ''].map((stored) => pickLocale({ stored, wanted }))).toEqual(['ru', 'en', 'en', 'en']);
  });

  it('is at a first visit the first of the browser that is served', () => {
    const pick = (...wanted: string[]) => pickLocale({ stored: null, wanted });
    expect(pick('ru-RU', 'en')).toBe('ru');
    expect(pick('en-GB', 'ru')).toBe('en');
    expect(pick('de-DE', 'ru', 'en')).toBe('ru');
    expect(pick('kk-KZ')).toBe('ru');
    expect(pick('de', 'fr')).toBe('en');
    expect(pick()).toBe('ru');
  });
});
