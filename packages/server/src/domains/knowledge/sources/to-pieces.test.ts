import { expect, it } from 'vitest';
import type { PassageDraft } from '../reading/document.ts';
import { toPieces, WEIGHED_PER_SLICE } from './to-pieces.ts';

const about = { kind: 'file', hint: '', title: 'Условия' } as const;

it('risk: the passages of a book are weighed at once, and nobody is answered meanwhile', async () => {
  const text = 'Доставка по городу за 500 рублей, срок хранения заказа неделя. '.repeat(10);
  const slices = [0];
  function* draft(): Generator<PassageDraft> {
    for (let at = 0; at < 500; at += 1) {
      slices.push((slices.pop() ?? 0) + text.length);
      yield { trail: [], text, place: { page: at } };
    }
  }
  const pieces = await toPieces(draft(), about, async () => slices.push(0));
  expect(pieces).toHaveLength(500);
  expect(Math.max(...slices)).toBeLessThan(WEIGHED_PER_SLICE + text.length);
});

it('a passage without words is none; the others stand under what is above them', async () => {
  const drafts = [
    { trail: ['Цены'], text: 'Кран 500 ₽', place: {} },
    { trail: [], text: ' \n', place: {} },
    { trail: [], text: 'Звоните', place: { page: 2 } },
  ];
  expect(await toPieces(drafts, about)).toMatchObject([
    { question: 'Цены', body: 'Кран 500 ₽', place: {} },
    { question: 'Условия', body: 'Звоните', place: { page: 2 } },
  ]);
});
