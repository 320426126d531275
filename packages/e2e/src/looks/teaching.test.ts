import { expect, it } from 'vitest';
import { crowdPerson, waitForDialogs } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { findCovered } from './find-covered.ts';
import { walk } from './walk.ts';

const stage = useStage({ kind: 'server' });

it.each([
  ['desktop', 'ru'],
  ['phone', 'ru'],
  ['desktop', 'en'],
  ['phone', 'en'],
] as const)('a waiting list that speaks, and a missing answer: %s, %s', async (size, locale) => {
  const { telegram, url } = stage.product();
  const t = readTexts(locale);
  const owner = await signUp(url, { locale });
  const { token } = telegram.registerBot({ name: 'Мебель «Дом»' });
  const baseId = await createBase(owner);
  await createBase(owner, [], 'Вторая база');
  await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: baseId });
  const says = (at: number, text: string) => telegram.customerSends({ token, from: crowdPerson(at), text });
  says(1, 'Спасибо!');
  says(2, 'Как вернуть товар?');
  says(3, 'Делаете ли вы подарочную упаковку для посуды?');
  says(4, 'Позовите, пожалуйста, менеджера');
  await waitForDialogs(owner, 4);
  const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
  const inbox = inboxOf(page, t);
  const dialog = page.getByRole('dialog');
  await go('/app/inbox/');
  await inbox.rows.nth(3).waitFor();
  await expect.poll(async () => (await owner.call('GET', '/v1/chat/init/')).waiting).toBe(2);
  await page.reload();
  await inbox.row('упаковку').waitFor();
  await look(`waiting-list-${locale}`);
  await inbox.choose(crowdPerson(3).firstName);
  await page.getByRole('button', { name: t('dialogs.add_answer') }).waitFor();
  await look(`answer-missing-${locale}`);
  await page.getByRole('button', { name: t('dialogs.add_answer') }).click();
  await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill('Да, упакуем в крафт за 150 ₽.');
  await look(`answer-adding-${locale}`);
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.getByTestId('tried-answer').waitFor();
  await look(`answer-tried-${locale}`);
  await dialog.getByRole('button', { name: t('knowledge.teach.use') }).click();
  await dialog.waitFor({ state: 'detached' });
  // The window that raised the toast is gone: it keeps clear of what is used next.
  const send = page.getByRole('button', { name: t('dialogs.composer.send'), exact: true }).filter({ visible: true });
  await expect.poll(() => findCovered(page, { 'the field': inbox.field, 'the way to send': send })).toEqual([]);
  await look(`answer-used-${locale}`);
  expect(faults).toEqual([]);
});
