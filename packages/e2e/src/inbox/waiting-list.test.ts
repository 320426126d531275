import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { crowdPerson, waitForDialogs } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { sizes } from '../looks/check-screen.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');

/** A shop whose assistant answers; `says` lets a customer of a place in the crowd write. */
async function openShop() {
  const { url, telegram } = stage.product();
  const owner = await signUp(url);
  const { token } = telegram.registerBot({ name: 'Бот магазина' });
  await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: await createBase(owner) });
  const says = (at: number, text: string) => telegram.customerSends({ token, from: crowdPerson(at), text });
  return { owner, says };
}

async function openInbox(owner: Person, size: keyof typeof sizes = 'desktop') {
  const { page } = await stage.openAs(owner, { viewport: sizes[size] });
  await page.goto(`${stage.product().url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.rows.first().waitFor();
  return { page, inbox, navigation: page.getByRole('navigation', { name: t('shell.nav.label') }) };
}

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return box;
};

it.each(['desktop', 'phone'] as const)(
  'rows say what the customer said last, and are equally high: %s',
  async (size) => {
    const { owner, says } = await openShop();
    says(1, 'Есть ли подарочная упаковка?');
    says(2, 'Сколько стоит доставка?');
    says(3, 'Спасибо!');
    says(4, 'Как вернуть товар?');
    await waitForDialogs(owner, 4);
    const { inbox } = await openInbox(owner, size);
    const row = (at: number) => inbox.row(crowdPerson(at).firstName);
    await row(1).getByText('Есть ли подарочная упаковка?', { exact: true }).waitFor();
    await row(1)
      .getByText(t('dialogs.speaker.waiting_for', { wait: t('shell.minutes', { value: 1 }) }))
      .waitFor();
    await row(2)
      .getByText(/^Ассистент: Доставка по городу 300/)
      .waitFor();
    await row(3).getByText('Спасибо!', { exact: true }).waitFor();
    const other = { 2: 'assistant', 3: 'assistant' } as const;
    for (const [at, speaker] of Object.entries(other))
      await row(Number(at))
        .getByText(t(`dialogs.speaker.${speaker}`), { exact: true })
        .waitFor();
    // Whatever else is said of it, a row stays as high as the others.
    await stage
      .product()
      .sql(
        "update dialogs set task_done = true, unreachable_reason = 'customer_blocked', unread = 128, version = version + 1 where name = $1",
        [crowdPerson(4).firstName],
      );
    const again = await openInbox(owner, size);
    await again.inbox.row(crowdPerson(4).firstName).getByText(t('dialogs.task_done')).waitFor();
    const heights = await Promise.all([0, 1, 2, 3].map(async (at) => (await boxOf(again.inbox.rows.nth(at))).height));
    expect(new Set(heights.map(Math.round)).size).toBe(1);
    const unread = again.inbox.row(crowdPerson(4).firstName).getByText(`99+${t('dialogs.unread')}`);
    expect(await boxOf(unread)).toMatchObject({ height: 18 });
  },
);

it('the navigation counts who waits for a person; others that are unread are a quiet dot', async () => {
  const { owner, says } = await openShop();
  says(1, 'Сколько стоит доставка?');
  await waitForDialogs(owner, 1);
  const { page, inbox, navigation } = await openInbox(owner);
  await navigation.getByText(t('shell.nav.unread')).waitFor({ state: 'attached' });
  await navigation.getByTestId('quiet-dot').waitFor();
  says(2, 'Позовите менеджера');
  await navigation.getByText(t('shell.nav.waiting', { count: 1 })).waitFor({ state: 'attached' });
  expect(await navigation.getByTestId('quiet-dot').count()).toBe(0);
  await inbox.choose(crowdPerson(2).firstName);
  await inbox.answer('Здравствуйте! Я на связи.');
  await navigation.getByText(t('shell.nav.waiting', { count: 1 })).waitFor({ state: 'detached' });
  await inbox.choose(crowdPerson(1).firstName);
  await page.getByTestId('quiet-dot').waitFor({ state: 'detached' });
});

it('three digits stay a pill, at the desk and on a phone', async () => {
  const { owner, says } = await openShop();
  for (let at = 1; at <= 101; at += 1) says(at, 'Позовите менеджера');
  await expect.poll(async () => (await owner.call('GET', '/v1/chat/init/')).waiting).toBe(101);
  for (const size of ['desktop', 'phone'] as const) {
    const { navigation } = await openInbox(owner, size);
    const count = navigation.getByText('99+').filter({ visible: true });
    const { width, height } = await boxOf(count);
    expect([size, height]).toEqual([size, 18]);
    expect(width).toBeGreaterThanOrEqual(height);
    expect(width).toBeLessThan(40);
  }
});

it('a guest without a name is a guest in the language of whoever looks', async () => {
  const { url } = stage.product();
  const owner = await signUp(url);
  const widgetId = await connectChannel(owner, { type: 'widget', name: 'Сайт' });
  const site = await stage.open({});
  await site.page.goto(`${url}/try/${widgetId}?lang=ru`);
  const chat = chatWindow(site.page);
  await chat.open();
  await chat.say('Добрый день, есть вопрос по доставке');
  await waitForDialogs(owner, 1);
  const { page, inbox } = await openInbox(owner);
  const name = /Гость (\d{4})/.exec((await inbox.rows.first().textContent()) ?? '');
  expect(name).not.toBeNull();
  await page.getByText(t('shell.user_menu')).locator('..').click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await inbox.row(`Guest ${name?.[1]}`).waitFor();
});
