import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../../../testing/wait-until.ts';
import { type OpenSources, openSite, openSources } from '../testing/open-sources.ts';

let open: OpenSources;
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  open = await openSources();
  site = await openSite();
});
afterEach(() => Object.assign(site.page, { status: 200, body: '', location: '' }));
afterAll(async () => {
  await site.close();
  await open.close();
});

const DAY_MS = 86_400_000;
const WORK = [
  'Подшить брюки',
  'Заменить молнию',
  'Укоротить рукава',
  'Ушить юбку',
  'Почистить пальто',
  'Починить карман',
];
const priceList = (first: number) =>
  WORK.map((work, at) => `${work} в ателье стоит ${first + at * 100} рублей.`).join('\n\n');
const MAINTENANCE = 'Ведутся технические работы. Скоро вернёмся!';

async function openPage(body: string, path = '/prices') {
  const base = await open.openBase();
  site.page.body = body;
  const { id } = await open.sources.addPage({ ...base, hint: '', url: `${site.url}${path}` });
  await base.ended(id);
  // Whatever came of a look, the next one is planned.
  const settled = async () => {
    await waitUntil(async () => {
      const found = await base.find(id);
      return found?.state !== 'reading' && found?.nextTryAt != null;
    });
    return await base.find(id);
  };
  return {
    ...base,
    id,
    /** What the clock finds after a while. */
    async lookLater(ms = DAY_MS) {
      open.clock.advance(ms);
      expect(await open.sources.checkDue()).toBeGreaterThan(0);
      return await settled();
    },
    again: () => open.sources.readAgain({ accountId: base.accountId, id, role: 'owner' }),
    settled,
  };
}

it('risk: a site that says with 200 that it is under maintenance wipes what was learnt from it', async () => {
  const page = await openPage(priceList(500));
  const before = await page.settled();
  site.page.body = MAINTENANCE;
  expect(await page.lookLater()).toMatchObject({
    ...{ state: 'waiting', reason: 'much_gone', version: 1, passages: WORK.length, name: before?.name },
    nextTryAt: new Date(open.clock.now().getTime() + 30_000).toISOString(),
  });
  expect(await page.ask('Сколько стоит подшить брюки?')).toContain('Подшить брюки в ателье стоит 500 рублей.');
  site.page.body = priceList(500);
  expect(await page.lookLater(30_000)).toMatchObject({ state: 'ready', reason: null, version: 1 });
});

it.each([
  ['at once', 61_000],
  ['within a minute, so that it has to wait', 1000],
])('what is much changed is taken when its owner asks for it: %s', async (_name, ms) => {
  const page = await openPage(priceList(500));
  site.page.body = MAINTENANCE;
  await page.lookLater();
  await page.lookLater(30_000);
  open.clock.advance(ms);
  const { nextTryAt } = await page.again();
  if (nextTryAt !== null) await page.lookLater(Date.parse(nextTryAt) - open.clock.now().getTime());
  expect(await page.ended(page.id)).toMatchObject({ state: 'ready', reason: null, version: 2, passages: 1 });
});

it('a page whose every price is another one still changes the answer by itself', async () => {
  const page = await openPage(priceList(500));
  site.page.body = priceList(700);
  expect(await page.lookLater()).toMatchObject({ state: 'ready', version: 2, change: { added: 6, removed: 6 } });
  expect(await page.ask('Сколько стоит подшить брюки?')).toContain('Подшить брюки в ателье стоит 700 рублей.');
});

it('risk: a page that is sent to the home page of its site is learnt from there', async () => {
  const page = await openPage('Доставка бесплатно.');
  Object.assign(site.page, { location: '/', body: 'Добро пожаловать на сайт нашего магазина.' });
  expect(await page.lookLater()).toMatchObject({ reason: 'much_gone', version: 1 });
});

it.each(['/login', '/users/sign_in', '/wp-login.php?next=prices', '/auth/'])(
  'risk: the words of a login are learnt as knowledge: %s',
  async (location) => {
    Object.assign(site.page, { location });
    const page = await openPage('Войдите, чтобы продолжить.');
    expect(await page.settled()).toMatchObject({ state: 'failed', reason: 'page_closed', passages: 0 });
  },
);
