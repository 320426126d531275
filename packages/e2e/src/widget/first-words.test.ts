import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');

const ACCENT =
  "getComputedStyle(document.querySelector('#otvet-widget').shadowRoot.querySelector('.launcher')).backgroundColor";

async function openShop(settings: object = {}) {
  const owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId, settings });
  return { owner, id, tryUrl: `${stage.product().url}/try/${id}` };
}

it('a visitor is greeted in his language, and nothing of it reaches the inbox or the allowance', async () => {
  const { owner, tryUrl } = await openShop();
  for (const [locale, greeting] of [
    ['ru', 'Здравствуйте! Чем помочь?'],
    ['en', 'Hello! How can I help?'],
  ] as const) {
    const { page } = await stage.open();
    await page.goto(`${tryUrl}?lang=${locale}`);
    const chat = chatWindow(page, locale);
    await chat.open();
    await chat.said(greeting, 'in').waitFor();
    expect(await chat.panel.locator('.bubble').count()).toBe(1);
  }
  expect(await owner.call('GET', '/v1/chat/all-chats/?limit=10')).toMatchObject({ count: 0 });
});

it('the preview in the settings is the widget itself, with the words it says and the values being typed', async () => {
  const { owner, id } = await openShop();
  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/channels/widget/${id}/`);
  await page.getByRole('tab', { name: t('channels.tab.look') }).click();
  const preview = page.frameLocator(`iframe[title="${t('channels.widget.preview')}"]`);
  await preview.locator('.panel .greeting .bubble', { hasText: 'Здравствуйте! Чем помочь?' }).waitFor();
  await page.getByLabel(t('channels.widget.field.title')).fill('Мебель «Дом»');
  await page.getByLabel(t('channels.widget.field.color'), { exact: true }).fill('#00aa77');
  await preview.locator('h1', { hasText: 'Мебель «Дом»' }).waitFor();
  await expect.poll(() => page.frames().at(-1)?.evaluate(ACCENT)).toBe('rgb(0, 170, 119)');
  // It made no visitor and kept nothing that a real one would find.
  const stored = await page.evaluate(
    'Object.keys(localStorage).filter((name) => /^otvet:.*:(?:token|dialog)$/.test(name))',
  );
  expect(stored).toEqual([]);
});

it('questions of the base stand as buttons; one press asks it in the words of the visitor, and they are gone', async () => {
  const { tryUrl } = await openShop();
  const { page } = await stage.open();
  await page.goto(`${tryUrl}?lang=ru`);
  const chat = chatWindow(page);
  await chat.open();
  await chat.panel.getByText('Обычно отвечаем сразу').waitFor();
  const buttons = chat.panel.locator('.choices button');
  await buttons.first().waitFor();
  // Those in the visitor's language alone.
  expect(await buttons.allTextContents()).toEqual(['Сколько стоит доставка?', 'Как вернуть товар?']);
  await buttons.last().click();
  await chat.said('Как вернуть товар?', 'out').waitFor();
  await chat.said('Вернуть товар можно в течение 14 дней.', 'in').waitFor();
  expect(await buttons.count()).toBe(0);
});

it('the owner chooses the questions, and they outlive a reload of the settings', async () => {
  const { owner, id, tryUrl } = await openShop();
  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/channels/widget/${id}/`);
  await page.getByRole('tab', { name: t('channels.tab.look') }).click();
  const field = page.getByLabel(t('channels.widget.field.questions'), { exact: true });
  await field.fill('Есть ли рассрочка?\n\nГде мой заказ?');
  const preview = page.frameLocator(`iframe[title="${t('channels.widget.preview')}"]`);
  await preview.locator('.choices button', { hasText: 'Где мой заказ?' }).waitFor();
  await page.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByText(t('channels.saved')).first().waitFor();
  const visitor = await stage.open();
  await visitor.page.goto(`${tryUrl}?lang=ru`);
  const chat = chatWindow(visitor.page);
  await chat.open();
  const buttons = chat.panel.locator('.choices button');
  await buttons.first().waitFor();
  expect(await buttons.allTextContents()).toEqual(['Есть ли рассрочка?', 'Где мой заказ?']);
});
