import { expect, it } from 'vitest';
import { breakSession, clickAsSessionBreaks, signInAgain } from '../harness/lost-session.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const ROLE = 'Консультант чайной лавки. Отвечает коротко и по делу.';

/** A site widget of a new shop, on its settings. */
async function openChannel() {
  const owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner);
  const id = await connectChannel(owner, { type: 'widget', name: 'Сайт', knowledgeBaseId });
  const path = `/app/channels/widget/${id}/`;
  return { owner, id, path, ...(await openAt(owner, path)) };
}

async function openAt(owner: Person, path: string) {
  const { page, watch } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}${path}`);
  const role = page.getByLabel(t('channels.field.role'), { exact: true });
  const title = page.getByLabel(t('channels.widget.field.title'));
  const question = page.getByRole('dialog', { name: t('shell.leave.title') });
  const saveButton = page.getByRole('button', { name: t('shell.save'), exact: true });
  await role.waitFor();
  return {
    page,
    watch,
    role,
    title,
    question,
    bar: (...tabs: ('assistant' | 'look' | 'install' | 'connection')[]) => {
      const names = tabs.map((tab) => t(`channels.tab.${tab}`)).join(' и ');
      return page.getByText(t('channels.unsaved', { tabs: names }), { exact: true });
    },
    openTab: (tab: 'assistant' | 'look' | 'install' | 'connection') =>
      page.getByRole('tab', { name: t(`channels.tab.${tab}`) }).click(),
    answer: (key: 'stay' | 'confirm') => question.getByRole('button', { name: t(`shell.leave.${key}`) }).click(),
    saveButton,
    save: () => saveButton.click(),
    draft: page.getByRole('status').filter({ hasText: t('shell.draft.restored', { when: '' }).slice(0, -2) }),
  };
}

const stored = (owner: Person, id: string) => owner.call('GET', `/v1/channels/widget/${id}/`);

it('what is typed stays while another tab is open, and one save takes all of it', async () => {
  const { owner, id, role, title, bar, openTab, save, page } = await openChannel();
  await role.fill(ROLE);
  await bar('assistant').waitFor();
  await openTab('look');
  await title.fill('Чайная лавка');
  await bar('assistant', 'look').waitFor();
  await openTab('install');
  await bar('assistant', 'look').waitFor();
  await openTab('assistant');
  expect(await role.inputValue()).toBe(ROLE);
  // Meanwhile somebody else changes another field: only what is changed here is sent.
  await owner.call('PUT', `/v1/connect/widget/${id}/`, { greeting: 'Привет из другого окна' });
  await openTab('install');
  await save();
  await page.getByText(t('channels.saved')).waitFor();
  await bar('assistant', 'look').waitFor({ state: 'detached' });
  const saved = await stored(owner, id);
  expect(saved).toMatchObject({ role: ROLE, greeting: 'Привет из другого окна' });
  expect(saved.options).toMatchObject({ widgetTitle: 'Чайная лавка' });
});

it('a fault on a tab that is not open is said with its tab, which opens', async () => {
  const { page, role, bar, openTab, save } = await openChannel();
  await openTab('look');
  await page.getByRole('switch', { name: t('channels.widget.field.analytics') }).click();
  await page.getByLabel(t('channels.widget.field.analytics_id')).fill('не номер');
  await openTab('assistant');
  await role.fill(ROLE);
  await bar('assistant', 'look').waitFor();
  await save();
  await page.getByText(t('errors.field.analytics_id')).first().waitFor();
  await page.getByText(t('channels.faulty', { tabs: t('channels.tab.look') }), { exact: true }).waitFor();
});

it('leaving asks when something was changed, whichever way it is left, and only then', async () => {
  const { page, path, role, question, answer, bar } = await openChannel();
  const links = page.getByRole('link', { name: t('shell.nav.knowledge') });
  await page.getByRole('link', { name: t('channels.back') }).click();
  await page.getByRole('link', { name: /Сайт/ }).click();
  await role.waitFor();
  await links.click();
  await page.getByRole('heading', { name: t('knowledge.title'), level: 1 }).waitFor();
  await page.goBack();
  await role.waitFor();
  expect(await question.count()).toBe(0);
  await role.fill(ROLE);
  await bar('assistant').waitFor();
  const ways = [
    () => links.click(),
    () => page.getByRole('link', { name: t('channels.back') }).click(),
    async () => void (await page.evaluate('history.back()')),
    async () => {
      await page.getByText(t('shell.user_menu')).locator('..').click();
      await page.getByRole('menuitem', { name: t('shell.sign_out') }).click();
    },
  ];
  for (const leave of ways) {
    await leave();
    await answer('stay');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    expect(await role.inputValue()).toBe(ROLE);
  }
  await links.click();
  await answer('confirm');
  await page.getByRole('heading', { name: t('knowledge.title'), level: 1 }).waitFor();
  await page.goto(`${stage.product().url}${path}`);
  expect(await role.inputValue()).toBe('');
  expect(await bar('assistant').count()).toBe(0);
});

it('a reload asks, keeps what was typed on all tabs, and says so; it can be given up', async () => {
  const { page, watch, owner, id, role, title, bar, draft, openTab, save } = await openChannel();
  watch.expect(/asked before leaving/);
  await role.fill(ROLE);
  await openTab('look');
  await title.fill('Чайная лавка');
  const asked = page.waitForEvent('dialog');
  await page.reload();
  expect((await asked).type()).toBe('beforeunload');
  await draft.waitFor();
  await expect.poll(() => role.inputValue()).toBe(ROLE);
  await bar('assistant', 'look').waitFor();
  await openTab('look');
  expect(await title.inputValue()).toBe('Чайная лавка');
  await save();
  await page.getByText(t('channels.saved')).waitFor();
  await draft.waitFor({ state: 'detached' });
  expect(await stored(owner, id)).toMatchObject({ role: ROLE });
  // What is saved is a draft no longer, and what is given up neither.
  await openTab('assistant');
  await role.fill('Другая роль');
  await page.reload();
  await draft.getByRole('button', { name: t('shell.draft.discard') }).click();
  expect(await role.inputValue()).toBe(ROLE);
  await page.reload();
  await role.waitFor();
  expect(await draft.count()).toBe(0);
  expect(await role.inputValue()).toBe(ROLE);
});

it('a session that is over loses nothing: after the next sign-in the draft is there, and for nobody else', async () => {
  const { page, watch, owner, path, role, question, draft, saveButton } = await openChannel();
  watch.expect(/status of 40[0134]/);
  await role.fill(ROLE);
  await clickAsSessionBreaks({ button: saveButton, owner, sql: stage.product().sql });
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  expect(await question.count()).toBe(0);
  const other = await signUp(stage.product().url);
  await signInAgain(page, other);
  await page.goto(`${stage.product().url}/app/channels/`);
  await page.getByText(t('channels.empty')).waitFor();
  expect(await draft.count()).toBe(0);
  await breakSession({ page, owner: other, sql: stage.product().sql });
  await page.goto(`${stage.product().url}${path}`);
  await signInAgain(page, owner);
  await draft.waitFor();
  expect(await role.inputValue()).toBe(ROLE);
});

it('signing out leaves no draft in the browser', async () => {
  const { page, role, answer, bar } = await openChannel();
  await role.fill(ROLE);
  await bar('assistant').waitFor();
  expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toContain(ROLE);
  await page.getByText(t('shell.user_menu')).locator('..').click();
  await page.getByRole('menuitem', { name: t('shell.sign_out') }).click();
  await answer('confirm');
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(ROLE);
});
