import { describe, expect, it } from 'vitest';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, shopPairs, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server' });
const [delivery, returns] = shopPairs;
const customer = { id: 850_001, firstName: 'Мария' };

/** A shop with a bot that answers from its base. */
async function openShop(locale: 'ru' | 'en') {
  const owner = await signUp(stage.product().url, { locale });
  const knowledgeBaseId = await createBase(owner);
  const { token } = stage.product().telegram.registerBot({ name: 'Мебель' });
  await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId });
  return { owner, token };
}

const hears = (id: number, words: string | undefined) =>
  stage.product().telegram.waitForMessage(id, ({ author, message }) => author === 'bot' && message.text === words);

/** Lets the time that a customer waits pass: the assistant's turn has come. */
const passTheWait = () =>
  stage.product().sql("update dialogs set come_back_at = now() - interval '1 second' where come_back_at is not null");

describe.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)('a dialog that was taken over and left: %s, %s', (size, locale) => {
  it('its customer waits in sight, the assistant comes back, and the dialog tells who had it when', async () => {
    const t = readTexts(locale);
    const from = { ...customer, id: customer.id + (size === 'phone' ? 1 : 0), firstName: `Мария ${size}` };
    const { telegram, url } = stage.product();
    const { owner, token } = await openShop(locale);
    const { page, look, faults } = await walk(stage, { size, person: owner, locale });
    const inbox = inboxOf(page, t);
    telegram.customerSends({ token, from, text: delivery?.question ?? '' });
    await hears(from.id, delivery?.answer);
    await page.goto(`${url}/app/inbox/`);
    await inbox.choose(from.firstName);
    const short = size === 'phone';
    const press = (key: 'take' | 'hand_back') =>
      page.getByRole('button', { name: t(short ? `dialogs.action.${key}_short` : `dialogs.action.${key}`) }).click();
    const line = (reason: string) => page.locator(`[data-testid=speaker-line][data-line=${reason}]`);
    await press('take');
    await line('taken_over')
      .getByText(t('dialogs.line.taken_over.by', { name: 'Анна Котова' }))
      .waitFor();
    await inbox.answer('Сейчас уточню');
    await hears(from.id, 'Сейчас уточню');

    telegram.customerSends({ token, from, text: returns?.question ?? '' });
    await inbox.message(returns?.question ?? '').waitFor();
    if (!short) {
      const row = inbox.row(from.firstName);
      await row.getByText(t('dialogs.speaker.waiting_for', { wait: '' }).trim()).waitFor();
      await page.getByText(t('dialogs.card.unanswered')).waitFor();
    }
    await look(`left-waits-${locale}`);
    await passTheWait();
    await hears(from.id, returns?.answer);
    await line('came_back').getByText(t('dialogs.line.came_back')).waitFor();
    await inbox.message(returns?.answer ?? '', 'assistant').waitFor();
    // Live: why the assistant was silent is no longer true.
    await page.getByText(t('dialogs.silence.paused')).waitFor({ state: 'detached' });
    await look(`left-came-back-${locale}`);
    await press('take');
    await press('hand_back');
    await line('handed_back').waitFor();
    await page.reload();
    await line('handed_back')
      .getByText(t('dialogs.line.handed_back.by', { name: 'Анна Котова' }))
      .waitFor();
    expect(
      await page.getByTestId('speaker-line').evaluateAll((all) => all.map((one) => one.getAttribute('data-line'))),
    ).toEqual(['taken_over', 'came_back', 'taken_over', 'handed_back']);
    expect(faults).toEqual([]);
  });
});

it('the owner sets the time, and it stays set', async () => {
  const t = readTexts('ru');
  const { owner } = await openShop('ru');
  const { page, look, faults } = await walk(stage, { size: 'desktop', person: owner });
  await page.goto(`${stage.product().url}/app/channels/`);
  await page
    .getByRole('list', { name: t('channels.connected') })
    .getByRole('link', { name: /Telegram/ })
    .click();
  const field = page.getByLabel(t('channels.field.come_back'));
  await field.waitFor();
  expect(await field.inputValue()).toBe('30');
  await field.fill('15');
  await look('left-setting-ru');
  await page.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByRole('button', { name: t('shell.save'), exact: true }).waitFor({ state: 'hidden' });
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('15');
  expect(faults).toEqual([]);
});
