import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { useStage } from '../harness/use-stage.ts';
import { openSampleShop, type SampleShop } from './open-sample-shop.ts';
import { heading, walk } from './walk.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
let shop: SampleShop;

/** Opens by the keyboard, looks, leaves by Escape: the focus is where it was. */
async function openAndLeave(page: Page, opener: Locator, whileOpen: () => Promise<void>): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  const opened = page.locator('[role=dialog], [role=menu]').filter({ visible: true });
  await opened.first().waitFor();
  await whileOpen();
  await page.keyboard.press('Escape');
  await opened.first().waitFor({ state: 'hidden' });
  await expect.poll(() => opener.evaluate((element) => element.matches(':focus'))).toBe(true);
}

beforeAll(async () => {
  shop = await openSampleShop(stage.product());
});

it.each(['desktop', 'phone'] as const)('the inbox: %s', async (size) => {
  const { page, look, go, faults } = await walk(stage, { size, person: shop.owner });
  const inbox = inboxOf(page, t);
  await go('/app/inbox/');
  await inbox.row('Игорь').waitFor();
  await look('inbox-list');
  await page.getByRole('radio', { name: /Ждут оператора/ }).click();
  await look('inbox-waiting');
  await page.getByRole('radio', { name: t('dialogs.filter.all'), exact: true }).click();
  await inbox.choose('Мария');
  await inbox.message('раскладывается в спальное место').waitFor();
  await look('dialog');
  await openAndLeave(page, page.getByRole('button', { name: t('dialogs.debug.button') }).first(), async () => {
    await page.getByRole('dialog').getByText(t('debug.title')).waitFor();
    await look('dialog-why');
  });
  await openAndLeave(page, page.getByRole('button', { name: t('dialogs.menu') }), async () => {
    await page.getByRole('menuitem', { name: t('dialogs.action.unread') }).waitFor();
    await look('dialog-menu');
  });
  const source = inbox.messages.getByRole('button', { name: /\?$/ }).first();
  await openAndLeave(page, source, () => page.getByLabel(t('knowledge.pair.answer'), { exact: true }).waitFor());
  await inbox.field.focus();
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('dialog', { name: t('shell.commands.title') }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => inbox.field.evaluate((element) => element.matches(':focus'))).toBe(true);
  await inbox.field.fill('Добрый день! Да, и ящик для белья есть.');
  await look('dialog-writing');
  await inbox.field.fill('');
  if (size === 'phone') {
    await page.getByText(t('dialogs.open_card')).locator('..').click();
    await page.getByRole('complementary', { name: t('dialogs.card.label') }).waitFor();
    await look('dialog-card');
    await page.getByRole('button', { name: t('dialogs.card.back') }).click();
    await page.getByRole('button', { name: t('dialogs.back') }).click();
  }
  await inbox.choose('Елена');
  const picture = inbox.messages.first().getByRole('button', { name: /^Открыть/ });
  await openAndLeave(page, picture, async () => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.close') })
      .waitFor();
    await look('image-viewer');
  });
  expect(faults).toEqual([]);
});

