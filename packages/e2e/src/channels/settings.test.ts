import { buildSamplePhoto } from '@otvet/simulators';
import { beforeAll, expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { meetRequests } from '../harness/meet-requests.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
let owner: Person;
let channelId: string;

beforeAll(async () => {
  owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner);
  channelId = await connectChannel(owner, { type: 'widget', name: 'Сайт', knowledgeBaseId });
});

async function openSettings() {
  const { page, watch } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/channels/`);
  await page.getByRole('link', { name: /Сайт/ }).click();
  await page.getByLabel(t('channels.field.name')).waitFor();
  const save = () => page.getByRole('button', { name: t('shell.save'), exact: true }).click();
  return { page, watch, save };
}

it('what the assistant says and how it answers is checked, saved and kept', async () => {
  const { page, save } = await openSettings();
  await page.getByLabel(t('channels.field.delay')).fill('3601');
  await page.getByLabel(t('channels.field.name')).fill('');
  await save();
  await page.getByText(t('errors.field.max', { value: 3600 }), { exact: true }).waitFor();
  await page.getByText(t('errors.field.required')).waitFor();
  await page.getByText(t('channels.faulty', { tabs: t('channels.tab.assistant') })).waitFor();
  await page.getByLabel(t('channels.field.delay')).fill('2');
  await page.getByLabel(t('channels.field.name')).fill('Сайт магазина');
  await page.getByLabel(t('channels.field.role'), { exact: true }).fill('Консультант мебельного магазина');
  await page.getByLabel(t('channels.field.handOverText'), { exact: true }).fill('Уточню у коллег и вернусь.');
  const temperature = page.getByRole('slider', { name: t('channels.field.temperature') });
  await temperature.focus();
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
  expect(Number(await temperature.getAttribute('aria-valuenow'))).toBe(1);
  await page.keyboard.press('ArrowLeft');
  await save();
  await page.getByText(t('channels.saved')).first().waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Сайт магазина', level: 1 }).waitFor();
  expect(await page.getByLabel(t('channels.field.delay')).inputValue()).toBe('2');
  expect(await page.getByLabel(t('channels.field.role'), { exact: true }).inputValue()).toBe(
    'Консультант мебельного магазина',
  );
  expect(Number(await temperature.getAttribute('aria-valuenow'))).toBeCloseTo(0.9);
  expect(await page.getByText(t('channels.unsaved', { tabs: '' })).count()).toBe(0);
});

it('the look of the widget is checked, saved and shown to visitors', async () => {
  const { page, save } = await openSettings();
  await page.getByRole('tab', { name: t('channels.tab.look') }).click();
  const color = page.getByLabel(t('channels.widget.field.color'), { exact: true });
  await color.fill('жёлтый');
  await color.press('Tab');
  // What is no colour never stays.
  await expect.poll(async () => (await color.inputValue()).toLowerCase()).toBe('#ffcf33');
  await page.getByRole('switch', { name: t('channels.widget.field.use_contacts') }).click();
  for (const box of await page
    .getByRole('group', { name: t('channels.widget.field.requested') })
    .getByRole('checkbox')
    .all()) {
    if (await box.isChecked()) await box.uncheck();
  }
  await page.getByRole('switch', { name: t('channels.widget.field.show_links') }).click();
  await page.getByRole('button', { name: t('channels.widget.field.add_link') }).click();
  await page.getByLabel(t('channels.widget.field.link'), { exact: true }).fill('javascript:alert(1)');
  await page.getByRole('switch', { name: t('channels.widget.field.analytics') }).click();
  await page.getByLabel(t('channels.widget.field.analytics_id')).fill('не номер');
  await save();
  for (const error of ['requested_fields', 'url', 'analytics_id']) {
    await page
      .getByText(t(`errors.field.${error}`))
      .first()
      .waitFor();
  }
  await color.fill('#0a7');
  await color.press('Tab');
  await page.getByLabel(t('channels.widget.requested.phone')).check();
  await page.getByLabel(t('channels.widget.field.link'), { exact: true }).fill('https://t.me/dom_mebel');
  await page.getByLabel(t('channels.widget.field.analytics_id')).fill('12345678');
  await page.getByLabel(t('channels.widget.field.title')).fill('Мебель «Дом»');
  await save();
  await page.getByText(t('channels.saved')).first().waitFor();

  const { page: site } = await stage.open();
  await site.goto(`${stage.product().url}/try/${channelId}?lang=ru`);
  const chat = chatWindow(site);
  await chat.open();
  await chat.panel.getByRole('heading', { name: 'Мебель «Дом»' }).waitFor();
  expect(await chat.panel.getByRole('link', { name: 'Telegram' }).getAttribute('href')).toBe('https://t.me/dom_mebel');
  await chat.panel.getByLabel('Телефон').waitFor();
});

it('asking for the name alone is set where contacts are not asked for, and visitors are asked', async () => {
  const { page, save } = await openSettings();
  await page.getByRole('tab', { name: t('channels.tab.look') }).click();
  const contacts = page.getByRole('switch', { name: t('channels.widget.field.use_contacts') });
  const askName = page.getByRole('switch', { name: t('channels.widget.field.ask_name') });
  if (!(await contacts.isChecked())) await contacts.click();
  expect(await askName.count()).toBe(0);
  await contacts.click();
  await askName.waitFor();
  expect(await page.getByRole('switch', { name: t('channels.widget.field.force') }).count()).toBe(0);
  expect(await askName.isChecked()).toBe(false);
  await askName.click();
  expect(await askName.isChecked()).toBe(true);
  await page.getByRole('switch', { name: t('channels.widget.field.force') }).waitFor();
  await save();
  await page.getByText(t('channels.saved')).first().waitFor();
  const { page: site } = await stage.open();
  await site.goto(`${stage.product().url}/try/${channelId}?lang=ru`);
  const chat = chatWindow(site);
  await chat.open();
  await chat.panel.getByLabel('Имя').waitFor();
  expect(await chat.panel.getByLabel('Телефон').count()).toBe(0);
});

it('a logo is taken up to 1 MB and refused in words beyond', async () => {
  const { page, save } = await openSettings();
  await page.getByRole('tab', { name: t('channels.tab.look') }).click();
  const upload = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('channels.widget.field.logo_upload') }).click();
    await (await choosing).setFiles([file]);
  };
  await upload({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1, 1) });
  await page.getByText(t('errors.field.logo_size')).waitFor();
  await upload({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await page.getByText(t('errors.files.wrong_type')).first().waitFor();
  await upload({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) });
  await page
    .getByRole('img', { name: t('channels.widget.field.logo') })
    .first()
    .waitFor();
  await save();
  await page.getByText(t('channels.saved')).first().waitFor();
  const { page: site } = await stage.open();
  await site.goto(`${stage.product().url}/try/${channelId}?lang=ru`);
  const logo = site.getByRole('button', { name: 'Открыть чат' }).locator('img');
  await logo.waitFor();
  await expect.poll(() => logo.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0);
});

it('a refused site is told at its field with its line, on a phone too, and toasts leave the save bar free', async () => {
  const { page, watch } = await stage.openAs(owner, { viewport: { width: 390, height: 844 } });
  await page.goto(`${stage.product().url}/app/channels/widget/${channelId}/`);
  await page.getByRole('tab', { name: t('channels.tab.look') }).click();
  watch.expect(/status of 400|ERR_FAILED/);
  const sites = page.getByLabel(t('channels.widget.field.origins'));
  const save = page.getByRole('button', { name: t('shell.save'), exact: true });
  const toasts = page.locator('.mantine-Notification-root');
  const refusal = (line: number, text: string) =>
    page.getByText(t('errors.field.line', { line, text, fault: t('errors.field.origin_public') }), { exact: true });
  await sites.fill('https://shop.ru\n*.рф');
  await save.click();
  await refusal(2, '*.рф').waitFor();
  // Of zones with several parts only the server knows.
  await sites.fill('https://shop.ru\n*.shop.ru\n*.СПБ.РУС ');
  await save.click();
  await refusal(3, '*.СПБ.РУС').waitFor();
  expect(await sites.getAttribute('aria-invalid')).toBe('true');
  expect(await sites.evaluate((field) => field.matches(':focus'))).toBe(true);
  expect(await toasts.count()).toBe(0);
  await sites.fill('https://shop.ru');
  // A failure of the server is a toast; the second equal one is the same toast.
  const lost = await meetRequests(page, '**/api/v1/connect/widget/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  for (let time = 0; time < 2; time += 1) {
    const failed = page.waitForEvent('requestfailed');
    await save.click();
    await failed;
    await toasts.first().waitFor();
    const button = await save.boundingBox();
    const toast = await toasts.first().boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  }
  expect(await toasts.count()).toBe(1);
  lost.letPass();
  await save.click();
  await page.getByText(t('channels.saved')).waitFor();
});

it('a refused name is told at its field', async () => {
  const { page, watch } = await stage.openAs(owner);
  watch.expect(/status of 400/);
  await page.goto(`${stage.product().url}/app/settings/`);
  const name = page.getByLabel(t('settings.profile.name'));
  await name.fill('ВЫПЛАТА.РФ');
  await page
    .getByRole('button', { name: t('shell.save'), exact: true })
    .first()
    .click();
  await page.getByText(t('errors.field.name_address')).waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('.mantine-Notification-root').count()).toBe(0);
});

it('only one widget fits an account, and unlinking erases it', async () => {
  const { page, watch } = await openSettings();
  // The news of its end lets the open screen ask once more for what is gone.
  watch.expect(/status of 404/);
  await page.getByRole('link', { name: t('channels.back') }).click();
  await page.getByText(t('channels.one_only')).waitFor();
  const connect = page.getByRole('button', {
    name: t('channels.connect_named', { channel: t('shell.channel.widget') }),
  });
  expect(await connect.isDisabled()).toBe(true);
  await page.getByRole('link', { name: /Сайт/ }).click();
  await page.getByRole('tab', { name: t('channels.tab.install') }).click();
  await page.getByRole('button', { name: t('channels.unlink.button'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('channels.unlink.button'), exact: true }).click();
  await page.getByText(t('channels.empty')).waitFor();
  expect(await connect.isDisabled()).toBe(false);
  const answer = await fetch(`${stage.product().url}/widget/${channelId}/config`);
  expect(answer.status).toBe(404);
});
