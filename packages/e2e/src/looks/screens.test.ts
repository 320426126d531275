import { buildSamplePhoto, SAMPLE_PEOPLE } from '@otvet/simulators';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { samplePairs } from '../../../../scripts/demo-shop.ts';
import { chatWindow } from '../harness/chat-window.ts';
import { waitForDialogs } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { lookAt, type Size, sizes } from './look-at.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
let owner: Person;
let baseId: string;
let widgetId: string;
let botId: string;
let token: string;
const [maria = { id: 700_001 }, igor = { id: 700_002 }, elena = { id: 700_003 }] = SAMPLE_PEOPLE;

beforeAll(async () => {
  const { url, telegram } = stage.product();
  owner = await signUp(url);
  baseId = await createBase(owner, samplePairs, 'Мебель «Дом»: доставка, оплата, гарантия');
  widgetId = await connectChannel(owner, {
    type: 'widget',
    name: 'Сайт',
    knowledgeBaseId: baseId,
    settings: {
      greeting: 'Здравствуйте! Подскажем по мебели и доставке.',
      widget: {
        widgetTitle: 'Мебель «Дом»',
        useContactFields: true,
        requestedFields: ['name', 'phone'],
        showSocLinks: true,
        socLinks: [{ network: 'telegram', value: 'https://t.me/dom_mebel' }],
      },
    },
  });
  token = telegram.registerBot({ name: 'Мебель «Дом»', username: 'dom_mebel_bot' }).token;
  botId = await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: baseId });
  telegram.customerSends({ token, from: maria, text: 'Здравствуйте! Диван «Норд» раскладывается?' });
  telegram.customerSends({ token, from: igor, text: 'Позовите, пожалуйста, менеджера' });
  telegram.customerSends({
    token,
    from: elena,
    photo: { bytes: buildSamplePhoto().bytes, caption: 'Есть такой, но зелёный?' },
  });
  await waitForDialogs(owner, 3);
}, 60_000);

type Walk = { page: Page; look(name: string): Promise<void>; go(path: string): Promise<void>; faults: string[] };

async function walk(size: Size, person?: Person): Promise<Walk> {
  const options = { viewport: sizes[size] };
  const { page, watch } = person === undefined ? await stage.open(options) : await stage.openAs(person, options);
  watch.expect(/status of 40[0-9]/);
  const faults: string[] = [];
  return {
    page,
    faults,
    look: async (name) => {
      faults.push(...(await lookAt(page, { name, size })));
    },
    go: async (path) => {
      await page.goto(`${stage.product().url}${path}`);
    },
  };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

it.each(['desk', 'phone'] as const)(
  'screens without a session: %s',
  async (size) => {
    const { page, look, go, faults } = await walk(size);
    await go('/signin/');
    await heading(page, t('auth.sign_in.title'));
    await look('sign-in');
    await page.getByRole('button', { name: t('auth.sign_in.button'), exact: true }).click();
    await page.getByText(t('errors.field.required')).first().waitFor();
    await look('sign-in-faults');
    await go('/signup/');
    await heading(page, t('auth.sign_up.title'));
    await look('sign-up');
    await page.getByRole('button', { name: t('auth.sign_up.button') }).click();
    await page.getByText(t('errors.field.privacy')).waitFor();
    await look('sign-up-faults');
    await go('/forgot-password/');
    await heading(page, t('auth.forgot.title'));
    await look('forgot-password');
    await page.getByLabel(t('auth.email'), { exact: true }).fill('anna@shop.example');
    await page.getByRole('button', { name: t('auth.forgot.button') }).click();
    await page.getByText(t('auth.forgot.sent.title')).waitFor();
    await look('forgot-password-sent');
    await go('/forgot-password/#token=abcdefghijklmnopqrstuvwxyz');
    await page.reload();
    await page.getByLabel(t('auth.new_password'), { exact: true }).waitFor();
    await look('reset-password');
    await go('/confirm-email/#token=abcdefghijklmnopqrstuvwxyz');
    await page.getByText(t('auth.confirm.failed')).waitFor();
    await look('confirm-email-failed');
    await go('/no-such-page/');
    await heading(page, t('shell.not_found.title'));
    await look('not-found');
    expect(faults).toEqual([]);
  },
  60_000,
);

it.each(['desk', 'phone'] as const)(
  'a new account: %s',
  async (size) => {
    const { page, look, go, faults } = await walk(size, await signUp(stage.product().url));
    await go('/app/inbox/');
    await page.getByText(t('dialogs.empty.no_channel.title')).waitFor();
    await look('inbox-empty');
    await go('/app/channels/');
    await page.getByText(t('channels.empty')).waitFor();
    await look('channels-empty');
    await go('/app/knowledge-bases/');
    await page.getByText(t('knowledge.empty.title')).waitFor();
    await look('bases-empty');
    await page.getByRole('button', { name: t('knowledge.base.create') }).click();
    await page.getByLabel(t('knowledge.base.name')).fill('Доставка');
    await look('base-new');
    await page.getByRole('button', { name: t('knowledge.base.create_button'), exact: true }).click();
    await page.getByText(t('knowledge.no_pairs.title')).waitFor();
    await look('base-empty');
    expect(faults).toEqual([]);
  },
  60_000,
);

it.each(['desk', 'phone'] as const)(
  'the inbox: %s',
  async (size) => {
    const { page, look, go, faults } = await walk(size, owner);
    const inbox = inboxOf(page, t);
    await go('/app/inbox/');
    await inbox.row('Игорь').waitFor();
    await look('inbox-list');
    await page
      .getByRole('radiogroup', { name: t('dialogs.filter.label') })
      .getByText(/Ждут человека/)
      .click();
    await look('inbox-waiting');
    await page
      .getByRole('radiogroup', { name: t('dialogs.filter.label') })
      .getByText(t('dialogs.filter.all'), { exact: true })
      .click();
    await inbox.choose('Мария');
    await inbox.message('раскладывается в спальное место').waitFor();
    await look('dialog');
    await page.getByText(t('dialogs.debug.button')).first().click();
    await page.getByRole('dialog').getByText(t('dialogs.debug.title')).waitFor();
    await look('dialog-why');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('dialogs.menu') }).click();
    await page.getByRole('menuitem', { name: t('dialogs.action.unread') }).waitFor();
    await look('dialog-menu');
    await page.keyboard.press('Escape');
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
    await inbox.messages
      .first()
      .getByRole('button', { name: /^Открыть/ })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.close') })
      .waitFor();
    await look('image-viewer');
    expect(faults).toEqual([]);
  },
  60_000,
);

