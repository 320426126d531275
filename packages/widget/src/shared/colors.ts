type Rgb = readonly [number, number, number];

const dark: Rgb = [27, 36, 48];
const white: Rgb = [255, 255, 255];
const yellow: Rgb = [255, 207, 51];

/** The accent of a widget and what can be read on it. `soft` is its tint for bubbles, under dark text. */
export type Palette = { accent: string; onAccent: string; soft: string; faint: string };

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
  const [red, green, blue] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

export function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function mix(color: Rgb, share: number): string {
  const [red, green, blue] = color.map((value) => Math.round(value * share + 255 * (1 - share)));
  return `rgb(${red},${green},${blue})`;
}

export function buildPalette(color: string): Palette {
  const accent = parseHex(color);
  const isDarkBetter = contrast(accent, dark) >= contrast(accent, white);
  return {
    accent: mix(accent, 1),
    onAccent: mix(isDarkBetter ? dark : white, 1),
    soft: mix(accent, luminance(accent) > 0.5 ? 0.34 : 0.18),
    faint: mix(accent, 0.1),
  };
}
