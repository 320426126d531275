import { expect, it } from 'vitest';
import { findFreeBottom } from './free-bottom.ts';

const toasts = { left: 106, right: 374, height: 60 };
const phone = { toasts, viewportHeight: 844 };
const box = (top: number, bottom: number, [left, right] = [0, 390]) => ({
  top,
  bottom,
  left: left ?? 0,
  right: right ?? 0,
});

it('stands at the lower edge where nothing is in the way', () => {
  expect(findFreeBottom({ ...phone, kept: [] })).toBe(16);
  expect(findFreeBottom({ ...phone, kept: [box(0, 100), box(780, 840, [0, 100])] })).toBe(16);
});

it('stands above a field and its button at the lower edge', () => {
  expect(findFreeBottom({ ...phone, kept: [box(794, 838), box(794, 838, [338, 382])] })).toBe(58);
});

it('goes further up where a gap between two fields is too low', () => {
  expect(findFreeBottom({ ...phone, kept: [box(790, 840), box(700, 740)] })).toBe(152);
  expect(findFreeBottom({ ...phone, kept: [box(790, 840), box(600, 700)] })).toBe(62);
});

it('covers as little as can be where there is no free place', () => {
  const kept = [box(0, 500), box(510, 844)];
  expect(findFreeBottom({ ...phone, kept: [box(0, 844)] })).toBe(16);
  expect(findFreeBottom({ ...phone, kept })).toBe(342);
});
