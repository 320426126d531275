import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../../testing/wait-until.ts';
import { type OpenSources, openSources } from '../../testing/open-sources.ts';
import { listChangedTexts, MAX_LENGTH, MAX_TEXTS } from './list-changed-texts.ts';

let open: OpenSources;
beforeAll(async () => {
  open = await openSources();
});
afterAll(() => open.close());

type Base = Awaited<ReturnType<OpenSources['openBase']>>;

const RULES = '# Доставка\nКурьер приезжает за два часа. Подъём на этаж бесплатный.\n\n# Оплата\nКартой или наличными.';

async function reread(base: Base, { id, text, version }: { id: string; text: string; version: number }) {
  expect(await base.upload(text)).toBe(id);
  await waitUntil(async () => (await base.find(id))?.version === version);
  return await changesOf(base, id);
}

async function changesOf({ accountId }: Base, id: string) {
  const { changes } = await open.sources.passages({ accountId, id, search: '', limit: 1, offset: 0 });
  return changes;
}

it('what the last change put in and took away is shown by its sentences, and is gone with the source', async () => {
  const base = await open.openBase();
  const id = await base.upload(RULES);
  await base.ended(id);
  expect(await changesOf(base, id)).toBeNull();

  const faster = RULES.replace('два часа', 'час');
  const change = {
    removed: ['Курьер приезжает за два часа.'],
    added: ['Курьер приезжает за час.'],
    isCut: false,
  };
  expect(await reread(base, { id, text: faster, version: 2 })).toEqual(change);
  // A look that finds nothing new leaves it.
  await base.upload(faster);
  await base.ended(id);
  expect(await changesOf(base, id)).toEqual(change);

  const renamed = faster.replace('# Оплата', '# Как платить');
  const heading = { removed: ['Оплата'], added: ['Как платить'], isCut: false };
  expect(await reread(base, { id, text: renamed, version: 3 })).toEqual(heading);
  const other = { accountId: randomUUID(), id, search: '', limit: 1, offset: 0 };
  await expect(open.sources.passages(other)).rejects.toMatchObject({ code: 'knowledge.source_not_found' });

  await open.sources.remove({ accountId: base.accountId, id, role: 'owner' });
  const { rows } = await open.pool.query(
    'select 1 from knowledge_sources where changed_texts is not null and id = $1',
    [id],
  );
  expect(rows).toEqual([]);
});

it('of a long change the first texts are kept, each to its bound; a text that only moved is none', async () => {
  const passage = (body: string) => ({ trail: [], body });
  const many = Array.from({ length: 30 }, (_, at) => passage(`${at} ${'очень '.repeat(80)}`));
  const kept = passage('Гарантия два года. Возврат неделя.');
  const moved = [passage('Гарантия два года.'), passage('Возврат неделя.')];
  const { added, removed, isCut } = await listChangedTexts([kept], [...many, ...moved]);
  expect(removed).toEqual([]);
  expect(isCut).toBe(true);
  expect(added).toHaveLength(MAX_TEXTS);
  expect(added[0]).toHaveLength(MAX_LENGTH);
  expect(added[0]?.endsWith('…')).toBe(true);
});
