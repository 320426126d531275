import { buildSamplePhoto, SAMPLE_PEOPLE } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, shopPairs, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { goTo } from './set-up-shop.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const [maria = { id: 700_001, firstName: 'Мария' }] = SAMPLE_PEOPLE;
const DELIVERY = 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.';

const hasText = (text: string) => (entry: { author: string; message: { text?: string | undefined } }) =>
  entry.author === 'bot' && entry.message.text === text;

it('a bot is connected by its token, answers, and a person takes over and hands back', async () => {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  await createBase(owner, shopPairs, 'Магазин');
  const bot = telegram.registerBot({ name: 'Мебель «Дом»', username: 'dom_mebel_bot' });
  const { page, watch } = await stage.openAs(owner);
  // The platform does not know the first token.
  watch.expect(/status of 400/);
  await page.goto(`${url}/app/channels/`);
  await page.getByRole('button', { name: t('channels.connect_named', { channel: 'Telegram' }) }).click();
  const dialog = page.getByRole('dialog');
  const token = dialog.getByLabel(t('channels.telegram.token'), { exact: true });
  const check = dialog.getByRole('button', { name: t('channels.connecting.next') });
  await token.fill('не токен');
  await check.click();
  await dialog.getByText(t('channels.telegram.token_form')).waitFor();
  await token.fill('123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await check.click();
  await dialog.getByText(t('channels.reason.token_invalid')).waitFor();
  await token.fill(bot.token);
  await check.click();
  await dialog.getByText(t('channels.connecting.found', { name: 'Мебель «Дом»' })).waitFor();
  await dialog.getByRole('link', { name: 'dom_mebel_bot' }).waitFor();
  await dialog.getByLabel(t('channels.field.base')).selectOption({ label: 'Магазин' });
  await dialog.getByRole('button', { name: t('channels.connecting.finish') }).click();
  await page.getByRole('heading', { name: 'Мебель «Дом»', level: 1 }).waitFor();
  await goTo(page, t('shell.nav.inbox'));

  telegram.customerSends({ token: bot.token, from: maria, text: 'сколько стоит доставка' });
  await telegram.waitForMessage(maria.id, hasText(DELIVERY));
  const inbox = inboxOf(page, t);
  await inbox.choose('Мария Смирнова');
  await inbox.message(DELIVERY).getByText(t('dialogs.delivery.sent')).waitFor();
  await inbox.take();
  telegram.customerSends({ token: bot.token, from: maria, text: 'а в субботу?' });
  await inbox.message('а в субботу?').waitFor();
  await inbox.answer('Да, и в субботу тоже.');
  await telegram.waitForMessage(maria.id, hasText('Да, и в субботу тоже.'));
  await page.reload();
  await inbox.message('сколько стоит доставка', 'customer').waitFor();
  for (const text of [DELIVERY, 'а в субботу?', 'Да, и в субботу тоже.']) await inbox.message(text).waitFor();
  expect(await inbox.messages.count()).toBe(4);
  await inbox.handBack();
  await page.getByText(t('dialogs.toast.resumed')).waitFor();
  telegram.customerSends({ token: bot.token, from: maria, text: 'как вернуть товар?' });
  await telegram.waitForMessage(maria.id, hasText('Вернуть товар можно в течение 14 дней.'));
  await inbox.message('Вернуть товар можно в течение 14 дней.').waitFor();
});

it('photos are shown, a failed send says why and goes again, a blocked bot is reported', async () => {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  const knowledgeBaseId = await createBase(owner);
  const bot = telegram.registerBot({ name: 'Второй магазин' });
  await connectChannel(owner, { type: 'telegram', token: bot.token, knowledgeBaseId });
  const { page } = await stage.openAs(owner);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  const photo = { bytes: buildSamplePhoto().bytes, caption: 'Вот такой диван' };
  telegram.customerSends({ token: bot.token, from: maria, photo });
  await inbox.choose('Мария Смирнова');
  const picture = inbox
    .message('Вот такой диван')
    .getByRole('button', { name: /^Открыть/ })
    .locator('img');
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0);
  await picture.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.close') })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  telegram.faults.add({
    kind: 'refused',
    code: 400,
    description: 'Bad Request: not enough rights to send text messages to the chat',
    method: 'sendMessage',
  });
  await inbox.answer('Такой есть, 64 900 ₽.');
  const failed = inbox.message('Такой есть, 64 900 ₽.');
  await failed.getByText(t('dialogs.delivery.reason.no_rights')).waitFor();
  await failed.getByText(t('dialogs.delivery.rejected'), { exact: true }).waitFor();
  await failed.getByRole('button', { name: t('dialogs.delivery.send_again') }).click();
  await failed.getByText(t('dialogs.delivery.sent'), { exact: true }).waitFor();
  await telegram.waitForMessage(maria.id, hasText('Такой есть, 64 900 ₽.'));

  telegram.block({ token: bot.token, userId: maria.id });
  const reason = t('dialogs.delivery.reason.customer_blocked');
  await page.getByText(t('dialogs.blocked.unreachable_because', { reason })).waitFor();
  await inbox.row(t('dialogs.unreachable.customer_blocked')).waitFor();
  telegram.unblock({ token: bot.token, userId: maria.id });
  telegram.customerSends({ token: bot.token, from: maria, text: 'я вернулась' });
  await inbox.field.waitFor();
});
