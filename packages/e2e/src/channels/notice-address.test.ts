import { beforeAll, expect, it } from 'vitest';
import { findMailedLink } from '../harness/read-mail.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const BOSS = 'boss@shop.example';
let owner: Person;

beforeAll(async () => {
  owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner);
  await connectChannel(owner, { type: 'widget', name: 'Сайт', knowledgeBaseId });
});

it('the holder of another address agrees by a mailed link, without an account here', async () => {
  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/channels/`);
  await page.getByRole('link', { name: /Сайт/ }).click();
  await page.getByLabel(t('channels.field.notify_mail')).check();
  await page.getByLabel(t('channels.field.notify_address')).fill(BOSS);
  const ask = page.getByRole('button', { name: t('channels.notices.ask') });
  // What is not saved yet is nobody's address.
  expect(await ask.count()).toBe(0);
  await page.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByText(t('channels.notices.unasked')).waitFor();
  await ask.click();
  await page.getByText(t('channels.notices.waiting')).waitFor();
  const findLink = () => findMailedLink(stage.product().mails(), BOSS, '/confirm-notices');
  await expect.poll(findLink).toBeTruthy();
  const link = findLink() ?? '';
  const stranger = await stage.open();
  await stranger.page.goto(link);
  await stranger.page.getByRole('heading', { name: t('auth.notices.done') }).waitFor();
  await stranger.page.getByText(t('auth.notices.text', { address: BOSS })).waitFor();
  await page.reload();
  await page.getByText(t('channels.notices.confirmed')).waitFor();
});
