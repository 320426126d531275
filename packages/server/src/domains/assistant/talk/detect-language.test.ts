import { describe, expect, it } from 'vitest';
import { chooseLocale, isWrongLanguage } from './detect-language.ts';

const hints = { aiLang: 'all', platformLanguage: null, earlier: [], accountLocale: 'ru' } as const;

describe('language of the customer', () => {
  it.each([
    ['Сколько стоит доставка?', 'ru'],
    ['How much is delivery?', 'en'],
    ['iPhone 15 Pro Max есть в наличии?', 'ru'],
    ['есть Samsung Galaxy S24 Ultra?', 'ru'],
    ['батарейка redmi note 10', 'ru'],
    ['samsung galaxy a52 купите?', 'ru'],
    ['price of Матрёшка', 'en'],
    ['do you sell Матрёшка?', 'en'],
    ['Wie viel kostet das?', 'en'],
  ] as const)('«%s» is answered by templates in %s', (text, locale) => {
    expect(chooseLocale(text, { ...hints, accountLocale: locale === 'ru' ? 'en' : 'ru' })).toBe(locale);
  });

  it('comes from the setting, then the text, then earlier messages, then the platform, then the account', () => {
    expect(chooseLocale('Hello', { ...hints, aiLang: 'ru' })).toBe('ru');
    expect(chooseLocale('👍', { ...hints, earlier: ['Привет', 'Do you ship?'] })).toBe('en');
    expect(chooseLocale('1', { ...hints, platformLanguage: 'en-US' })).toBe('en');
    expect(chooseLocale('1', { ...hints, platformLanguage: 'de', accountLocale: 'en' })).toBe('en');
  });

  it('risk: a customer with a Russian window is answered in English because of keys without a meaning', () => {
    const russianWindow = { ...hints, platformLanguage: 'ru-RU', accountLocale: 'en' } as const;
    expect(chooseLocale('qwrtp zxcvb', russianWindow)).toBe('ru');
    expect(chooseLocale('do you ship to Canada?', russianWindow)).toBe('en');
  });

  it('is kept by the answer', () => {
    const russian = 'Доставка стоит триста рублей по городу.';
    const english = 'Delivery costs three hundred roubles in town.';
    expect(isWrongLanguage(english, { aiLang: 'all', customerText: 'Сколько стоит доставка?' })).toBe(true);
    expect(isWrongLanguage(russian, { aiLang: 'all', customerText: 'Сколько стоит доставка?' })).toBe(false);
    expect(isWrongLanguage(russian, { aiLang: 'de', customerText: 'Сколько?' })).toBe(true);
    expect(isWrongLanguage(english, { aiLang: 'ja', customerText: 'Сколько?' })).toBe(false);
    expect(
      isWrongLanguage('Есть iPhone 15 Pro Max 256 GB Natural Titanium, цвет титан, в наличии.', {
        aiLang: 'all',
        customerText: 'Есть айфон?',
      }),
    ).toBe(false);
    expect(isWrongLanguage('OK', { aiLang: 'ru', customerText: '' })).toBe(false);
  });
});
