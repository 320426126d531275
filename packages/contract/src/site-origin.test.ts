import { expect, it } from 'vitest';
import { widgetSettings } from './channels/widget-options.ts';
import { initialWidgetSettings } from './channels/widget-values.ts';
import { findOriginFault, isPublicWildcard } from './site-origin.ts';

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
  '*.10.0.0.1',
])('%s would let strangers in', (pattern) => {
  expect(isPublicWildcard(pattern)).toBe(true);
  expect(findOriginFault(pattern)).toBeDefined();
});

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
  expect(findOriginFault(pattern)).toBeUndefined();
});

it('settings are refused with the reason at the line that is to blame', () => {
  const read = (allowedOrigins: string[]) => widgetSettings.safeParse({ ...initialWidgetSettings, allowedOrigins });
  const faultsOf = (list: string[]) => read(list).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faultsOf(['https://shop.ru', '*.github.io'])).toEqual([['allowedOrigins.1', 'origin_public']]);
  for (const pattern of ['*', '*.', '*.*', '*.*.ru', 'https://*', '*:80', 'shop.*', ''])
    expect([pattern, faultsOf([pattern])]).toEqual([pattern, [['allowedOrigins.0', 'origin']]]);
  expect(read(['*.shop.ru', 'http://localhost:8080']).success).toBe(true);
});
