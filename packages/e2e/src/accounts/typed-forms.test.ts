import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, GOOD_PASSWORD, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');

function questionOf(page: Page) {
  const question = page.getByRole('dialog', { name: t('shell.leave.title') });
  const reply = (key: 'stay' | 'confirm') => question.getByRole('button', { name: t(`shell.leave.${key}`) }).click();
  return { question, reply };
}

it('the name of a base is asked for before it is lost, and creating it asks nothing', async () => {
  const { page } = await stage.openAs(await signUp(stage.product().url));
  const { question, reply } = questionOf(page);
  await page.goto(`${stage.product().url}/app/knowledge-bases/`);
  await page.getByRole('button', { name: t('knowledge.base.create') }).click();
  const name = page.getByLabel(t('knowledge.base.name'));
  await name.fill('Чайная лавка');
  await page.keyboard.press('Escape');
  await reply('stay');
  await question.waitFor({ state: 'detached' });
  await page.mouse.click(5, 450);
  await reply('stay');
  await question.waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Чайная лавка');
  await page.getByRole('button', { name: t('knowledge.base.create_button'), exact: true }).click();
  await page.getByRole('heading', { name: 'Чайная лавка', level: 1 }).waitFor();
  expect(await question.count()).toBe(0);
});

it('each form of the settings asks before it is left, and what is saved or emptied asks nothing', async () => {
  const { page } = await stage.openAs(await signUp(stage.product().url));
  const { question, reply } = questionOf(page);
  const settings = page.getByRole('link', { name: t('shell.nav.settings') });
  const inbox = page.getByRole('link', { name: t('shell.nav.inbox') });
  await page.goto(`${stage.product().url}/app/settings/`);
  const fields = [
    { field: page.getByLabel(t('settings.profile.name')), text: 'Анна' },
    { field: page.getByLabel(t('settings.email.new')), text: 'new@example.com' },
    { field: page.getByLabel(t('auth.new_password'), { exact: true }), text: 'quiet rivers' },
  ];
  for (const { field, text } of fields) {
    const before = await field.inputValue();
    await field.fill(text);
    await inbox.click();
    await reply('stay');
    await question.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(text);
    await field.fill(before);
  }
  // What a browser fills in by itself is nothing that was typed.
  await page.getByLabel(t('settings.password.current')).first().fill(GOOD_PASSWORD);
  await inbox.click();
  await page.getByRole('heading', { name: t('shell.nav.inbox'), level: 1 }).waitFor();
  await settings.click();
  await fields[0]?.field.fill('Анна');
  await page
    .getByRole('button', { name: t('shell.save'), exact: true })
    .first()
    .click();
  await page.getByText(t('settings.saved')).waitFor();
  await inbox.click();
  await page.getByRole('heading', { name: t('shell.nav.inbox'), level: 1 }).waitFor();
  expect(await question.count()).toBe(0);
});

it('a new token stays while another tab is open, is saved with the rest, and is kept nowhere', async () => {
  const { url, telegram } = stage.product();
  const owner = await signUp(url);
  const bot = telegram.registerBot({ name: 'Чай', username: 'tab_bot' });
  const id = await connectChannel(owner, {
    type: 'telegram',
    token: bot.token,
    knowledgeBaseId: await createBase(owner),
  });
  const { page } = await stage.openAs(owner);
  const { question, reply } = questionOf(page);
  await page.goto(`${url}/app/channels/telegram/${id}/`);
  await page.getByRole('tab', { name: t('channels.tab.connection') }).click();
  const token = page.getByLabel(t('channels.telegram.token'), { exact: true });
  await token.fill(bot.token);
  await page.getByRole('tab', { name: t('channels.tab.assistant') }).click();
  await page.getByText(t('channels.unsaved', { tabs: t('channels.tab.connection') }), { exact: true }).waitFor();
  expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(bot.token);
  await page.getByRole('link', { name: t('channels.back') }).click();
  await reply('stay');
  await question.waitFor({ state: 'detached' });
  await page.getByLabel(t('channels.field.name')).fill('Чай и кофе');
  await page.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByRole('heading', { name: 'Чай и кофе', level: 1 }).waitFor();
  await page.getByRole('button', { name: t('shell.save'), exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: t('channels.tab.connection') }).click();
  expect(await token.inputValue()).toBe('');
});
