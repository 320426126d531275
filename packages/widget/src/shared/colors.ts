export type Rgb = readonly [number, number, number];

const dark: Rgb = [27, 36, 48];
const white: Rgb = [255, 255, 255];
const yellow: Rgb = [255, 207, 51];

/** Reads #rgb or #rrggbb; anything else is the product's yellow. */
export function parseHex(color: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1];
  if (digits === undefined) return yellow;
  const size = digits.length / 3;
  const channel = (index: number) => {
    const part = digits.slice(index * size, index * size + size);
    return Number.parseInt(size === 1 ? part + part : part, 16);
  };
  return [channel(0), channel(1), channel(2)];
}

/** Relative luminance of WCAG 2.1. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2.1. */
export function contrast(one: Rgb, other: Rgb): number {
  const [first, second] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(first, second) / Math.min(first, second);
}

/** Dark or white: whichever reads better on the accent. */
export function readableOn(accent: Rgb): Rgb {
  return contrast(accent, dark) >= contrast(accent, white) ? dark : white;
}

export function toCss(color: Rgb): string {
  return `rgb(${color})`;
}
