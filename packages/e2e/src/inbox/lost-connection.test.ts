import { expect, it } from 'vitest';
import { crowdPerson, fillInbox, waitForDialogs } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
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
  await page.getByText(t('dialogs.outgoing.failed')).waitFor();
  await start();
  await inbox.banner.waitFor({ state: 'hidden' });
  await inbox.message('Пока вас не было').waitFor();
  await inbox.row('Я новый').waitFor();
  // A reload keeps what was not sent, and sends it no second time.
  await page.reload();
  await page.getByRole('button', { name: t('shell.try_again') }).click();
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
