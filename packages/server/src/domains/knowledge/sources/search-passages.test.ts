import { afterEach, expect, it } from 'vitest';
import { type OpenSources, openSources } from '../testing/open-sources.ts';

let open: OpenSources | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

const LONG = Array.from({ length: 2000 }, (_, at) => `Пункт ${at}. ${'Доставка по городу. '.repeat(20)}`).join('\n\n');

async function openLong(bounds: { maxSearchMs?: number } = {}) {
  open = await openSources(bounds);
  const base = await open.openBase();
  const id = await base.upload(LONG);
  expect(await base.ended(id)).toMatchObject({ passages: 2000 });
  const { pool, sources, knowledge } = open;
  const { accountId, knowledgeBaseId } = base;
  const page = { search: 'нигде', limit: 5, offset: 0 };
  return {
    pool,
    search: (more: Partial<typeof page> = {}) => sources.passages({ ...page, accountId, id, ...more }),
    searchPairs: () => knowledge.pairs.page({ ...page, accountId, knowledgeBaseId }),
  };
}

it('risk: searches through the texts of sources take the database from all others: they wait with those of pairs', async () => {
  const { pool, search, searchPairs } = await openLong({ maxSearchMs: 60_000 });
  const holder = await pool.connect();
  await holder.query('begin; lock table passages');
  // None ends while the texts are held, so one more than may wait is the first to be answered.
  const searches = Array.from({ length: 13 }, (_, at) => (at < 6 ? searchPairs() : search()));
  const ends = searches.map((each) => each.catch((error: { code: string }) => error.code));
  const first = await Promise.race(ends);
  await holder.query('rollback');
  holder.release();
  expect(first).toBe('request.rate_limited');
  const answers = await Promise.all(ends);
  expect(answers.filter((answer) => answer === 'request.rate_limited')).toHaveLength(1);
  expect(await search()).toMatchObject({ passages: [], count: 0 });
});

it('risk: one search through the texts of a source holds the database for long: it ends with words', async () => {
  const { search } = await openLong({ maxSearchMs: 1 });
  await expect(search()).rejects.toMatchObject({ code: 'knowledge.search_too_slow' });
  expect(await search({ search: '' })).toMatchObject({ count: 2000 });
});

it('a page of what contains a query, in its order, with the number of all', async () => {
  const { search } = await openLong();
  const texts = async (more: { search: string; offset?: number }) => {
    const { passages, count } = await search(more);
    return { count, texts: passages.map(({ text }) => text.slice(0, 12).trim()) };
  };
  expect(await texts({ search: 'пункт 19', offset: 5 })).toEqual({
    count: 111,
    texts: ['Пункт 194. Д', 'Пункт 195. Д', 'Пункт 196. Д', 'Пункт 197. Д', 'Пункт 198. Д'],
  });
  expect(await texts({ search: 'пункт 19', offset: 500 })).toEqual({ count: 111, texts: [] });
});

it('a query of one letter finds nearly everything, and is refused', async () => {
  const { search } = await openLong();
  await expect(search({ search: ' н ' })).rejects.toMatchObject({
    code: 'knowledge.search_too_short',
    details: { search: '2' },
  });
});

it('risk: headings are looked through as JSON writes them', async () => {
  open = await openSources();
  const { accountId, upload, ended } = await open.openBase();
  const id = await upload('# Салон "Ива"\nСтрижка 500 ₽.\n\n# Студия\nМаникюр 900 ₽.');
  await ended(id);
  const { sources } = open;
  const count = async (search: string) =>
    (await sources.passages({ accountId, id, search, limit: 5, offset: 0 })).count;
  expect([await count('салон "ива"'), await count('студия маникюр'), await count('["')]).toEqual([1, 1, 0]);
});
