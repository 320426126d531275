import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { startHostPage } from '../harness/host-page.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const DELIVERY = 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.';

async function openShop(settings: object = {}) {
  const owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId, settings });
  const embed = `<script async src="${stage.product().url}/widget.js" data-id="${id}"></script>`;
  return { owner, id, embed };
}

it('greets, asks for contacts before the first message and tells the page what happens', async () => {
  const { owner, embed } = await openShop({
    greeting: 'Здравствуйте! Чем помочь?',
    options: {
      useContactFields: true,
      forceAskingName: true,
      skipAskingName: false,
      requestedFields: ['name', 'phone'],
    },
  });
  const site = await startHostPage({ embed });
  const { page } = await stage.open({ hosts: [site.host] });
  await page.addInitScript(
    `window.heard = []; for (const name of ['athena_open', 'athena_first_user_message']) addEventListener(name, () => heard.push(name));`,
  );
  await page.goto(site.url);
  const chat = chatWindow(page);
  await chat.open();
  await chat.said('Здравствуйте! Чем помочь?', 'in').waitFor();
  await expect.poll(() => page.evaluate('heard')).toEqual(['athena_open']);
  expect(await chat.field.isVisible()).toBe(false);
  await chat.panel.getByLabel('Имя').fill('Ольга');
  await chat.panel.getByLabel('Телефон').fill('нет');
  await chat.panel.getByRole('button', { name: 'Продолжить' }).click();
  await chat.panel.getByText('Проверьте номер').waitFor();
  await chat.panel.getByLabel('Телефон').fill('+7 910 555-01-42');
  await chat.panel.getByRole('button', { name: 'Продолжить' }).click();
  await chat.say('сколько стоит доставка?');
  await chat.said(DELIVERY, 'in').waitFor();
  await chat.say('спасибо');
  await chat.said('спасибо', 'out').waitFor();
  expect(await page.evaluate('heard')).toEqual(['athena_open', 'athena_first_user_message']);
  const { page: operatorPage } = await stage.openAs(owner);
  await operatorPage.goto(`${stage.product().url}/app/inbox/`);
  const inbox = inboxOf(operatorPage, t);
  await inbox.choose('Ольга');
  await operatorPage
    .getByRole('complementary', { name: t('dialogs.card.label') })
    .getByText('+7 910 555-01-42')
    .or(operatorPage.getByRole('complementary', { name: t('dialogs.card.label') }).getByText('+79105550142'))
    .waitFor();
  await site.close();
});

it('works on the sites that are allowed and nowhere else', async () => {
  const { owner, id, embed } = await openShop();
  const site = await startHostPage({ embed });
  await owner.call('PUT', `/v1/connect/widget/${id}/`, { options: { allowedOrigins: ['https://shop.example'] } });
  const foreign = await stage.open({ hosts: [site.host] });
  foreign.watch.expect(/CORS|ERR_FAILED/);
  // The browser keeps the refusal from the page, so it is not a response there.
  const refused = foreign.page.waitForEvent('requestfailed', (request) => request.url().includes('/config'));
  await foreign.page.goto(site.url);
  await refused;
  const origin = new URL(site.url).origin;
  expect((await fetch(`${stage.product().url}/widget/${id}/config`, { headers: { origin } })).status).toBe(403);
  expect(await foreign.page.locator('#otvet-widget').count()).toBe(0);
  await owner.call('PUT', `/v1/connect/widget/${id}/`, { options: { allowedOrigins: [site.host] } });
  const allowed = await stage.open({ hosts: [site.host] });
  await allowed.page.goto(site.url);
  const chat = chatWindow(allowed.page);
  await chat.open();
  await chat.say('сколько стоит доставка?');
  await chat.said(DELIVERY, 'in').waitFor();
  await site.close();
});

it('two tabs of one visitor show the same conversation, and another visitor sees none of it', async () => {
  const { embed } = await openShop();
  const site = await startHostPage({ embed });
  const { page, openTab } = await stage.open({ hosts: [site.host] });
  await page.goto(site.url);
  const chat = chatWindow(page);
  await chat.open();
  await chat.say('сколько стоит доставка?');
  await chat.said(DELIVERY, 'in').waitFor();
  const tab = await openTab();
  await tab.goto(site.url);
  const second = chatWindow(tab);
  await second.open();
  await second.said(DELIVERY, 'in').waitFor();
  await second.say('как вернуть товар?');
  for (const one of [chat, second]) {
    await one.said('как вернуть товар?', 'out').waitFor();
    await one.said('Вернуть товар можно в течение 14 дней.', 'in').waitFor();
    expect(await one.panel.locator('.rows .bubble').count()).toBe(4);
  }
  const stranger = await stage.open({ hosts: [site.host] });
  await stranger.page.goto(site.url);
  const other = chatWindow(stranger.page);
  await other.open();
  await other.field.waitFor();
  expect(await other.panel.locator('.rows .bubble').count()).toBe(0);
  await site.close();
});
