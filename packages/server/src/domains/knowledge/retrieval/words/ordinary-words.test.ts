import { expect, it } from 'vitest';
import { isOrdinaryWord, readOrdinaryWords } from './ordinary-words.ts';

it('risk: the first document of a process has 20,000 words read at once, and nobody is answered meanwhile', async () => {
  let slices = 0;
  const words = await readOrdinaryWords(async () => {
    slices += 1;
  });
  expect(words.size).toBeGreaterThan(15_000);
  expect(words.size / slices).toBeLessThan(1000);
  for (const word of ['доставка', 'еще', 'delivery', 'кракозябр']) expect(words.has(word)).toBe(isOrdinaryWord(word));
});
