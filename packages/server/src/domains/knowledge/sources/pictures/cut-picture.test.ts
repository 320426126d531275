import { expect, it } from 'vitest';
import { cutPicture } from './cut-picture.ts';

it('shows a usual picture whole, at most 2048 wide or high, and a small one as it is', () => {
  expect(cutPicture({ width: 4000, height: 3000 }).parts).toEqual([
    { left: 0, top: 0, width: 4000, height: 3000, size: { width: 2048, height: 1536 } },
  ]);
  expect(cutPicture({ width: 300, height: 900 }).parts).toEqual([
    { left: 0, top: 0, width: 300, height: 900, size: { width: 300, height: 900 } },
  ]);
});

it('risk: the letters of a long screen are lost where it is made to fit', () => {
  const { parts, direction } = cutPicture({ width: 1080, height: 7000 });
  expect(direction).toBe('down');
  expect(parts).toHaveLength(5);
  for (const { width, size } of parts) expect(size.width).toBe(width);
  // Nothing between two parts is left out, and each line stands whole in one of them.
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (next !== undefined) expect(part.top + part.height - next.top).toBeGreaterThan(100);
  }
  const last = parts.at(-1);
  expect((last?.top ?? 0) + (last?.height ?? 0)).toBe(7000);
});

it.each([
  [40_000, 10],
  [1, 30_000],
  [6000, 2999],
])('risk: a part of no size, or outside of the picture: %i × %i', (width, height) => {
  const { parts } = cutPicture({ width, height });
  expect(parts.length).toBeLessThanOrEqual(6);
  for (const part of parts) {
    expect(Math.min(part.width, part.height, part.size.width, part.size.height)).toBeGreaterThan(0);
    expect(part.left + part.width).toBeLessThanOrEqual(width);
    expect(part.top + part.height).toBeLessThanOrEqual(height);
    expect(Math.max(part.size.width, part.size.height)).toBeLessThanOrEqual(2048);
  }
});
