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

it.each([
  ['still the last day somewhere', '2026-03-02T11:00:00Z', 1],
  ['over everywhere', '2026-03-02T13:00:00Z', 0],
])('risk: an offer ends half a day early for shops far in the west: %s', async (_, now, left) => {
  const base = { accountId: randomUUID(), knowledgeBaseId: randomUUID(), now: new Date(now) };
  expect((await withhold(core.pool, new Map([[offer.id, offer]]), base)).size).toBe(left);
});
