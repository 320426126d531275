import { expect, it } from 'vitest';
import { widgetSettings } from './channels/widget-options.ts';
import { initialWidgetSettings } from './channels/widget-values.ts';
import { findOriginFault, isPublicWildcard } from './site-origin.ts';

/** Names of sites are the same in small letters, capitals and both mixed. */
const waysToWrite = (text: string) => [
  text,
  text.toUpperCase(),
  [...text].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join(''),
];

it.each([
  '*.com',
  '*.ru',
  '*.рф',
  '*.xn--p1ai',
  '*.co.uk',
  '*.com.ru',
  '*.msk.ru',
  '*.github.io',
  'https://*.github.io',
  'HTTPS://*.GitHub.IO:8443',
  '*.vercel.app',
  '*.pages.dev',
  '*.s3.amazonaws.com',
  '*.blogspot.com',
  '*.example',
  '*.localhost',
  '*.ck',
  'http://*.com',
  '*.спб.рус',
  '*.бел',
  '*.қаз',
  '*.ελ',
  'https://*.москва:8443',
])('%s would let strangers in, however it is written, and is refused for that', (pattern) => {
  for (const written of waysToWrite(pattern)) {
    expect([written, isPublicWildcard(written)]).toEqual([written, true]);
    const isPlainAlphabet = /^[a-z0-9а-яё:/.*-]+$/i.test(written);
    expect([written, findOriginFault(written)]).toEqual([written, isPlainAlphabet ? 'origin_public' : 'origin']);
  }
});

it.each(['*.10.0.0.1', '*.127.0.0.1', 'http://*.127.0.0.1:3000', '*.1', '*.0x7f.1', '*.0x7f000001', '*.a.0X1'])(
  '%s is no site: addresses have no subdomains',
  (pattern) => {
    expect(isPublicWildcard(pattern)).toBe(true);
    expect(findOriginFault(pattern)).toBe('origin');
  },
);

it.each([
  '*.shop.example',
  '*.shop.ru',
  '*.магазин.рф',
  '*.shop.co.uk',
  'https://*.me.github.io',
  '*.shop.com.ru:8080',
  'me.github.io',
  'github.io',
  'https://shop.ru',
  'http://localhost:8080',
  'localhost',
])('%s names sites of one owner', (pattern) => {
  for (const written of waysToWrite(pattern)) expect([written, findOriginFault(written)]).toEqual([written, undefined]);
});

it('settings are refused with the reason at the line that is to blame', () => {
  const read = (allowedOrigins: string[]) => widgetSettings.safeParse({ ...initialWidgetSettings, allowedOrigins });
  const faultsOf = (list: string[]) => read(list).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faultsOf(['https://shop.ru', '*.github.io'])).toEqual([['allowedOrigins.1', 'origin_public']]);
  for (const pattern of ['*', '*.', '*.*', '*.*.ru', 'https://*', '*:80', 'shop.*', ''])
    expect([pattern, faultsOf([pattern])]).toEqual([pattern, [['allowedOrigins.0', 'origin']]]);
  expect(read(['*.shop.ru', 'http://localhost:8080']).success).toBe(true);
});
