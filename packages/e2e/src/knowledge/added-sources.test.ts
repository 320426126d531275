import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { sizes } from '../looks/check-screen.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server', env: { ALLOW_PRIVATE_ADDRESSES: '1' } });

/** What a browser itself writes when it cannot reach a server. */
const UNREACHABLE = /ERR_INTERNET_DISCONNECTED|WebSocket connection/;

const notes = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Памятка ${from + at}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`Правило номер ${from + at}.`),
  }));

const refused = ['а.zip', 'б.zip', 'в.zip'].map((name) => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.from('PK'),
}));

/** How far the turning sign of a busy button stands from its middle; the tests' browser wants no motion. */
const offCentre = (page: Page) =>
  page.locator('button[data-loading]').evaluate((button) => {
    const [whole, sign] = [button, button.querySelector('.mantine-Button-loader')].map((part) =>
      part?.getBoundingClientRect(),
    );
    if (!whole || !sign) return Number.NaN;
    const [across, down] = [
      whole.x + whole.width / 2 - sign.x - sign.width / 2,
      whole.y + whole.height / 2 - sign.y - sign.height / 2,
    ];
    return Math.hypot(across, down);
  });

const WIDE = `${['Вид продукции', 'Формат листа', 'Тираж, штук', 'Цена, рублей', 'Срок изготовления', 'Плотность бумаги'].join(';')}\nБуклет;А4;1000;13400;3 дня;130 г/м²\n`;

it.each([
  ['desktop', 'en'],
  ['phone', 'ru'],
] as const)(
  'what was added is marked and in view, and a wide table of it stays within the screen: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, []);
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
    await page.getByText(t('sources.empty.title')).waitFor();
    const rows = page.getByTestId('source');
    const added = rows.and(page.locator('[data-added]'));
    const chosen = page.locator('input[type=file]');
    await chosen.setInputFiles([...notes(1, 4), ...refused]);
    await expect.poll(() => added.count()).toBe(4);
    // Nothing answers there: the row stands in the list all the same.
    await page.getByLabel(t('sources.add.link')).fill('http://127.0.0.1:9/delivery');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/v1\/upload\//, (route) => held.then(() => route.continue()));
    const add = page.getByRole('button', { name: t('sources.add.link_button'), exact: true });
    await add.click();
    await page.locator('button[data-loading] .mantine-Button-loader').waitFor();
    expect(await offCentre(page)).toBeLessThan(2);
    release();
    await added.filter({ hasText: '127.0.0.1' }).waitFor();
    expect(await added.count()).toBe(1);
    const bottom = async () => {
      const { y = Number.NaN, height = 0 } = (await added.boundingBox()) ?? {};
      return y + height;
    };
    // On a phone it is not yet wholly in view each time.
    if (size === 'desktop') await expect.poll(bottom).toBeLessThan(sizes.desktop.height);
    await look(`added-link-${locale}`);

    await chosen.setInputFiles([{ name: 'Цены.csv', mimeType: 'text/csv', buffer: Buffer.from(WIDE) }]);
    await rows.filter({ hasText: 'Цены' }).getByText(t('sources.state.ready')).waitFor();
    await rows.getByRole('link', { name: 'Цены.csv' }).click();
    const passages = page.getByRole('list').filter({ has: page.getByTestId('passage') });
    await page.getByTestId('passage').getByRole('table').waitFor();
    const room = page.getByRole('group', { name: t('sources.opened.wide_table') });
    await expect.poll(() => room.count()).toBe(size === 'phone' ? 1 : 0);
    expect(await passages.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await look(`wide-table-${locale}`);
    expect(faults).toEqual([]);
  },
);

it.each([
  ['desktop', 'en'],
  ['phone', 'ru'],
] as const)('files that were lost with the connection are sent again at once: %s, %s', async (size, locale) => {
  const t = readTexts(locale);
  const owner = await signUp(stage.product().url, { locale });
  const baseId = await createBase(owner, []);
  const { page, look, go, watch, faults } = await walk(stage, { size, person: owner, locale });
  watch.expect(UNREACHABLE);
  await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
  await page.getByText(t('sources.empty.title')).waitFor();
  await page.context().setOffline(true);
  await page.locator('input[type=file]').setInputFiles(notes(5, 3));
  const lost = page.getByTestId('sending').and(page.locator('[data-state=refused]'));
  await expect.poll(() => lost.count()).toBe(3);
  const all = page.getByRole('button', { name: t('sources.sending.all_again', { number: 3 }) });
  await all.scrollIntoViewIfNeeded();
  await look(`lost-files-${locale}`);
  await page.context().setOffline(false);
  await all.click();
  await expect.poll(() => lost.count()).toBe(0);
  await expect.poll(() => page.locator('[data-testid=source][data-added]').count()).toBe(3);
  expect(faults).toEqual([]);
});
