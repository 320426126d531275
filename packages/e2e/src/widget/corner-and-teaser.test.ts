import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { startHostPage } from '../harness/host-page.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const PHONE = { width: 390, height: 844 };
const LONG_TITLE = 'Мастерская мебели «Дом и сад» — столы, кровати и шкафы-купе';
const LONG_QUESTION = 'Сколько стоит доставка дивана в пригород и можно ли поднять его на пятый этаж без лифта?';

async function openShop(options: object = {}) {
  const owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId, settings: { options } });
  const embed = `<script async src="${stage.product().url}/widget.js" data-id="${id}"></script>`;
  return { owner, id, site: await startHostPage({ embed }) };
}

const teaserOf = (page: Page) => page.locator('.teaser');
const placeOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const ROOT = "document.querySelector('#otvet-widget').shadowRoot";
const FOCUSED = `${ROOT}.activeElement?.className`;
const TITLE_HEIGHT = `${ROOT}.querySelector('h1').clientHeight`;
const TWO_LINES_PX = 42;
const CUT = `[...${ROOT}.querySelectorAll('.choices button')].filter((button) => button.scrollWidth > button.clientWidth + 1).length`;
const SIDEWAYS = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

it('corner and teaser are set, seen in the preview, and stand on the site', async () => {
  const { owner, id, site } = await openShop();
  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/channels/widget/${id}/`);
  await page.getByRole('tab', { name: t('channels.tab.look') }).click();
  await page.getByLabel(t('channels.widget.field.position')).selectOption('left');
  await page.getByRole('switch', { name: t('channels.widget.field.show_teaser') }).click();
  await page.getByRole('radio', { name: t('channels.widget.preview.closed') }).click();
  const preview = page.frameLocator(`iframe[title="${t('channels.widget.preview')}"]`);
  await preview.locator('.teaser', { hasText: 'Здравствуйте! Чем помочь?' }).waitFor();
  await page.getByLabel(t('channels.widget.field.teaser'), { exact: true }).fill('Подскажем с выбором');
  await preview.locator('.teaser', { hasText: 'Подскажем с выбором' }).waitFor();
  await page.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByText(t('channels.saved')).first().waitFor();

  const visitor = await stage.open({ hosts: [site.host] });
  await visitor.page.goto(site.url);
  const chat = chatWindow(visitor.page);
  const teaser = teaserOf(visitor.page);
  await teaser.getByText('Подскажем с выбором').waitFor();
  const button = await placeOf(chat.launcher);
  expect(button.x).toBe(20);
  expect((await placeOf(teaser)).x).toBeGreaterThanOrEqual(button.x + button.width);
  await teaser.getByRole('button', { name: 'Подскажем с выбором' }).click();
  await chat.panel.waitFor();
  expect((await placeOf(chat.panel)).x).toBe(20);
  expect(await teaser.count()).toBe(0);
});

it('a hidden teaser stays away on the next page and comes back with other words', async () => {
  const { owner, id, site } = await openShop({ showTeaser: true, teaserText: 'Скидка 10 %' });
  const { page } = await stage.open({ hosts: [site.host], viewport: PHONE });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.url);
  const chat = chatWindow(page);
  await teaserOf(page).getByText('Скидка 10 %').waitFor();
  await teaserOf(page).getByRole('button', { name: 'Скрыть подсказку' }).click();
  expect(await teaserOf(page).count()).toBe(0);
  expect(await page.evaluate(FOCUSED)).toBe('launcher');
  asked.length = 0;
  await page.reload();
  await chat.launcher.waitFor();
  await chat.open();
  await chat.panel.getByRole('button', { name: 'Закрыть чат' }).click();
  expect(await teaserOf(page).count()).toBe(0);
  expect(asked.filter((path) => path.includes('teaser'))).toEqual([]);
  await owner.call('PUT', `/v1/connect/widget/${id}/`, { options: { teaserText: 'Скидка 20 %' } });
  const later = await stage.open({ hosts: [site.host] });
  await later.page.goto(site.url);
  await teaserOf(later.page).getByText('Скидка 20 %').waitFor();
});

it('where no teaser is shown its file is never asked for', async () => {
  const { site } = await openShop();
  const { page } = await stage.open({ hosts: [site.host] });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.url);
  const chat = chatWindow(page);
  await chat.open();
  await chat.said('Здравствуйте! Чем помочь?', 'in').waitFor();
  expect(asked.filter((path) => path.includes('teaser'))).toEqual([]);
});

it.each([
  { viewport: PHONE, widgetPosition: 'left' },
  { viewport: PHONE, widgetPosition: 'right' },
  { viewport: { width: 1440, height: 900 }, widgetPosition: 'left' },
])('long words fit: $viewport.width px, $widgetPosition', async ({ viewport, widgetPosition }) => {
  const { site } = await openShop({
    widgetPosition,
    widgetTitle: LONG_TITLE,
    startQuestions: [LONG_QUESTION, 'Ы'.repeat(120)],
    showTeaser: true,
    teaserText: `Подскажем с выбором: ${LONG_TITLE}`.slice(0, 80),
  });
  const { page } = await stage.open({ hosts: [site.host], viewport });
  await page.goto(site.url);
  const teaser = await placeOf(teaserOf(page).filter({ visible: true }));
  const chat = chatWindow(page);
  const button = await placeOf(chat.launcher);
  expect(teaser.x).toBeGreaterThanOrEqual(0);
  expect(teaser.x + teaser.width).toBeLessThanOrEqual(viewport.width);
  const isBeside =
    widgetPosition === 'left' ? teaser.x >= button.x + button.width : teaser.x + teaser.width <= button.x;
  expect(isBeside).toBe(true);
  await chat.open();
  expect(await page.evaluate(TITLE_HEIGHT)).toBe(TWO_LINES_PX);
  const panel = await placeOf(chat.panel);
  for (const choice of await chat.panel.locator('.choices button').all()) {
    const { x, width } = await placeOf(choice);
    expect(x + width).toBeLessThanOrEqual(panel.x + panel.width);
  }
  expect(await page.evaluate(CUT)).toBe(0);
  expect(await page.evaluate(SIDEWAYS)).toBe(false);
});
