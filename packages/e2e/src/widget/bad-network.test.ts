import { buildSamplePhoto } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const DELIVERY = 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.';
const unreachable = /ERR_|status of 50[0-9]/;

async function openVisitor() {
  const owner = await signUp(stage.product().url);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId: await createBase(owner) });
  const visitor = await stage.open();
  visitor.watch.expect(unreachable);
  await visitor.page.goto(`${stage.product().url}/try/${id}?lang=ru`);
  const chat = chatWindow(visitor.page);
  await chat.open();
  return { ...visitor, owner, chat };
}

it('a message whose answer was lost is sent again and stands once on both sides', async () => {
  const { page, chat, owner } = await openVisitor();
  let attempts = 0;
  await page.route('**/widget/*/messages', async (route) => {
    attempts += 1;
    if (attempts > 2) return route.continue();
    // The server has it; the visitor's browser never hears so.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await chat.say('сколько стоит доставка?');
  await chat.said(DELIVERY, 'in').waitFor();
  await expect.poll(() => attempts).toBeGreaterThanOrEqual(2);
  await chat.panel.getByText('Отправлено').first().waitFor({ state: 'attached' });
  expect(await chat.panel.locator('.rows .bubble').count()).toBe(2);
  const { page: operatorPage } = await stage.openAs(owner);
  await operatorPage.goto(`${stage.product().url}/app/inbox/`);
  const inbox = inboxOf(operatorPage, t);
  await inbox.choose(DELIVERY);
  await inbox.message(DELIVERY).waitFor();
  expect(await inbox.messages.count()).toBe(2);
});

it('what is written without a connection waits, over a reload too, and goes by itself', async () => {
  const { page, chat, context } = await openVisitor();
  await chat.field.waitFor();
  let isDown = true;
  await context.route('**/widget/*/{messages,events,start}', (route) =>
    isDown ? route.abort('internetdisconnected') : route.continue(),
  );
  await chat.say('сколько стоит доставка?');
  await chat.said('сколько стоит доставка?', 'out').waitFor();
  await page.reload();
  await chat.said('сколько стоит доставка?', 'out').waitFor();
  isDown = false;
  await chat.said(DELIVERY, 'in').waitFor();
  expect(await chat.said('сколько стоит доставка?', 'out').count()).toBe(1);
});

it('a picture of the visitor reaches the inbox, and the operator answers with one', async () => {
  const { page, chat, owner } = await openVisitor();
  const picture = { name: 'диван.png', mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) };
  const choosing = page.waitForEvent('filechooser');
  await chat.panel.getByRole('button', { name: 'Прикрепить картинку' }).click();
  await (await choosing).setFiles([picture]);
  await chat.field.press('Enter');
  const { page: operatorPage } = await stage.openAs(owner);
  await operatorPage.goto(`${stage.product().url}/app/inbox/`);
  const inbox = inboxOf(operatorPage, t);
  await inbox.rows.first().click();
  const shown = inbox.messages.first().locator('img');
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0);
  const picking = operatorPage.waitForEvent('filechooser');
  await operatorPage.getByRole('button', { name: t('dialogs.composer.attach') }).click();
  await (await picking).setFiles([picture]);
  await inbox.field.fill('Этот?');
  const send = operatorPage
    .getByRole('button', { name: t('dialogs.composer.send'), exact: true })
    .filter({ visible: true });
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  await chat.said('Этот?', 'in').waitFor();
  await expect.poll(() => chat.panel.locator('li.row.in img').count()).toBe(1);
});
