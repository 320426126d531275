import { expect, it } from 'vitest';
import { chatWindow } from '../harness/chat-window.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const NEAR = 'Вы работаете в праздники?';
const schedule = { question: 'Какой у вас график работы?', answer: 'Мы работаем каждый день с 10:00 до 21:00.' };
const pairs = [
  { question: 'Сколько стоит доставка курьером?', answer: 'Доставка курьером стоит 300 рублей.' },
  { question: 'Как вернуть товар?', answer: 'Вернуть товар можно в течение 14 дней, сохранив чек.' },
  schedule,
  { question: 'Как оплатить заказ картой?', answer: 'Оплатите картой на сайте: https://shop.example/pay.' },
  { question: 'Есть ли гарантия на технику?', answer: 'Гарантия на технику — 2 года.' },
  { question: 'Do you ship to Canada?', answer: 'Yes, we ship to Canada in 7 days.' },
];

it('a near question is offered before a person is called: a press gets its answer, the other calls, and the owner may add what is missing', async () => {
  const owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner, pairs);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId });
  const visitor = await stage.open();
  await visitor.page.goto(`${stage.product().url}/try/${id}?lang=ru`);
  const chat = chatWindow(visitor.page);
  await chat.open();
  const buttons = chat.panel.locator('.choices button');
  const offered = async () => {
    await buttons.getByText(t('assistant.call_person')).waitFor();
    expect(await buttons.allTextContents()).toEqual([schedule.question, t('assistant.call_person')]);
  };
  await chat.say(NEAR);
  await offered();
  await buttons.first().click();
  await chat.said(schedule.answer, 'in').waitFor();

  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/inbox/`);
  await inboxOf(page, t).choose(schedule.answer);
  await page.getByText(t('dialogs.handover.not_known')).first().waitFor();
  await page.getByRole('button', { name: t('dialogs.add_answer') }).click();
  const field = page.getByRole('dialog').getByLabel(t('knowledge.pair.question'), { exact: true });
  await expect.poll(() => field.inputValue()).toBe(NEAR);
});

it('the last button calls a person, and the dialog waits in the inbox', async () => {
  const owner = await signUp(stage.product().url);
  const knowledgeBaseId = await createBase(owner, pairs);
  const id = await connectChannel(owner, { type: 'widget', knowledgeBaseId });
  const visitor = await stage.open();
  await visitor.page.goto(`${stage.product().url}/try/${id}?lang=ru`);
  const chat = chatWindow(visitor.page);
  await chat.open();
  await chat.say('Привет');
  await chat.said(t('assistant.listening'), 'in').waitFor();
  const call = chat.panel.locator('.choices button').getByText(t('assistant.call_person'));
  await chat.say(NEAR);
  await call.waitFor();
  await chat.say('спасибо');
  await chat.said(t('assistant.thanks'), 'in').waitFor();
  await call.click();
  await chat.said(t('assistant.customer_asked'), 'in').waitFor();
  const waiting = await owner.call('GET', '/v1/chat/all-chats/?limit=10');
  expect(waiting).toMatchObject({ count: 1, chats: [{ handOverReason: 'customer_asked' }] });
});
