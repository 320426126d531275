import { buildSamplePhoto } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { crowdPerson, fillInbox } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { breakSession, clickAsSessionBreaks, signInAgain } from '../harness/lost-session.ts';
import { meetRequest, meetRequests } from '../harness/meet-requests.ts';
import { readTexts } from '../harness/read-texts.ts';
import { signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const picture = { name: 'диван.png', mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) };

/** The dialog of somebody, with a picture and a text added that wait to be sent. */
async function writeReply() {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  await fillInbox({ telegram, owner }, 2);
  const { page, watch, context } = await stage.openAs(owner);
  watch.expect(/status of 40[01]|ERR_FAILED/);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose(crowdPerson(2).firstName);
  const added = page.getByRole('button', { name: t('dialogs.composer.remove_photo', { name: picture.name }) });
  const choose = async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('dialogs.composer.attach') }).click();
    return await choosing;
  };
  const attach = async () => {
    await (await choose()).setFiles([picture]);
    await added.waitFor();
    await page.getByRole('status', { name: t('dialogs.composer.uploading') }).waitFor({ state: 'detached' });
  };
  const send = page.getByRole('button', { name: t('dialogs.composer.send'), exact: true }).filter({ visible: true });
  return { owner, page, context, inbox, added, choose, attach, send };
}

it('a message that was not confirmed and a picture that was not sent outlive the session, and go once', async () => {
  const { sql, telegram, url } = stage.product();
  const { owner, page, context, inbox, added, attach, send } = await writeReply();
  // Of the first message the answer is lost on the way, of the second the message itself.
  const { letPass } = await meetRequests(context, '**/v1/chat/messages/**', async (route) => {
    const { method, sent } = { method: route.request().method(), sent: route.request().postData() ?? '' };
    if (method !== 'POST') return route.continue();
    if (sent.includes('Уже отправил')) await route.fetch();
    // The page may have been left meanwhile, and its request with it.
    await route.abort().catch(() => undefined);
  });
  await inbox.answer('Уже отправил');
  await telegram.waitForMessage(crowdPerson(2).id, ({ message }) => message.text === 'Уже отправил');
  await inbox.answer('Не дошло');
  await page.getByTestId('outgoing').filter({ hasText: 'Не дошло' }).getByText(t('dialogs.outgoing.waiting')).waitFor();

  const elsewhere = page.getByRole('link', { name: t('shell.nav.knowledge') });
  await clickAsSessionBreaks({ button: elsewhere, owner, sql });
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  await signInAgain(page, owner);
  await page.goto(`${url}/app/inbox/`);
  await inbox.choose(crowdPerson(2).firstName);
  await inbox.message('Уже отправил').waitFor();
  await page.getByTestId('outgoing').filter({ hasText: 'Не дошло' }).waitFor();
  expect(await page.getByTestId('outgoing').count()).toBe(1);
  await attach();
  await expect.poll(() => send.isEnabled()).toBe(true);
  await inbox.field.fill('Вот он');

  await breakSession({ page, owner, sql });
  await page.goto(`${url}/app/inbox/`);
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  await signInAgain(page, owner);
  await inbox.choose(crowdPerson(2).firstName);
  await page.getByTestId('outgoing').filter({ hasText: 'Не дошло' }).waitFor();
  letPass();
  await page.reload();
  await inbox.message('Не дошло').waitFor();
  await added.waitFor();
  expect(await inbox.field.inputValue()).toBe('Вот он');
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  await inbox.message('Вот он').locator('img').waitFor();
  expect(await added.count()).toBe(0);

  await telegram.waitForMessage(crowdPerson(2).id, ({ message }) => message.photo !== undefined);
  const said = telegram.messagesOf(crowdPerson(2).id).filter(({ author }) => author === 'bot');
  const texts = said.map(({ message }) => message.text ?? message.caption);
  for (const text of ['Уже отправил', 'Не дошло', 'Вот он'])
    expect(texts.filter((sent) => sent === text)).toHaveLength(1);
  await page.reload();
  await inbox.message('Вот он').waitFor();
  expect([await page.getByTestId('outgoing').count(), await added.count()]).toEqual([0, 0]);
});

it('a picture that was being uploaded when the session ended is uploaded afterwards', async () => {
  const { sql } = stage.product();
  const { owner, page, inbox, added, choose, send } = await writeReply();
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await meetRequest(page, '**/v1/upload/photos/', async (route) => {
    begun.resolve();
    await ended.promise;
    const { authorization = '', ...headers } = await route.request().allHeaders();
    // The session is over for it as for every other request.
    await route.continue({ headers: { ...headers, authorization: authorization.replace(/[^.]+$/, 'AAAA') } });
  });
  await (await choose()).setFiles([picture]);
  await begun.promise;
  await breakSession({ page, owner, sql });
  ended.resolve();
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  await signInAgain(page, owner);
  await inbox.field.waitFor();
  await added.waitFor();
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  await inbox.messages.locator('img').waitFor();
});

it('whoever signs in after another is given nothing of it, and a sign-out leaves nothing behind', async () => {
  const { sql, url } = stage.product();
  const { owner, page, inbox, added, attach, send } = await writeReply();
  await attach();
  await expect.poll(() => send.isEnabled()).toBe(true);
  const kept = () =>
    page.evaluate(`new Promise((resolve) => {
      const opened = indexedDB.open('otvet');
      opened.onsuccess = () => {
        const all = opened.result.transaction('files').objectStore('files').getAllKeys();
        all.onsuccess = () => { opened.result.close(); resolve(all.result.length); };
      };
    })`);
  expect(await kept()).toBe(1);
  const address = page.url();
  const other = await signUp(url);
  await sql(
    'update members set role = $1, account_id = (select account_id from members where user_id = $2) where user_id = $3',
    ['manager_all', owner.uid, other.uid],
  );
  await breakSession({ page, owner, sql });
  await page.goto(address);
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  await signInAgain(page, other);
  await inbox.field.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await added.count()).toBe(0);
  // What the other one left without a word is still the first one's.
  expect(await kept()).toBe(1);
  await page.getByRole('button', { name: t('shell.user_menu') }).click();
  await page.getByRole('menuitem', { name: t('shell.sign_out') }).click();
  await signInAgain(page, owner);
  await page.goto(address);
  await added.waitFor();
  await page.getByRole('button', { name: t('shell.user_menu') }).click();
  await page.getByRole('menuitem', { name: t('shell.sign_out') }).click();
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  await expect.poll(kept).toBe(0);
});
