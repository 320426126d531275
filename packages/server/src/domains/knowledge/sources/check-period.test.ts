import { checkPeriods } from '@otvet/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type OpenSources, openSite, openSources } from '../testing/open-sources.ts';

let open: OpenSources;
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  open = await openSources();
  site = await openSite();
});
afterEach(() => {
  Object.assign(site.page, { status: 200, body: 'Курьер приезжает за два часа.', etag: '' });
});
afterAll(async () => {
  await site.close();
  await open.close();
});

const OWNER = 'owner' as const;
const HOUR_MS = 3_600_000;
const HOURS = { never: null, hour: 1, day: 24, week: 168, month: 720 } as const;
const dueIn = (hours: number | null) =>
  hours === null ? null : new Date(open.clock.now().getTime() + hours * HOUR_MS).toISOString();

it('each period is the wait for the next look, from its choice on and after each look', async () => {
  const base = await open.openBase();
  Object.assign(site.page, { body: 'Курьер приезжает за два часа.' });
  const { id } = await open.sources.addPage({ ...base, hint: '', url: `${site.url}/periods` });
  await base.ended(id);
  const key = { accountId: base.accountId, id, role: OWNER };
  for (const checkEvery of checkPeriods) {
    const chosen = await open.sources.setCheck({ ...key, checkEvery });
    expect(chosen).toMatchObject({ checkEvery, nextTryAt: dueIn(HOURS[checkEvery]) });
    open.clock.advance(61_000);
    await open.sources.readAgain(key);
    expect((await base.ended(id))?.nextTryAt).toBe(dueIn(HOURS[checkEvery]));
  }
});

it.each([
  ['that finds another text', 'Курьер приезжает за час.', 200],
  ['that finds nothing new', 'Курьер приезжает за два часа.', 200],
  ['that fails', '', 404],
] as const)('race: a period that is chosen during a reading %s is lost', async (_title, body, status) => {
  const base = await open.openBase();
  Object.assign(site.page, { body: 'Курьер приезжает за два часа.' });
  const { id } = await open.sources.addPage({ ...base, hint: '', url: `${site.url}/chosen` });
  await base.ended(id);
  const key = { accountId: base.accountId, id, role: OWNER };
  for (const checkEvery of ['never', 'week'] as const) {
    open.clock.advance(61_000);
    Object.assign(site.page, { body, status });
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    site.hold(async () => {
      begun.resolve();
      await go.promise;
    });
    await open.sources.readAgain(key);
    await begun.promise;
    await open.sources.setCheck({ ...key, checkEvery });
    go.resolve();
    expect(await base.ended(id)).toMatchObject({ checkEvery, nextTryAt: dueIn(HOURS[checkEvery]) });
  }
});
