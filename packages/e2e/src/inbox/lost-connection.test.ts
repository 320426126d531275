import { expect, it } from 'vitest';
import { crowdPerson, fillInbox, waitForDialogs } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { meetRequest, meetRequests } from '../harness/meet-requests.ts';
import { readTexts } from '../harness/read-texts.ts';
import { signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'embedded' });
const t = readTexts('ru');
/** What a browser itself writes when it cannot reach a server. */
const unreachable = /ERR_(?:CONNECTION_|INTERNET_|NETWORK_|SOCKET_|EMPTY_)|WebSocket connection|status of 50[234]/;

it('a browser that was offline catches up', async () => {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  const { token } = await fillInbox({ telegram, owner }, 2);
  const { page, watch, context } = await stage.openAs(owner);
  watch.expect(unreachable);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose(crowdPerson(2).firstName);
  await context.setOffline(true);
  telegram.customerSends({ token, from: crowdPerson(2), text: 'Сообщение в тоннеле' });
  telegram.customerSends({ token, from: crowdPerson(9), text: 'Кто-то ещё' });
  await waitForDialogs(owner, 3);
  await context.setOffline(false);
  await inbox.message('Сообщение в тоннеле').waitFor();
  await inbox.row('Кто-то ещё').waitFor();
});

it('replies written without a network go by themselves when it is back, in the order of writing, from whichever screen', async () => {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  const { token } = await fillInbox({ telegram, owner }, 2);
  const { page, watch, context } = await stage.openAs(owner);
  watch.expect(unreachable);
  // The code of the screen that is gone to may be lost as well.
  watch.expect(/page_lost/);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  const outgoing = page.getByTestId('outgoing');
  await inbox.choose(crowdPerson(2).firstName);
  // A new connection forgets the dialogs that are not open: it is there before the next one is opened.
  telegram.customerSends({ token, from: crowdPerson(2), text: 'Вы на связи?' });
  await inbox.message('Вы на связи?').waitFor();
  await inbox.choose(crowdPerson(1).firstName);
  await context.setOffline(true);
  for (const number of [1, 2, 3]) await inbox.answer(`ответ-${number}`);
  await expect.poll(() => outgoing.filter({ hasText: t('dialogs.outgoing.waiting') }).count()).toBe(3);
  await inbox.choose(crowdPerson(2).firstName);
  await inbox.answer('в другом диалоге');
  await outgoing.getByText(t('dialogs.outgoing.waiting')).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await inbox.row(crowdPerson(1).firstName).getByText(t('dialogs.failure.unsent')).waitFor();
  await page.getByRole('link', { name: t('shell.nav.channels') }).click();
  await context.setOffline(false);
  const arrived = (text: string, person = 1) =>
    telegram.waitForMessage(crowdPerson(person).id, ({ message }) => message.text === text);
  await Promise.all([arrived('ответ-3'), arrived('в другом диалоге', 2)]);
  await page.goto(`${url}/app/inbox/`);
  await inbox.choose(crowdPerson(1).firstName);
  await inbox.answer('ответ-4');
  await arrived('ответ-4');
  const said = telegram.messagesOf(crowdPerson(1).id).map(({ message }) => message.text ?? '');
  expect(said.filter((text) => text.startsWith('ответ-'))).toEqual(['ответ-1', 'ответ-2', 'ответ-3', 'ответ-4']);
  await expect.poll(() => page.getByText(t('dialogs.failure.unsent')).count()).toBe(0);
});

it('risk: a dialog that is opened as the connection is lost stays unread, and an error is told that nobody caused', async () => {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  await fillInbox({ telegram, owner }, 2);
  const { page, watch, context } = await stage.openAs(owner);
  watch.expect(unreachable);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/mark-as-read/'));
  await meetRequest(page, '**/mark-as-read/**', (route) => route.abort('internetdisconnected'));
  await inbox.choose(crowdPerson(2).firstName);
  await lost;
  await context.setOffline(true);
  await inbox.banner.waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await context.setOffline(false);
  await inbox.row(crowdPerson(2).firstName).getByText(t('dialogs.unread')).waitFor({ state: 'detached' });
});

it('risk: on a phone nobody gets out of a dialog that was opened as the network was lost', async () => {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  await fillInbox({ telegram, owner }, 1);
  const { page, watch } = await stage.openAs(owner, { viewport: { width: 390, height: 844 }, hasTouch: true });
  watch.expect(unreachable);
  await page.goto(`${url}/app/inbox/`);
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  await meetRequests(page, '**/v1/chat/messages/**', (route) => never.then(() => route.abort().catch(() => undefined)));
  const inbox = inboxOf(page, t);
  await inbox.row(crowdPerson(1).firstName).click();
  await page.getByRole('button', { name: t('dialogs.back') }).click();
  await inbox.row(crowdPerson(1).firstName).click({ trial: true });
  end();
});

it('while the server is away a banner says so; what was missed comes by itself', async () => {
  const { telegram, url, stop, start } = stage.product();
  const owner = await signUp(url);
  const { token } = await fillInbox({ telegram, owner }, 3);
  const { page, watch } = await stage.openAs(owner);
  watch.expect(unreachable);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose(crowdPerson(3).firstName);
  await stop();
  await inbox.banner.waitFor();
  telegram.customerSends({ token, from: crowdPerson(3), text: 'Пока вас не было' });
  telegram.customerSends({ token, from: crowdPerson(77), text: 'Я новый' });
  await inbox.answer('Пишу без связи');
  await page.getByText(t('dialogs.outgoing.waiting')).waitFor();
  // A page that is closed meanwhile sends nothing; a new one sends what it left, and no second time.
  await page.goto('about:blank');
  await start();
  await page.goto(`${url}/app/inbox/`);
  await inbox.row('Я новый').waitFor();
  await inbox.choose(crowdPerson(3).firstName);
  await inbox.message('Пока вас не было').waitFor();
  await inbox.message('Пишу без связи').waitFor();
  await page.reload();
  await inbox.message('Пишу без связи').waitFor();
  await telegram.waitForMessage(crowdPerson(3).id, ({ message }) => message.text === 'Пишу без связи');
  const sent = telegram.messagesOf(crowdPerson(3).id).filter(({ message }) => message.text === 'Пишу без связи');
  expect(sent).toHaveLength(1);
});

it('a screen that cannot be loaded says so, keeps the app open and opens when the server is back', async () => {
  const { url, stop, start } = stage.product();
  const owner = await signUp(url);
  const { page, watch } = await stage.openAs(owner);
  watch.expect(unreachable);
  watch.expect(/page_lost/);
  await page.goto(`${url}/app/inbox/`);
  await page.getByRole('heading', { name: t('shell.nav.inbox'), level: 1 }).waitFor();
  await stop();
  await inboxOf(page, t).banner.waitFor();
  await page.getByRole('link', { name: t('shell.nav.knowledge') }).click();
  await page.getByText(t('errors.page_lost')).waitFor();
  await start();
  await page.getByRole('button', { name: t('shell.try_again') }).click();
  await page.getByRole('heading', { name: t('knowledge.title'), level: 1 }).waitFor();
});
