import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Core, startCore } from '../../../testing/start-core.ts';
import type { PassageText } from '../store.ts';
import { withhold } from './withhold.ts';

let core: Core;
beforeAll(async () => {
  core = await startCore();
});
afterAll(() => core.close());

const offer: PassageText = {
  ...{ id: randomUUID(), kind: 'qa', question: 'Есть скидка?', body: 'Скидка 10 % до 1 марта 2026 года.' },
  ...{ phrasings: '', photos: [], heading: null, sourceName: null },
};

const later = new Date('2026-03-02T13:00:00Z');

it.each([
  ['Да. Вакцинация, сделанная до 01.01.2025, действительна три года.', 1],
  ['Транзакции до 01.02.2025 видны в архиве.', 1],
  ['Новая редакция договора действует по 01.02.2026.', 1],
  ['Wholesale prices were fixed until 2025-01-01.', 1],
  ['Акция до 01.01.2025: шланг в подарок.', 0],
  ['Промоакция до 01.01.2025.', 0],
  ['Sales end: until 2025-01-01.', 0],
  ['По акциям — до 1 января 2025.', 0],
])(
  'risk: a word that holds the name of an offer makes one, or an offer that is over is told: %s',
  async (body, left) => {
    const base = { accountId: randomUUID(), knowledgeBaseId: randomUUID(), now: later };
    const text = { ...offer, question: 'Нужна ли вакцинация?', body };
    expect((await withhold(core.pool, new Map([[offer.id, text]]), base)).size).toBe(left);
  },
);

it.each([
  ['still the last day somewhere', '2026-03-02T11:00:00Z', 1],
  ['over everywhere', '2026-03-02T13:00:00Z', 0],
])('risk: an offer ends half a day early for shops far in the west: %s', async (_, now, left) => {
  const base = { accountId: randomUUID(), knowledgeBaseId: randomUUID(), now: new Date(now) };
  expect((await withhold(core.pool, new Map([[offer.id, offer]]), base)).size).toBe(left);
});
