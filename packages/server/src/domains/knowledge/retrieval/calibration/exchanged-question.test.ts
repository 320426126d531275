import { expect, it } from 'vitest';
import { createPassageIndex } from '../passage-index/passage-index.ts';
import { sharedStems } from './exchanged-question.ts';

const ROWS = 2000;
const rows = Array.from({ length: ROWS }, (_, at) => ({
  id: `row ${at}`,
  kind: 'file' as const,
  text: `Цена товара ${at} указана рядом: ${at % 3 === 0 ? 'склад ' : ''}артикул ${at}`,
}));

it('risk: counting the words that most passages share holds the loop; a sweep meanwhile gives words other numbers', async () => {
  const index = createPassageIndex();
  index.upsert([
    { id: 'first', kind: 'file', text: `${Array.from({ length: 21_000 }, (_, at) => `слово${at}`).join(' ')}` },
  ]);
  index.upsert(rows);
  let turns = 0;
  const shared = await sharedStems(index.state, async () => {
    turns += 1;
    if (turns > 1) return;
    index.remove(['first']);
    await index.compact(async () => undefined);
  });
  expect(turns).toBeGreaterThan(3);
  expect(shared).toEqual(await sharedStems(index.state, async () => undefined));
  expect([...shared]).toContain('товар');
  expect([...shared]).not.toContain('склад');
});
