import { expect, it } from 'vitest';
import { crowdPerson, fillInbox } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, GOOD_PASSWORD, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');

it('a token that is no longer good is renewed in silence; a session that is over leads to the sign-in screen and back', async () => {
  const { url, sql } = stage.product();
  const owner = await signUp(url);
  await createBase(owner);
  const { page, watch } = await stage.openAs(owner);
  watch.expect(/status of 401/);
  await page.goto(`${url}/app/inbox/`);
  await page.getByRole('link', { name: t('shell.nav.inbox') }).waitFor();
  await page.evaluate("localStorage.setItem('otvet.idToken', 'no.longer.good')");
  await page.getByRole('link', { name: t('shell.nav.knowledge') }).click();
  await page.getByRole('link', { name: 'Магазин' }).click();
  await page.getByRole('heading', { name: 'Сколько стоит доставка?' }).waitFor();
  expect(await page.evaluate("localStorage.getItem('otvet.idToken')")).not.toBe('no.longer.good');

  await sql('delete from auth_session where user_id = $1', [owner.uid]);
  await page.evaluate("localStorage.setItem('otvet.idToken', 'no.longer.good')");
  await page.getByRole('link', { name: t('shell.nav.channels') }).click();
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.get('backto')).toMatch(/^\/app\//);
});

it('the command line gives a link by which support works in an account, marked and once', async () => {
  const { url, otvet } = stage.product();
  const owner = await signUp(url);
  const link =
    /https?:\/\/\S+signinas\S+/.exec(await otvet('sign-in-link', owner.email, '--by', 'Поддержка'))?.[0] ?? '';
  const { page, watch } = await stage.open();
  await page.goto(link);
  await page.getByRole('heading', { name: t('shell.nav.inbox'), level: 1 }).waitFor();
  await page.getByText('Поддержка').waitFor();
  expect(page.url()).not.toContain('signinas');
  await page.goto(`${url}/app/settings/`);
  await page.getByRole('button', { name: t('settings.password.button') }).waitFor();
  expect(await page.getByRole('button', { name: t('settings.password.button') }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: t('shell.impersonation.leave') }).click();
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  watch.expect(/status of 40[01]|auth\.token_invalid/);
  await page.goto(link);
  await page.getByText(t('auth.sign_in_as.failed')).waitFor();
});

/** A further member of the owner's account. */
async function addMember(owner: Person, role: string): Promise<Person> {
  const { url, sql } = stage.product();
  const member = await signUp(url, { name: 'Пётр' });
  await sql(
    'update members set role = $1, account_id = (select account_id from members where user_id = $2) where user_id = $3',
    [role, owner.uid, member.uid],
  );
  return member;
}

it('a manager who may only read sees no buttons and no sections that are not his', async () => {
  const { url, telegram } = stage.product();
  const owner = await signUp(url);
  await fillInbox({ telegram, owner }, 2);
  const member = await addMember(owner, 'manager_read_and_write');
  const { page } = await stage.openAs(member);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.row(crowdPerson(1).firstName).click();
  await page.getByText(t('dialogs.blocked.role')).waitFor();
  for (const name of [t('dialogs.action.take'), t('dialogs.action.hand_back'), t('dialogs.composer.send')]) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await page.getByRole('button', { name: t('dialogs.menu') }).click();
  await page.getByRole('menuitem', { name: t('dialogs.action.unread') }).waitFor();
  expect(await page.getByRole('menuitem', { name: t('dialogs.action.ban') }).count()).toBe(0);
  await page.keyboard.press('Escape');
  const sections = page.getByRole('navigation', { name: t('shell.nav.label') }).getByRole('link');
  for (const name of [t('shell.nav.channels'), t('shell.nav.knowledge'), t('shell.nav.settings')]) {
    expect(await sections.filter({ hasText: name }).count()).toBe(0);
  }
  for (const path of ['/app/channels/', '/app/knowledge-bases/', '/app/settings/']) {
    await page.goto(`${url}${path}`);
    await page.getByRole('heading', { name: t('shell.nav.inbox'), level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/app/inbox/');
  }
});

it('a manager reaches his own settings, and none of the account', async () => {
  const { url } = stage.product();
  const owner = await signUp(url, { name: 'Олег' });
  const member = await addMember(owner, 'manager_all');
  const { page } = await stage.openAs(member);
  await page.goto(`${url}/app/inbox/`);
  await page.getByRole('button', { name: t('shell.user_menu') }).click();
  await page.getByRole('menuitem', { name: t('shell.own_settings') }).click();
  await page.getByRole('heading', { name: t('shell.own_settings'), level: 1 }).waitFor();
  for (const theirs of [t('settings.profile.account'), t('settings.plan.title'), t('settings.files.title')])
    expect(await page.getByText(theirs, { exact: true }).count()).toBe(0);
  await page.getByLabel(t('settings.profile.name')).fill('Пётр Первый');
  await page.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByText(t('settings.saved')).waitFor();
  expect(await member.call('GET', `/v1/usersData/${member.uid}/data/`)).toMatchObject({ name: 'Пётр Первый' });
  const password = 'Жираф-читает-газету-7';
  await page.getByLabel(t('settings.password.current'), { exact: true }).last().fill(GOOD_PASSWORD);
  await page.getByLabel(t('auth.new_password'), { exact: true }).fill(password);
  await page.getByLabel(t('auth.repeat_password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('settings.password.button') }).click();
  await page.getByText(t('settings.password.changed')).waitFor();
  // Who keeps the account has his among its settings.
  const { page: owners } = await stage.openAs(owner);
  await owners.goto(`${url}/app/profile/`);
  await owners.getByRole('heading', { name: t('settings.title'), level: 1 }).waitFor();
});

it('a wrong address says so and leads home', async () => {
  const { url } = stage.product();
  const { page } = await stage.openAs(await signUp(url));
  page.on('pageerror', (error) => expect(error).toBeUndefined());
  for (const path of ['/no-such-page', '/app/no-such-section/', '/app/channels/fax/1/']) {
    await page.goto(`${url}${path}`);
    await page.getByRole('heading', { name: t('shell.not_found.title') }).waitFor();
  }
  await page.getByRole('button', { name: t('shell.not_found.button') }).click();
  await page.getByRole('heading', { name: t('shell.nav.inbox'), level: 1 }).waitFor();
});
