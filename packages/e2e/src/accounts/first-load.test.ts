import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const SLOW_WORDS = 'Страница загружается дольше обычного.';
const RELOAD = 'Загрузить заново';

/** Lets the first request of an address end as told, and all others pass. */
async function once(page: Page, pattern: RegExp, end: (route: Route) => Promise<void> | void): Promise<void> {
  let isOver = false;
  await page.route(pattern, async (route) => {
    if (isOver) return route.continue();
    isOver = true;
    await end(route);
  });
}

it.each([
  ['the app itself', /assets\/base-[^/]+\.js$/],
  ['the common texts', /assets\/common-ru-[^/]+\.js$/],
])('%s cannot be had: the page says so, and a click loads it again', async (_part, pattern) => {
  const { page, watch } = await stage.open();
  watch.expect(/net::ERR_FAILED|Failed to fetch dynamically imported module|preload|uncaught: $/);
  let isLost = true;
  await page.route(pattern, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(`${stage.product().url}/signin/`);
  await page.getByText(SLOW_WORDS).waitFor();
  isLost = false;
  await page.getByRole('button', { name: RELOAD }).click();
  await page.getByRole('heading', { name: t('auth.sign_in.title') }).waitFor();
});

it('a style sheet that fails once is asked for again', async () => {
  const { page, watch } = await stage.open();
  watch.expect(/net::ERR_FAILED/);
  await once(page, /assets\/base-[^/]+\.css/, (route) => route.abort());
  await page.goto(`${stage.product().url}/signin/`);
  await page.getByRole('heading', { name: t('auth.sign_in.title') }).waitFor();
  const colour = await page.evaluate(`getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor`);
  expect(colour).toBe('rgb(255, 207, 51)');
});

it('the sign-in form of a first visit works before the router is there, and a step waits for it', async () => {
  const { page } = await stage.open();
  const router = Promise.withResolvers<void>();
  await page.route(/assets\/router-[^/]+\.js$/, async (route) => {
    await router.promise;
    await route.continue();
  });
  await page.goto(`${stage.product().url}/`);
  await page.getByLabel(t('auth.email')).fill('owner@shop.example');
  await page.getByRole('button', { name: t('auth.sign_in.button') }).click();
  await page.getByText(t('errors.field.required')).waitFor();
  expect(page.url()).toContain('/signin/?backto=%2Fapp%2Fdashboard%2F');
  await page.getByRole('link', { name: t('auth.sign_up.link') }).click();
  router.resolve();
  await page.getByRole('heading', { name: t('auth.sign_up.title') }).waitFor();
  expect(page.url()).toContain('/signup/?backto=%2Fapp%2Fdashboard%2F');
  await page.goBack();
  await page.getByRole('heading', { name: t('auth.sign_in.title') }).waitFor();
});

it('nothing that is asked early is asked twice before the inbox is drawn', async () => {
  const { page } = await stage.openAs(await signUp(stage.product().url));
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/api/')) asked.push(path);
  });
  await page.goto(`${stage.product().url}/app/inbox/`);
  await page.getByText(t('dialogs.empty.no_channel.title')).waitFor();
  const early = asked.slice(0, 5).map((path) => path.replace(/usersData\/[^/]+/, 'usersData/id'));
  expect(early.toSorted()).toEqual([
    '/api/auth/token',
    '/api/v1/channels/all/',
    '/api/v1/chat/all-chats/',
    '/api/v1/chat/init/',
    '/api/v1/usersData/id/data/',
  ]);
  expect(asked.filter((path) => path === '/api/auth/token' || path.includes('usersData')).length).toBe(2);
});

it('an early answer that never comes is asked for again', async () => {
  const { page } = await stage.openAs(await signUp(stage.product().url));
  await once(page, /usersData/, () => undefined);
  await page.goto(`${stage.product().url}/app/inbox/`);
  await page.getByText(t('dialogs.empty.no_channel.title')).waitFor();
});

it('a limit at the start is told with its wait, not as a lost network', async () => {
  const { page, watch } = await stage.openAs(await signUp(stage.product().url));
  watch.expect(/status of 429/);
  await once(page, /usersData/, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '20' },
      json: { code: 'request.rate_limited', message: '', details: {} },
    }),
  );
  await page.goto(`${stage.product().url}/app/inbox/`);
  await page.getByText(t('errors.request.rate_limited_for', { wait: '20 секунд' })).waitFor();
  await page.getByRole('button', { name: t('shell.try_again') }).click();
  await page.getByText(t('dialogs.empty.no_channel.title')).waitFor();
});
