import { expect, it } from 'vitest';
import { contrast, parseHex, readableOn, toCss } from './colors.ts';

it.each(['#FFCF33', '#fff', '#000', '#1B2430', '#2B4C9B', '#D33F49', '#2B9A5B', '#808080', '#7f7f7f', '#00f', '#f0f'])(
  'the icon reads on %s (3:1 at least)',
  (color) => {
    const accent = parseHex(color);
    expect(contrast(accent, readableOn(accent))).toBeGreaterThanOrEqual(3);
  },
);

it('short form, and nonsense becomes the yellow of the product', () => {
  expect(toCss(parseHex('#abc'))).toBe('rgb(170,187,204)');
  expect(toCss(parseHex('red;background:url(x)'))).toBe('rgb(255,207,51)');
});
