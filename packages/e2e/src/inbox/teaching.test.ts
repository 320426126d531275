import { beforeAll, expect, it } from 'vitest';
import { crowdPerson, waitForDialogs } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const GIFT = 'Делаете ли вы подарочную упаковку для посуды?';
let owner: Person;
let shop: { token: string; baseId: string };
let nextCustomer = 0;

beforeAll(async () => {
  const { url, telegram } = stage.product();
  owner = await signUp(url);
  const { token } = telegram.registerBot({ name: 'Бот магазина' });
  const baseId = await createBase(owner);
  await createBase(owner, [], 'Вторая база');
  await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: baseId });
  shop = { token, baseId };
});

/** A new customer asks; his dialog is open. */
async function openQuestion(text: string) {
  nextCustomer += 1;
  const from = crowdPerson(nextCustomer);
  const { telegram, url } = stage.product();
  telegram.customerSends({ token: shop.token, from, text });
  await waitForDialogs(owner, nextCustomer);
  const { page, watch } = await stage.openAs(owner);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose(from.firstName);
  const dialog = page.getByRole('dialog');
  const field = (key: 'question' | 'answer') => dialog.getByLabel(t(`knowledge.pair.${key}`), { exact: true });
  const seen = () => telegram.messagesOf(from.id, shop.token).flatMap((entry) => entry.message.text ?? []);
  return { page, watch, inbox, dialog, field, seen };
}

it('a missing answer is added where it is missed, tried at once, and sent', async () => {
  const { page, watch, inbox, dialog, field, seen } = await openQuestion(GIFT);
  await page.getByText(t('dialogs.handover.not_known')).first().waitFor();
  await page.getByRole('button', { name: t('dialogs.add_answer') }).click();
  await expect.poll(() => field('question').inputValue()).toBe(GIFT);
  await dialog.getByLabel(t('knowledge.teach.base')).waitFor();
  await field('answer').fill('Да, упакуем в крафт за 150 ₽.');
  // A slip of the hand loses nothing that was typed.
  const asked = page.getByRole('dialog', { name: t('shell.leave.title') });
  for (const slip of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await slip();
    await asked.getByRole('button', { name: t('shell.leave.stay') }).click();
    await asked.waitFor({ state: 'detached' });
  }
  expect(await field('answer').inputValue()).toBe('Да, упакуем в крафт за 150 ₽.');
  watch.expect(/asked before leaving/);
  await page.reload();
  await page.getByRole('button', { name: t('dialogs.add_answer') }).click();
  await expect.poll(() => field('answer').inputValue()).toBe('Да, упакуем в крафт за 150 ₽.');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.getByText(t('knowledge.teach.result')).waitFor();
  const tried = dialog.getByTestId('tried-answer');
  await tried.getByText('Да, упакуем в крафт за 150 ₽.').waitFor();
  await tried.getByText(/^Уверенность (?:[89]\d|100)\s%$/).waitFor();
  await dialog.getByRole('button', { name: t('knowledge.teach.use') }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await inbox.field.inputValue()).toBe('Да, упакуем в крафт за 150 ₽.');
  await inbox.field.press('Enter');
  await inbox.message('упакуем в крафт', 'operator').waitFor();
  await expect.poll(seen).toContain('Да, упакуем в крафт за 150 ₽.');
  // The next customer gets it from the assistant.
  const next = await openQuestion(GIFT);
  await next.inbox.message('упакуем в крафт', 'assistant').waitFor();
});

it('the answer goes behind what is being written, and a draft stays', async () => {
  const { page, inbox, dialog, field } = await openQuestion('Можно ли заказать гравировку на бокалах?');
  await inbox.field.fill('Добрый день!');
  await page.getByRole('button', { name: t('dialogs.add_answer') }).click();
  await field('answer').fill('Да, до 20 знаков.');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.getByRole('button', { name: t('knowledge.teach.use') }).click();
  await expect.poll(() => inbox.field.inputValue()).toBe('Добрый день!\nДа, до 20 знаков.');
});

it('the source of an answer opens its pair; what is changed there is answered from now on', async () => {
  const { page, inbox, dialog, field } = await openQuestion('Как вернуть товар?');
  const source = inbox.message('Вернуть товар можно', 'assistant').getByRole('button', { name: 'Как вернуть товар?' });
  await source.click();
  await expect.poll(() => field('answer').inputValue()).toBe('Вернуть товар можно в течение 14 дней.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await source.click();
  await field('answer').fill('Вернуть товар можно в течение 30 дней.');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.getByTestId('tried-answer').getByText('в течение 30 дней').waitFor();
  await dialog.getByRole('button', { name: t('knowledge.teach.edit') }).click();
  await expect.poll(() => field('answer').inputValue()).toBe('Вернуть товар можно в течение 30 дней.');
  await dialog.getByRole('link', { name: t('knowledge.teach.open_base') }).click();
  await page.getByTestId('pair').filter({ hasText: '30 дней' }).waitFor();
  await page.goBack();
  await inbox.message('Вернуть товар можно', 'assistant').waitFor();
});

it('a pair of another base changes nothing here, and the dialog says so', async () => {
  const { page, dialog, field } = await openQuestion('Продаёте ли вы корм для попугаев?');
  await page.getByRole('button', { name: t('dialogs.add_answer') }).click();
  await dialog.getByLabel(t('knowledge.teach.base')).selectOption({ label: 'Вторая база' });
  await field('answer').fill('Нет, только посуду.');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.getByText(t('knowledge.teach.other_base', { channel: 'Бот магазина' })).waitFor();
  expect(await dialog.getByRole('button', { name: t('knowledge.teach.use') }).count()).toBe(0);
});

it('a source that was deleted says so and can be written anew', async () => {
  const { inbox, watch, dialog, field } = await openQuestion('What are your opening hours?');
  const bubble = inbox.message('We are open', 'assistant');
  await bubble.waitFor();
  const { pairs } = await owner.call('GET', `/v1/learning/question-answer/${shop.baseId}/?search=opening`);
  const id = /"id":"([^"]+)"/.exec(JSON.stringify(pairs))?.[1];
  await owner.call('DELETE', `/v1/learning/question-answer/${id}/`);
  watch.expect(/status of 404/);
  await bubble.getByRole('button', { name: 'What are your opening hours?' }).click();
  await dialog.getByText(t('knowledge.teach.gone')).waitFor();
  await dialog.getByRole('button', { name: t('knowledge.pair.add') }).click();
  await expect.poll(() => field('question').inputValue()).toBe('What are your opening hours?');
});

it('who may not write answers sees the sources and no way to change them', async () => {
  const member = await signUp(stage.product().url);
  await stage
    .product()
    .sql(
      "update members set role = 'manager_read_and_write', account_id = (select account_id from members where user_id = $1) where user_id = $2",
      [owner.uid, member.uid],
    );
  const { page } = await stage.openAs(member);
  await page.goto(`${stage.product().url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.row(crowdPerson(1).firstName).click();
  await inbox.messages.first().waitFor();
  await page.getByText(t('dialogs.blocked.role')).waitFor();
  expect(await page.getByRole('button', { name: t('dialogs.add_answer') }).count()).toBe(0);
});
