import { expect, it } from 'vitest';
import { textRoom } from './text-room.ts';

const bytes = { textLimit: 1000, textUnit: 'bytes' } as const;

it('risk: a Russian text for a platform that counts bytes is cut in two without a word', () => {
  expect(['', 'я'.repeat(500), 'я'.repeat(501), 'a'].map((text) => textRoom(text, bytes))).toEqual([
    500, 500, 500, 1000,
  ]);
  expect(textRoom('яa', bytes)).toBe(666);
});

it('counts signs elsewhere', () => {
  expect(textRoom('привет', { textLimit: 4096 })).toBe(4096);
});
