import { expect, it } from 'vitest';
import type { PassageDraft } from './document.ts';
import { PACK_CHARACTERS, packPassages, unpackPassages } from './pack-passages.ts';

const passage = (at: number, text = `Пункт ${at}: доставка по городу. `.repeat(20)): PassageDraft => ({
  trail: ['Условия', `Глава ${at}`],
  text,
  place: { page: at + 1 },
});
const isDrafts = (value: unknown): value is PassageDraft[] => Array.isArray(value);
const read = (value: unknown) => (isDrafts(value) ? value : []);

it('passages come out as they went in', async () => {
  const passages = Array.from({ length: 300 }, (_, at) => passage(at));
  expect(await unpackPassages(packPassages(passages), read)).toEqual(passages);
  expect(packPassages([])).toEqual([]);
});

it('risk: a whole book is read back at once, and nobody is answered meanwhile', async () => {
  const passages = Array.from({ length: 3000 }, (_, at) => passage(at));
  const most = Math.max(...passages.map(({ text, trail }) => text.length + trail.join('').length));
  const slices = [0];
  const count = (value: unknown) => {
    const found = read(value);
    for (const { text, trail } of found) slices.push((slices.pop() ?? 0) + text.length + trail.join('').length);
    return found;
  };
  await unpackPassages(packPassages(passages), count, async () => slices.push(0));
  expect(Math.max(...slices)).toBeLessThan(PACK_CHARACTERS + most);
  expect(slices.length).toBeGreaterThan(50);
});
