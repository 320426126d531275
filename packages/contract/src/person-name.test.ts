import { describe, expect, it } from 'vitest';
import { findNameFault, personName } from './person-name.ts';
import { registerInput, userDataUpdate } from './user.ts';

describe('a name', () => {
  it.each([
    '',
    'Анна-Мария',
    "O'Neil",
    'O’Neil',
    'ООО Ромашка',
    'ООО «Ромашка»',
    'Сергей К.',
    'А.С.Пушкин',
    'J. R. R. Tolkien',
    'J.R.R.Tolkien',
    'Dr.Smith',
    'St. John',
    'Иванова А.П., бухгалтер',
    'ул.Ленина',
    'Anna (sales)',
    'José María',
    'نگار\u200cآزاد',
    'Smith & Sons Co., Ltd.',
    'Кафе №1',
    'Room 1.5',
    'Анна: продажи',
    'И/О директора',
    '…',
  ])('%s is one', (name) => {
    expect(findNameFault(name)).toBeUndefined();
    expect(personName.parse(name)).toBe(name);
  });

  it.each([
    'buy at evil.com',
    'evil.com',
    'EVIL.COM',
    '(evil.com)',
    'evil.com/offer',
    'Anna evil.co.uk',
    'Anna,evil.ru,Anna',
    'сайт.рф',
    'магазин.онлайн',
    'xn--80ak6aa92e.com',
    'evil.xn--p1ai',
    'http://evil',
    'hxxps://evil',
    'https:/evil',
    't.me/x',
    'x.com',
    'www.evil',
    'www2.evil.example',
    'mailto:anna',
    'tel:+79001234567',
    'javascript:alert(1)',
    'anna@shop',
    'evil．com',
    'evil。com',
    'evil․com',
    'ev\u200bil.c\u00adom',
    'evil.com.',
    'evil.ck',
    'Ann.Li',
    '10.0.0.1',
    '[::1]/x http://[::1]',
    'выплата.москва',
    'сайт.бел',
    'ελ.ελ',
    'ｅｖｉｌ．ｃｏｍ',
  ])('%s is none, in capitals too: a mail program would make a link of it', (name) => {
    const mixed = [...name].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join('');
    const titled = name.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
    for (const written of [name, name.toUpperCase(), titled, mixed])
      expect([written, findNameFault(written)]).toEqual([written, 'name_address']);
  });

  it.each(['Anna\nBob', 'Anna\r\nBcc: x', 'Anna\t', 'An\u202ena', '\u2066Anna', 'Anna\u2028', 'a\u200fb', '\u007f'])(
    '%j is none: it holds what cannot be seen',
    (name) => {
      expect(findNameFault(name)).toBe('name_characters');
    },
  );

  it('is asked for wherever a person gives it, and the answer names the reason', () => {
    const input = { email: 'anna@shop.example', password: 'seven quiet rivers', privacyAccepted: true };
    const faults = [
      registerInput.safeParse({ ...input, name: 'evil.com' }),
      userDataUpdate.safeParse({ name: 'a\nb' }),
    ];
    expect(faults.map(({ error }) => error?.issues.map(({ path, message }) => [path, message]))).toEqual([
      [[['name'], 'name_address']],
      [[['name'], 'name_characters']],
    ]);
    expect(userDataUpdate.safeParse({ accountName: 'Ozon.ru' }).success).toBe(true);
  });
});