it.each(['desktop', 'phone'] as const)('channels, knowledge and settings: %s', async (size) => {
  const { page, look, go, faults } = await walk(stage, { size, person: shop.owner });
  await go('/app/channels/');
  await page.getByRole('link', { name: /Сайт/ }).waitFor();
  await look('channels');
  await page.getByRole('button', { name: t('channels.connect_named', { channel: 'Telegram' }) }).click();
  await page.getByLabel(t('channels.telegram.token'), { exact: true }).waitFor();
  await look('connect-telegram');
  const bot = stage.product().telegram.registerBot({ name: 'Мебель «Дом»: распродажа', username: 'sale_bot' });
  await page.getByLabel(t('channels.telegram.token'), { exact: true }).fill(bot.token);
  await page.getByRole('button', { name: t('channels.connecting.next'), exact: true }).click();
  await page.getByRole('button', { name: t('channels.connecting.finish'), exact: true }).waitFor();
  await look('connect-review');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.close') })
    .click();
  await page.getByText(t('channels.connecting.heading')).waitFor();
  await look('channels-connecting');
  await page.getByRole('button', { name: t('channels.connecting.cancel_named', { channel: 'Telegram' }) }).click();
  await page.getByText(t('channels.connecting.cancel_text')).waitFor();
  await look('channels-discard');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('channels.connecting.cancel'), exact: true })
    .click();
  await page.getByText(t('channels.connecting.heading')).waitFor({ state: 'hidden' });
  await go(`/app/channels/widget/${shop.widgetId}/`);
  await page.getByLabel(t('channels.field.name')).waitFor();
  await look('channel-assistant');
  await page.getByLabel(t('channels.field.name')).fill('Другое имя');
  await page.getByText(t('channels.unsaved', { tabs: t('channels.tab.assistant') })).waitFor();
  await look('channel-unsaved');
  await page.getByRole('link', { name: t('channels.back') }).click();
  await page.getByText(t('shell.leave.text')).waitFor();
  await look('channel-leave');
  await page.getByRole('button', { name: t('shell.leave.stay') }).click();
  await page.getByRole('button', { name: t('channels.discard') }).click();
  await page.getByRole('tab', { name: t('channels.tab.look') }).click();
  await page.getByLabel(t('channels.widget.field.title')).waitFor();
  const preview = page.frameLocator(`iframe[title="${t('channels.widget.preview')}"]`);
  await preview.locator('.panel .greeting').waitFor();
  await look('channel-widget');
  await page.getByRole('tab', { name: t('channels.tab.install') }).click();
  await page.getByTestId('embed-line').waitFor();
  await look('channel-install');
  await openAndLeave(page, page.getByRole('button', { name: t('channels.unlink.button'), exact: true }), () =>
    look('channel-unlink'),
  );
  await go(`/app/channels/telegram/${shop.botId}/`);
  await page.getByRole('tab', { name: t('channels.tab.connection') }).click();
  await page.getByLabel(t('channels.telegram.token'), { exact: true }).waitFor();
  await look('channel-telegram');
  await go('/app/knowledge-bases/');
  await page.getByRole('link', { name: /Мебель/ }).waitFor();
  await look('bases');
  await go(`/app/knowledge-bases/${shop.baseId}/`);
  await page.getByTestId('pair').first().waitFor();
  await look('base');
  await openAndLeave(page, page.getByRole('button', { name: t('knowledge.pair.add') }), async () => {
    await page.getByLabel(t('knowledge.pair.question'), { exact: true }).waitFor();
    await look('pair');
  });
  await page.getByRole('searchbox').fill('жирафы');
  await page.getByText(t('knowledge.nothing_found.title')).waitFor();
  await look('base-nothing-found');
  await go('/app/settings/');
  await heading(page, t('settings.title'));
  await look('settings');
  expect(faults).toEqual([]);
});

it.each(['desktop', 'phone'] as const)('the chat window on a site: %s', async (size) => {
  const { page, look, go, faults } = await walk(stage, { size });
  await go(`/try/${shop.widgetId}?lang=ru`);
  const chat = chatWindow(page);
  await chat.launcher.waitFor();
  await look('site');
  await chat.open();
  await chat.panel.getByLabel('Телефон').waitFor();
  await look('chat-greeting');
  await chat.panel.getByRole('button', { name: 'Пропустить' }).click();
  await chat.say('сколько стоит доставка?');
  await chat.said('990 ₽', 'in').waitFor();
  await expect.poll(() => chat.panel.getByText('Отправлено').count()).toBeGreaterThan(0);
  await look('chat');
  await go('/try/00000000-0000-7000-8000-000000000000?lang=ru');
  await heading(page, 'Такого виджета нет');
  await look('site-missing');
  expect(faults).toEqual([]);
});
