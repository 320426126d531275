import type { QuestionAnswer } from '@otvet/contract';

export type PlacedRow = { pair: QuestionAnswer; pages: number[] };

/** The rows of pages, each pair once: what moved from page to page may stand in two of them until both are read anew. */
export function placeRows(pages: readonly (readonly QuestionAnswer[])[]): PlacedRow[] {
  const rows = new Map<string, PlacedRow>();
  for (const [page, pairs] of pages.entries()) {
    for (const pair of pairs) {
      const known = rows.get(pair.id);
      if (known === undefined) {
        rows.set(pair.id, { pair, pages: [page] });
        continue;
      }
      known.pages.push(page);
      if (known.pair.updatedAt < pair.updatedAt) known.pair = pair;
    }
  }
  return [...rows.values()];
}
