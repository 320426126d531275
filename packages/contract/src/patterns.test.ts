import { expect, it } from 'vitest';
import { isWebUrl } from './patterns.ts';

it.each(['https://shop.example/', 'http://магазин.рф/о-нас?x=1', 'https://shop.example/@anna', 'https://t.me/shop'])(
  'an address of the web: %s',
  (value) => {
    expect(isWebUrl(value)).toBe(true);
  },
);

it.each(['javascript:alert(1)', 'shop.example', 'https://', 'data:text/html,x', 'mailto:a@shop.example'])(
  'no address of the web: %s',
  (value) => {
    expect(isWebUrl(value)).toBe(false);
  },
);

it.each(['https://bank.example@evil.example/', 'https://a:b@evil.example/'])(
  'risk: a link leads elsewhere than people read: %s',
  (value) => {
    expect(isWebUrl(value)).toBe(false);
  },
);
