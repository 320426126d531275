import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../testing/wait-until.ts';
import { type OpenSources, openSite, openSources } from '../testing/open-sources.ts';

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
const MINUTE_MS = 60_000;
const dueIn = (ms: number) => new Date(open.clock.now().getTime() + ms).toISOString();

async function openPage(status: number) {
  const base = await open.openBase();
  const path = `/${base.accountId}`;
  Object.assign(site.page, { status, body: 'Курьер приезжает за два часа.' });
  const give = (hint = '') => open.sources.addPage({ ...base, hint, url: `${site.url}${path}` });
  const { id } = await give();
  return {
    ...base,
    id,
    give,
    asked: () => site.seen.filter((seen) => seen.path === path).length,
    again: () => open.sources.readAgain({ accountId: base.accountId, id, role: OWNER }),
    now: () => base.find(id),
  };
}

it('risk: whoever asks again and again has a page fetched each time that fails', async () => {
  const page = await openPage(404);
  expect(await page.ended(page.id)).toMatchObject({ state: 'failed', reason: 'page_missing' });
  open.clock.advance(9000);
  for (const ask of [page.again, page.give, page.again])
    expect(await ask()).toMatchObject({ state: 'waiting', nextTryAt: dueIn(1000) });
  expect(await open.sources.checkDue()).toBe(0);
  Object.assign(site.page, { status: 200 });
  open.clock.advance(1000);
  expect(await open.sources.checkDue()).toBe(1);
  expect(await page.ended(page.id)).toMatchObject({ state: 'ready' });
  expect(page.asked()).toBe(2);
});

it('risk: whoever asks again voids the pauses of a host that asks to wait', async () => {
  const page = await openPage(429);
  const waits = async (attempts: number, pauseMs: number) => {
    await waitUntil(async () => (await page.now())?.attempts === attempts && (await page.now())?.state === 'waiting');
    expect(await page.now()).toMatchObject({ reason: 'busy', attempts, nextTryAt: dueIn(pauseMs) });
  };
  await waits(1, 10 * MINUTE_MS);
  open.clock.advance(2 * MINUTE_MS);
  for (const ask of [page.again, page.give, page.again]) {
    expect(await ask()).toMatchObject({ state: 'waiting', reason: 'busy', nextTryAt: dueIn(8 * MINUTE_MS) });
  }
  expect(page.asked()).toBe(1);
  open.clock.advance(8 * MINUTE_MS);
  await open.sources.checkDue();
  await waits(2, 60 * MINUTE_MS);
});

it('risk: whoever asks again and again has a page fetched each time that is read', async () => {
  const page = await openPage(200);
  expect(await page.ended(page.id)).toMatchObject({ state: 'ready' });
  open.clock.advance(MINUTE_MS - 1000);
  for (const ask of [page.again, page.give])
    expect(await ask()).toMatchObject({ state: 'waiting', nextTryAt: dueIn(1000) });
  expect(page.asked()).toBe(1);
});

it('risk: a clock that was set back by a day leaves a page alone for that day', async () => {
  open.clock.jump(24 * 60 * MINUTE_MS);
  // One after the other: the site answers both by one status.
  const read = await openPage(200);
  await read.ended(read.id);
  const failed = await openPage(500);
  await waitUntil(async () => (await failed.now())?.reason === 'site_error');
  await open.sources.checkDue();
  open.clock.jump(-24 * 60 * MINUTE_MS);
  Object.assign(site.page, { status: 200 });
  expect(await read.again()).toMatchObject({ state: 'waiting', nextTryAt: null });
  await waitUntil(async () => (await read.now())?.state === 'ready' && read.asked() === 2);
  await open.sources.checkDue();
  expect(await failed.now()).toMatchObject({ state: 'waiting', nextTryAt: dueIn(30_000) });
  expect(await read.now()).toMatchObject({ nextTryAt: dueIn(24 * 60 * MINUTE_MS) });
});

it('a try that is planned sooner than a minute stays planned', async () => {
  const page = await openPage(500);
  await waitUntil(async () => (await page.now())?.reason === 'site_error');
  expect(await page.again()).toMatchObject({ state: 'waiting', nextTryAt: dueIn(30_000) });
});

it('a page that is given again while it is being fetched is not fetched twice', async () => {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  site.hold(async () => {
    begun.resolve();
    await go.promise;
  });
  const page = await openPage(200);
  await begun.promise;
  expect(await page.give()).toMatchObject({ id: page.id, state: 'reading' });
  go.resolve();
  expect(await page.ended(page.id)).toMatchObject({ state: 'ready', nextTryAt: dueIn(24 * 60 * MINUTE_MS) });
  expect(page.asked()).toBe(1);
});
