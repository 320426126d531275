import english from '@otvet/contract/texts/en/assistant.json' with { type: 'json' };
import russian from '@otvet/contract/texts/ru/assistant.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { serverTexts } from './texts.ts';

const placesOf = (texts: Record<string, string>) =>
  Object.entries(texts).map(([key, text]) => [key, (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()]);

describe('texts of the server', () => {
  it('have the same keys and the same places in both languages', () => {
    expect(placesOf(english)).toEqual(placesOf(russian));
  });

  it('fill places with values as they are, and leave unknown ones alone', () => {
    expect(serverTexts('en', 'assistant.clarify', { choices: '{{choices}} $&' })).toContain('{{choices}} $&');
    expect(serverTexts('en', 'assistant.clarify', { constructor: 'x' })).toContain('{{choices}}');
  });
});
