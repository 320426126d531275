import { connectState } from '@otvet/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CourierPlatform, startCourierPlatform } from '../../../server/src/connectors/suite/courier-platform.ts';
import { scriptConnector } from '../../../server/src/connectors/suite/script-connector.ts';
import { suiteConnectors } from '../../../server/src/connectors/suite/suite-connectors.ts';
import { startTestApp, type TestApp } from '../../../server/src/testing/start-test-app.ts';
import { openBrowser, type TestBrowser } from '../harness/open-browser.ts';
import { readTexts } from '../harness/read-texts.ts';
import { type Person, signUp } from '../harness/seed.ts';
import { checkScreen } from '../looks/check-screen.ts';

const t = readTexts('ru');
const { script, connector } = scriptConnector();
const STEP_KINDS = { ...connector, type: 'scripted', descriptor: { ...connector.descriptor, type: 'scripted' } };

let courier: CourierPlatform;
let app: TestApp;
let browser: TestBrowser;

vi.setConfig({ testTimeout: 300_000 });
beforeAll(async () => {
  courier = await startCourierPlatform(fetch);
  courier.addPage({ id: 'north' });
  courier.addPage({ id: 'south' });
  courier.addPage({ id: 'closed', canConnect: false });
  app = await startTestApp({
    connectors: { ...suiteConnectors, scripted: STEP_KINDS },
    env: { COURIER_API_URL: courier.url, ...courier.keys },
  });
  browser = await openBrowser();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await browser.keepEvidence(task.name);
  expect(await browser.reset()).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await courier.close();
});

type Connection = {
  page: Page;
  dialog: Locator;
  owner: Person;
  isAtStep(position: number, count: number): Promise<void>;
};

/** A connection that was begun through the API, opened in a browser: the invented types are not offered on the screen. */
async function openConnection(type: string): Promise<Connection> {
  const owner = await signUp(app.url);
  const state = connectState.parse(await owner.call('POST', `/v1/connecting/${type}/`, {}));
  if (state.status !== 'step') throw new Error('The connection is done already');
  // The platform sends the browser back to the address that the product knows of itself.
  const { url } = app.app;
  const hosts = [new URL(url).host, new URL(courier.url).host];
  const values = { 'otvet.sessionToken': owner.sessionToken, 'otvet.locale': 'ru' };
  const { page, context } = await browser.open({
    hosts,
    viewport: { width: 390, height: 844 },
    stored: { origin: url, values },
  });
  // The person at the platform's login agrees at once.
  await context.route(`${courier.url}/login**`, (route) =>
    route.fulfill({ status: 302, headers: { location: courier.logIn(route.request().url()) } }),
  );
  await page.goto(`${url}/app/channels/?connecting=${state.id}`);
  const dialog = page.getByRole('dialog');
  return {
    page,
    dialog,
    owner,
    isAtStep: (position, count) => dialog.getByText(t('channels.connecting.progress', { position, count })).waitFor(),
  };
}

const look = async (page: Page, name: string) =>
  expect(await checkScreen(page, { name: `invented-${name}`, size: 'phone' })).toEqual([]);

/** The account has this one channel, and no connection is left open. */
async function expectConnected(owner: Person, name: string): Promise<void> {
  await expect.poll(() => owner.call('GET', '/v1/channels/all/')).toMatchObject({ channels: [{ name }] });
  expect(await owner.call('GET', '/v1/connecting/')).toMatchObject({ connecting: [] });
}

describe('a platform that the screens do not know', () => {
  it('is connected by its login and a choice, with a reload between them', async () => {
    const { page, dialog, owner, isAtStep } = await openConnection('courier');
    await isAtStep(1, 3);
    await look(page, 'redirect');
    await dialog.locator(`a[href^="${courier.url}"]`).click();
    await isAtStep(2, 3);
    await page.reload();
    await isAtStep(2, 3);
    expect(await dialog.getByRole('radio', { name: 'Page closed' }).isDisabled()).toBe(true);
    await dialog.getByText(t('channels.reason.no_rights')).waitFor();
    await look(page, 'choice');
    await dialog.getByRole('button', { name: t('channels.connecting.next'), exact: true }).click();
    await dialog.getByText(t('channels.connecting.not_chosen')).waitFor();
    await dialog.getByRole('radio', { name: 'Page south' }).check();
    await dialog.getByRole('button', { name: t('channels.connecting.next'), exact: true }).click();
    await dialog.getByText(t('channels.connecting.found', { name: 'Page south' })).waitFor();
    await dialog.getByLabel(t('channels.field.name')).fill('Курьер на юге');
    await dialog.getByRole('button', { name: t('channels.connecting.finish'), exact: true }).click();
    await expectConnected(owner, 'Курьер на юге');
  });

  it('shows addresses to copy, and the way on stays in sight on a phone', async () => {
    script.shown = ['callback', 'privacy', 'delete', 'terms', 'data']
      .map((path) => `https://otvet.example/hooks/${path}/${'a1'.repeat(60)}`)
      .join('\n');
    const { page, dialog } = await openConnection('scripted');
    const next = dialog.getByRole('button', { name: t('channels.connecting.next'), exact: true });
    await dialog.getByRole('textbox').fill('+79001112233');
    await next.click();
    await expect.poll(() => dialog.getByTestId('shown-address').count()).toBe(5);
    await look(page, 'addresses');
    const box = await next.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    expect(box?.width).toBeLessThanOrEqual(390);
    script.shown = 'ABCD-1234';
  });

  it('is connected by a typed field, a shown code and a picture to scan, with a reload at each', async () => {
    const { page, dialog, owner } = await openConnection('scripted');
    const next = dialog.getByRole('button', { name: t('channels.connecting.next'), exact: true });
    await dialog.getByText(t('channels.connecting.progress_open', { position: 1 }), { exact: true }).waitFor();
    await dialog.getByRole('textbox').fill('+79001112233');
    await page.reload();
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('+79001112233');
    await next.click();
    await dialog.getByText('ABCD-1234').waitFor();
    await page.reload();
    await dialog.getByText('ABCD-1234').waitFor();
    await look(page, 'code');
    await next.click();
    const picture = dialog.getByRole('img', { name: t('channels.connecting.qr') });
    await picture.waitFor();
    await page.reload();
    await picture.waitFor();
    await look(page, 'qr');
    script.reading = { isDone: true, values: { phone: '+79001112233' } };
    await dialog.getByText(t('channels.connecting.found', { name: 'Phone' })).waitFor();
    await dialog.getByRole('button', { name: t('channels.connecting.finish'), exact: true }).click();
    await expectConnected(owner, 'Phone');
  });
});
