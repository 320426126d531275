import { beforeEach, describe, expect, it } from 'vitest';
import { crowdPerson, fillInbox, writeTo } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, shopPairs, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const FOR_EVER = 1_000_000;
const REFUSAL = { kind: 'refused', code: 401, description: 'Unauthorized', times: FOR_EVER } as const;

beforeEach(() => stage.product().telegram.faults.clear());

/** An operator who looks at a dialog of a Telegram channel. */
async function openDialog() {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  const { token, channelId } = await fillInbox({ telegram, owner }, 2);
  const { page } = await stage.openAs(owner);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose(crowdPerson(2).firstName);
  return { owner, page, inbox, token, channelId, telegram };
}

describe('a channel that cannot send', () => {
  it('its end and its repair reach the open dialog, and what waited goes out', async () => {
    const { owner, page, inbox, token, channelId, telegram } = await openDialog();
    telegram.faults.add({ ...REFUSAL, token, method: 'sendMessage' });
    await inbox.answer('Сейчас проверю');
    const link = page.getByRole('link', { name: t('dialogs.channel_trouble.open') });
    await link.waitFor();
    await page
      .getByRole('status')
      .getByText(/С \S+ ничего не уходит\./)
      .waitFor();
    await page.getByText(/уйдёт само, если канал заработает до /).waitFor();
    // A screen reader would read the time each minute.
    expect(
      await page
        .getByRole('status')
        .getByText(/канал заработает до /)
        .count(),
    ).toBe(0);
    await inbox.message('Сейчас проверю').getByText(t('dialogs.delivery.reason.token_revoked')).waitFor();
    await inbox.row(crowdPerson(2).firstName).getByText(t('dialogs.channel_trouble.short')).waitFor();
    // What is no longer wanted is taken back before it can leave.
    await inbox.answer('Поспешил');
    const hasty = inbox.message('Поспешил');
    await hasty.getByRole('button', { name: t('dialogs.delivery.discard') }).click();
    const asked = page.getByRole('dialog');
    await asked.getByText(t('dialogs.delivery.discard_waiting')).waitFor();
    await asked.getByRole('button', { name: t('dialogs.delivery.discard') }).click();
    await hasty.getByText(t('dialogs.delivery.reason.discarded')).waitFor();
    telegram.faults.clear();
    await owner.call('PUT', `/v1/connect/telegram/${channelId}/`, { token });
    await link.waitFor({ state: 'hidden' });
    await inbox.message('Сейчас проверю').getByText(t('dialogs.delivery.sent')).waitFor();
    await inbox.answer('Проверил');
    const texts = async () => telegram.messagesOf(crowdPerson(2).id).map(({ message }) => message.text);
    await expect.poll(texts).toContain('Проверил');
    expect(await texts()).not.toContain('Поспешил');
    expect(await inbox.rows.getByText(t('dialogs.channel_trouble.short')).count()).toBe(0);
  });

  it('a pause that the platform asks for says how long, at the messages too', async () => {
    const { owner, page, inbox, token, channelId, telegram } = await openDialog();
    telegram.faults.add({ kind: 'rate-limited', retryAfter: 240, token, method: 'sendMessage', times: 2 });
    await inbox.answer('Первое');
    const first = inbox.message('Первое');
    await first.getByText(/Платформа просит подождать\. Следующая попытка через [34] мин\./).waitFor();
    // One refused chat may be at its own limit: its message waits, and the channel works.
    expect(await page.getByText(/уйдут сами/).count()).toBe(0);
    expect(await first.getByRole('button', { name: t('dialogs.delivery.send_again') }).count()).toBe(0);
    await writeTo(owner, { at: 1, channelId, text: 'Другому' });
    await first.getByText(/Платформа просит подождать\. Следующая попытка через [34] мин\./).waitFor();
    await inbox.answer('Второе');
    await inbox
      .message('Второе')
      .getByText(/Следующая попытка через [34] мин\./)
      .waitFor();
    await page
      .getByRole('status')
      .getByText(/Сообщения ждут с \S+ и уйдут сами\./)
      .waitFor();
    await page.getByText(/уйдут сами\. Следующая попытка через [34] мин\./).waitFor();
    expect(
      await page
        .getByRole('status')
        .getByText(/Следующая попытка/)
        .count(),
    ).toBe(0);
    // Another try would change nothing.
    expect(await first.getByRole('button', { name: t('dialogs.delivery.send_again') }).count()).toBe(0);
  });

  it('an unconfirmed message says why, and that a repeat may arrive twice', async () => {
    const { inbox, token, telegram } = await openDialog();
    telegram.faults.add({ kind: 'garbage', token, method: 'sendMessage' });
    await inbox.answer('Дошло ли?');
    const message = inbox.message('Дошло ли?');
    await message.getByText(t('dialogs.delivery.reason.garbage_answer')).waitFor();
    await message.getByText(t('dialogs.delivery.unknown_repeat')).waitFor();
    await message.getByRole('button', { name: t('dialogs.delivery.send_again') }).waitFor();
  });

  it('an answer that a person held back is still there to read, with the reason', async () => {
    const { telegram, url } = stage.product();
    const owner = await signUp(url);
    const { token } = telegram.registerBot({ name: 'Мебель' });
    await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: await createBase(owner) });
    telegram.faults.add({ kind: 'rate-limited', retryAfter: 2400, token, method: 'sendMessage' });
    const { page } = await stage.openAs(owner);
    await page.goto(`${url}/app/inbox/`);
    const inbox = inboxOf(page, t);
    telegram.customerSends({ token, from: crowdPerson(5), text: shopPairs[0]?.question ?? '' });
    await inbox.choose(crowdPerson(5).firstName);
    const answer = inbox.message('Доставка по городу 300 ₽', 'assistant');
    await answer.waitFor();
    await inbox.take();
    await answer.getByText(t('dialogs.delivery.reason.taken_over')).waitFor();
    await answer.getByText(t('dialogs.delivery.canceled'), { exact: true }).waitFor();
    expect(await answer.locator('del').textContent()).toContain('Доставка по городу 300 ₽');
    expect(await answer.getByText(t('dialogs.canceled')).count()).toBe(0);
  });

  it('the list and the page of channels say one state, live', async () => {
    const { page, token, channelId, telegram, owner } = await openDialog();
    await page.goto(`${stage.product().url}/app/channels/`);
    const row = page.getByRole('list', { name: t('channels.connected') }).getByRole('link', { name: /Telegram/ });
    await row.getByText(t('channels.no_base')).waitFor();
    telegram.faults.add({ ...REFUSAL, token, method: '*' });
    // It ends the question for news that stands open, which would last 25 s: the next one is refused.
    telegram.customerSends({ token, from: crowdPerson(1), text: 'Алло?' });
    await row.getByText(t('channels.reason.token_revoked')).waitFor();
    expect(await row.getByText(t('channels.off')).count()).toBe(0);
    await row.click();
    await page.getByText(t('channels.state.inactive'), { exact: true }).waitFor();
    await page.getByRole('status').getByText(t('channels.reason.token_revoked')).waitFor();
    telegram.faults.clear();
    await owner.call('PUT', `/v1/connect/telegram/${channelId}/`, { token });
    await page.getByText(t('channels.off'), { exact: true }).waitFor();
    expect(await page.getByText(t('channels.state.inactive')).count()).toBe(0);
  });
});
