import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../testing/wait-until.ts';
import { lockKnowledge } from '../memory-store.ts';
import { wantCheck } from '../store.ts';
import { type OpenSources, openSite, openSources } from '../testing/open-sources.ts';
import { createFindings } from './create-findings.ts';

let open: OpenSources;
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  open = await openSources();
  site = await openSite();
});
afterEach(() => Object.assign(site.page, { status: 200, body: '' }));
afterAll(async () => {
  await site.close();
  await open.close();
});

const OWNER = 'owner' as const;
const TEXT = 'Курьер приезжает за два часа.';

/** A page that was read well, and what is found in its base by the periodic looks. */
async function openPage() {
  const base = await open.openBase();
  const place = { accountId: base.accountId, knowledgeBaseId: base.knowledgeBaseId };
  const { pool, clock, newId, log, channels } = open.deps;
  const doors = { noteChanged: () => undefined, decided: () => undefined, answersFrom: async () => [] };
  const findings = createFindings({ ...{ pool, clock, newId, log, channels }, ...doors });
  Object.assign(site.page, { status: 200, body: TEXT });
  const { id } = await open.sources.addPage({ ...place, hint: '', url: `${site.url}/${base.accountId}` });
  await base.ended(id);
  const answer = (status: number, body = TEXT) => Object.assign(site.page, { status, body });
  return {
    ...{ ...base, place, id, findings, answer },
    /** "Read again" of the finding, after the minute that a link is left alone. */
    async again(status: number, body = TEXT) {
      answer(status, body);
      open.clock.advance(61_000);
      await open.sources.readAgain({ accountId: base.accountId, id, role: OWNER });
      return await base.ended(id);
    },
    async found() {
      open.clock.advance(60_000);
      await findings.checkChanged();
      return (await findings.list(place)).findings.map(({ kind, state }) => [kind, state]);
    },
  };
}

it.each([
  ['unchanged', TEXT],
  ['with the same text at another place', `\n\n${TEXT}`],
])('a page that vanished and is found back %s by “Read again” is shown as vanished no more', async (_title, body) => {
  const page = await openPage();
  expect(await page.found()).toEqual([]);
  expect(await page.again(404)).toMatchObject({ state: 'failed', reason: 'page_missing' });
  expect(await page.found()).toEqual([['vanished', 'open']]);
  expect(await page.again(404)).toMatchObject({ state: 'failed', reason: 'page_missing' });
  expect(await page.found()).toEqual([['vanished', 'open']]);
  expect(await page.again(200, body)).toMatchObject({ state: 'ready' });
  expect(await page.found()).toEqual([]);
});

it('a page that was left as it is stays so through the looks of each day, and where it comes back and vanishes again', async () => {
  const page = await openPage();
  await page.again(404);
  expect(await page.found()).toEqual([['vanished', 'open']]);
  const [found] = (await page.findings.list(page.place)).findings;
  const ignored = { accountId: page.accountId, role: OWNER, id: found?.id ?? '', state: 'ignored' as const };
  await page.findings.mark(ignored);
  open.clock.advance(24 * 3_600_000);
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  site.hold(async () => {
    begun.resolve();
    await go.promise;
  });
  await open.sources.checkDue();
  await begun.promise;
  await open.knowledge.pairs.add({ ...page.place, pairs: [{ question: 'Когда вы открыты?', answer: 'С 9 до 18.' }] });
  expect(await page.found()).toEqual([['vanished', 'ignored']]);
  go.resolve();
  await page.ended(page.id);
  expect(await page.found()).toEqual([['vanished', 'ignored']]);
  await page.again(200);
  expect(await page.found()).toEqual([]);
  await page.again(404);
  expect(await page.found()).toEqual([['vanished', 'ignored']]);
});

it('risk: a page comes back while its base is looked through for its absence, and stays vanished', async () => {
  const page = await openPage();
  await page.again(404);
  const reading = await open.pool.connect();
  const isBlocked = async () =>
    (await open.pool.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rowCount === 1;
  try {
    await reading.query('begin');
    await lockKnowledge.run(reading, page.place);
    // The look has read what there is and waits to store it, behind the end of the reading.
    const looked = page.findings.check(page.place);
    await waitUntil(isBlocked);
    await reading.query(`update knowledge_sources set state = 'ready', reason = null, vanished = false where id = $1`, [
      page.id,
    ]);
    await wantCheck.run(reading, page.place);
    await reading.query('commit');
    await looked;
  } finally {
    reading.release();
  }
  expect(await page.found()).toEqual([]);
});