it.each(['desk', 'phone'] as const)(
  'channels, knowledge and settings: %s',
  async (size) => {
    const { page, look, go, faults } = await walk(size, owner);
    await go('/app/channels/');
    await page.getByRole('link', { name: /Сайт/ }).waitFor();
    await look('channels');
    await page.getByRole('button', { name: t('channels.connect_named', { channel: 'Telegram' }) }).click();
    await page.getByLabel(t('channels.telegram.token'), { exact: true }).waitFor();
    await look('connect-telegram');
    await go(`/app/channels/widget/${widgetId}/`);
    await page.getByLabel(t('channels.field.name')).waitFor();
    await look('channel-assistant');
    await page.getByLabel(t('channels.field.name')).fill('Другое имя');
    await page.getByText(t('channels.unsaved')).waitFor();
    await look('channel-unsaved');
    await page.getByRole('button', { name: t('shell.cancel') }).click();
    await page.getByRole('tab', { name: t('channels.tab.look') }).click();
    await page.getByLabel(t('channels.widget.field.title')).waitFor();
    await look('channel-widget');
    await page.getByRole('tab', { name: t('channels.tab.install') }).click();
    await page.getByTestId('embed-line').waitFor();
    await look('channel-install');
    await page.getByRole('button', { name: t('channels.unlink.button'), exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await look('channel-unlink');
    await go(`/app/channels/telegram/${botId}/`);
    await page.getByRole('tab', { name: t('channels.tab.connection') }).click();
    await page.getByLabel(t('channels.account.token'), { exact: true }).waitFor();
    await look('channel-telegram');
    await go('/app/knowledge-bases/');
    await page.getByRole('link', { name: /Мебель/ }).waitFor();
    await look('bases');
    await go(`/app/knowledge-bases/${baseId}/`);
    await page.getByTestId('pair').first().waitFor();
    await look('base');
    await page.getByRole('button', { name: t('knowledge.pair.add') }).click();
    await page.getByLabel(t('knowledge.pair.question'), { exact: true }).waitFor();
    await look('pair');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.cancel') })
      .click();
    await page.getByRole('searchbox').fill('жирафы');
    await page.getByText(t('knowledge.nothing_found.title')).waitFor();
    await look('base-nothing-found');
    await go('/app/settings/');
    await heading(page, t('settings.title'));
    await look('settings');
    expect(faults).toEqual([]);
  },
  90_000,
);

it.each(['desk', 'phone'] as const)(
  'the chat window on a site: %s',
  async (size) => {
    const { page, look, go, faults } = await walk(size);
    await go(`/try/${widgetId}?lang=ru`);
    const chat = chatWindow(page);
    await chat.launcher.waitFor();
    await look('site');
    await chat.open();
    await chat.panel.getByLabel('Телефон').waitFor();
    await look('chat-greeting');
    await chat.panel.getByRole('button', { name: 'Пропустить' }).click();
    await chat.say('сколько стоит доставка?');
    await chat.said('990 ₽', 'in').waitFor();
    await vi.waitFor(async () => expect(await chat.panel.getByText('Отправлено').count()).toBeGreaterThan(0));
    await look('chat');
    await go('/try/00000000-0000-7000-8000-000000000000?lang=ru');
    await heading(page, 'Такого виджета нет');
    await look('site-missing');
    expect(faults).toEqual([]);
  },
  60_000,
);
