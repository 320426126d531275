import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { fillInbox } from '../harness/fill-inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { checkScreen, type Size, sizes } from '../looks/check-screen.ts';
import { signUpOnScreen } from './set-up-shop.ts';
import { words } from './words.ts';

const MAX_CLICKS = 8;
const stage = useStage({ kind: 'embedded' });
const stepsOf = (page: Page) => page.getByTestId('first-steps');

it.each([
  ['desktop', 'ru'],
  ['phone', 'ru'],
  ['desktop', 'en'],
  ['phone', 'en'],
] as const)(
  'from nothing to an answered question by the screen alone: %s, %s',
  async (size: Size, locale) => {
    const [t, said] = [readTexts(locale), words[locale]];
    const faults: string[] = [];
    const { page, context } = await stage.open({ locale, viewport: sizes[size] });
    const beganAt = performance.now();
    let lookedMs = 0;
    const lookAt = async (shown: Page, name: string) => {
      const at = performance.now();
      faults.push(...(await checkScreen(shown, { name: `first-steps-${name}-${locale}`, size })));
      lookedMs += performance.now() - at;
    };
    await page.goto(`${stage.product().url}/signup/`);
    await signUpOnScreen(page, t, { name: said.owner, email: `${size}.${locale}@shop.example` });

    let clicks = 0;
    const click = async (what: Locator) => {
      clicks += 1;
      await what.click();
    };
    const steps = stepsOf(page);
    /** Away from the inbox a phone has one line, which opens. */
    const step = async (button: Locator) => {
      if (size === 'phone') await click(steps.getByText(t('steps.next_named', { step: '' }).trim()));
      await click(button);
    };
    const dialog = page.getByRole('dialog');
    await steps.getByText(t('steps.answers.title')).waitFor();
    await lookAt(page, '1-landing');
    await click(steps.getByRole('button', { name: t('steps.answers.button') }));
    await dialog.getByLabel(t('knowledge.pair.question'), { exact: true }).fill(said.question);
    await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill(said.answer);
    await lookAt(page, '2-answer');
    await click(dialog.getByRole('button', { name: t('shell.save'), exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await lookAt(page, '3-channel');
    await step(steps.getByRole('button', { name: t('steps.channel.button') }));
    const base = dialog.getByLabel(t('channels.field.base'));
    await expect.poll(() => base.locator('option:checked').textContent()).toBe(t('channels.field.base_name'));
    await lookAt(page, '4-connect');
    await click(dialog.getByRole('button', { name: t('channels.connecting.finish') }));
    await page.getByTestId('embed-line').waitFor();
    await page.getByRole('heading', { name: t('channels.widget.default_name'), level: 1 }).waitFor();
    await lookAt(page, '5-code');
    const opened = context.waitForEvent('page');
    await step(steps.getByRole('link', { name: t('steps.try.button') }));
    const site = await opened;
    // The page speaks the visitor's language, which may not be the owner's.
    const chat = chatWindow(site, locale);
    await chat.launcher.waitFor();
    await click(chat.launcher);
    await chat.say(said.asked);
    await chat.said(said.answer, 'in').waitFor();
    const tookMs = performance.now() - beganAt - lookedMs;
    await lookAt(site, '6-answered');
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    console.info(
      `${size}, ${locale}: ${clicks} clicks, ${(tookMs / 1000).toFixed(1)} s with the sign-up, nothing typed by hand`,
    );

    await steps.getByText(t('steps.site.title')).waitFor();
    await page.goto(`${stage.product().url}/app/inbox/`);
    await page.getByTestId('dialog-row').waitFor();
    await lookAt(page, '7-inbox');
    await steps.getByRole('link', { name: t('steps.site.button') }).click();
    await page.getByText(t('channels.site.none')).waitFor();
    await loadFromSite(site.url());
    await page.getByText(t('channels.site.last', { site: 'shop.example', at: '' }).trim()).waitFor();
    await steps.waitFor({ state: 'detached' });
    await page.getByText(t('steps.all_done')).waitFor();
    await lookAt(page, '8-on-site');
    expect(faults).toEqual([]);
  },
  240_000,
);

/** A page of somebody's site that carries the code of this try-out page. */
async function loadFromSite(tryUrl: string): Promise<void> {
  const { origin, pathname } = new URL(tryUrl);
  const id = pathname.split('/').find((part) => part.length === 36) ?? '';
  const { status } = await fetch(`${origin}/widget/${id}/config`, { headers: { origin: 'https://shop.example' } });
  expect(status).toBe(200);
}

it('the steps say what the account holds, to every window; done once, they come back nowhere', async () => {
  const { url } = stage.product();
  const t = readTexts('ru');
  const owner = await signUp(url);
  const { page } = await stage.openAs(owner);
  const other = await stage.openAs(owner);
  const isNext = (at: Page, step: string) =>
    stepsOf(at)
      .locator('[data-next]')
      .getByText(t(`steps.${step}.title`))
      .waitFor();
  for (const at of [page, other.page]) {
    await at.goto(`${url}/app/inbox/`);
    await isNext(at, 'answers');
  }
  const baseId = await createBase(owner);
  for (const at of [page, other.page]) await isNext(at, 'channel');
  const channelId = await connectChannel(owner, { type: 'widget', knowledgeBaseId: baseId });
  for (const at of [page, other.page]) await isNext(at, 'try');
  const { page: site } = await stage.open();
  await site.goto(`${url}/try/${channelId}?lang=ru`);
  const chat = chatWindow(site);
  await chat.open();
  await chat.say('сколько стоит доставка');
  for (const at of [page, other.page]) await stepsOf(at).getByText(t('steps.site.title')).waitFor();
  await loadFromSite(site.url());
  for (const at of [page, other.page]) await stepsOf(at).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await owner.call('GET', `/v1/usersData/${owner.uid}/data/`)).firstStepsOver)
    .toBe(true);
  await owner.call('DELETE', `/v1/learning/knowledgebase/${baseId}/`);
  await page.goto(`${url}/app/knowledge-bases/`);
  await page.getByText(t('knowledge.empty.title')).waitFor();
  expect(await stepsOf(page).count()).toBe(0);
});

it.each(['desktop', 'phone'] as const)('what stands below the steps does not move when they come: %s', async (size) => {
  const { url } = stage.product();
  const t = readTexts('ru');
  const owner = await signUp(url);
  await createBase(owner);
  const { page } = await stage.openAs(owner, { viewport: sizes[size] });
  const { promise: isLookedAt, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/v1/chat/all-chats/**', async (route) => {
    await isLookedAt;
    await route.continue();
  });
  await page.goto(`${url}/app/knowledge-bases/`);
  const title = page.getByRole('heading', { name: t('knowledge.title'), level: 1 });
  await title.waitFor();
  expect(await stepsOf(page).count()).toBe(0);
  const topOf = async () => Math.round((await title.boundingBox())?.y ?? 0);
  const before = await topOf();
  goOn();
  await stepsOf(page).getByText(t('steps.channel.title')).first().waitFor();
  expect(await topOf()).toBe(before);
});

it('above dialogs the line about the code comes with the next screen, and takes its room at once on the next visit', async () => {
  const { url, telegram } = stage.product();
  const t = readTexts('ru');
  const owner = await signUp(url);
  await fillInbox({ telegram, owner }, 1);
  await connectChannel(owner, { type: 'widget', knowledgeBaseId: await createBase(owner) });
  const { page } = await stage.openAs(owner);
  const title = page.getByRole('heading', { name: t('knowledge.title'), level: 1 });
  const topOf = async () => Math.round((await title.boundingBox())?.y ?? 0);
  await page.goto(`${url}/app/inbox/`);
  const row = page.getByTestId('dialog-row');
  await row.waitFor();
  const rowTop = (await row.boundingBox())?.y;
  await stepsOf(page).waitFor({ state: 'attached' });
  expect((await row.boundingBox())?.y).toBe(rowTop);
  expect(await stepsOf(page).isVisible()).toBe(false);
  await page.getByRole('link', { name: t('shell.nav.knowledge') }).click();
  await stepsOf(page).getByText(t('steps.site.title')).waitFor();
  const before = await topOf();
  const { promise: isLookedAt, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/v1/chat/all-chats/**', async (route) => {
    await isLookedAt;
    await route.continue();
  });
  await page.reload();
  await title.waitFor();
  expect(await topOf()).toBe(before);
  goOn();
  await stepsOf(page).getByText(t('steps.site.title')).waitFor();
  expect(await topOf()).toBe(before);
});

it('above the dialogs of an account that is set up no room is kept for the steps, and none is taken back', async () => {
  const { url, telegram } = stage.product();
  const owner = await signUp(url);
  await createBase(owner);
  await fillInbox({ telegram, owner }, 1);
  const { page } = await stage.openAs(owner);
  await page.goto(`${url}/app/inbox/`);
  const row = page.getByTestId('dialog-row');
  await row.waitFor();
  const before = (await row.boundingBox())?.y;
  // Found out beside the list, and kept for every browser.
  const isOver = async () => (await owner.call('GET', `/v1/usersData/${owner.uid}/data/`)).firstStepsOver;
  await expect.poll(isOver, { timeout: 120_000 }).toBe(true);
  expect((await row.boundingBox())?.y).toBe(before);
  expect(await stepsOf(page).count()).toBe(0);
});

it('where there are dialogs already, on a phone the steps are one line that opens', async () => {
  const { url, telegram } = stage.product();
  const t = readTexts('en');
  const owner = await signUp(url, { locale: 'en' });
  await fillInbox({ telegram, owner }, 2);
  const { page } = await stage.openAs(owner, { locale: 'en', viewport: sizes.phone });
  await page.goto(`${url}/app/inbox/`);
  await stepsOf(page).waitFor({ state: 'attached' });
  await page.reload();
  await page.getByTestId('dialog-row').first().waitFor();
  const line = page.getByRole('button', { name: t('steps.done', { done: 2, all: 3 }) });
  await line.waitFor();
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(48);
  expect(await checkScreen(page, { name: 'first-steps-folded', size: 'phone' })).toEqual([]);
  await line.click();
  await stepsOf(page)
    .getByRole('button', { name: t('steps.answers.button') })
    .waitFor();
  expect(await checkScreen(page, { name: 'first-steps-unfolded', size: 'phone' })).toEqual([]);
});

it('steps that are put away stay away, in another browser too', async () => {
  const { url } = stage.product();
  const t = readTexts('ru');
  const owner = await signUp(url);
  const { page } = await stage.openAs(owner);
  await page.goto(`${url}/app/inbox/`);
  await stepsOf(page)
    .getByRole('button', { name: t('steps.put_away') })
    .click();
  await stepsOf(page).waitFor({ state: 'detached' });
  const elsewhere = await stage.openAs(owner);
  await elsewhere.page.goto(`${url}/app/inbox/`);
  await elsewhere.page.getByText(t('dialogs.empty.no_channel.title')).waitFor();
  await elsewhere.page.waitForLoadState('networkidle');
  expect(await stepsOf(elsewhere.page).count()).toBe(0);
});

it('a channel that is connected before there is a base gets one, made with it', async () => {
  const { url } = stage.product();
  const t = readTexts('ru');
  const owner = await signUp(url);
  const { page } = await stage.openAs(owner);
  await page.goto(`${url}/app/inbox/`);
  await stepsOf(page)
    .getByRole('button', { name: t('steps.channel.button') })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('channels.field.base_new_hint')).waitFor();
  await dialog.getByRole('button', { name: t('channels.connecting.finish') }).click();
  await page.getByTestId('embed-line').waitFor();
  const { knowledgeBases } = await owner.call('GET', '/v1/learning/knowledgebases/');
  expect(knowledgeBases).toEqual([
    expect.objectContaining({
      name: t('channels.field.base_name'),
      channels: [expect.objectContaining({ type: 'widget' })],
    }),
  ]);
  await stepsOf(page)
    .getByRole('button', { name: t('steps.answers.button') })
    .click();
  await page.getByRole('heading', { name: t('channels.field.base_name'), level: 1 }).waitFor();
  await dialog.getByLabel(t('knowledge.pair.question'), { exact: true }).waitFor();
});
