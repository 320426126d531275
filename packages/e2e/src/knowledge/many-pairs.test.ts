import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { leaveDialog, waysToLeave } from '../harness/leave-dialog.ts';
import { meetRequests } from '../harness/meet-requests.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { heading, walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server' });

const giraffes = { ru: '«Продаёте ли вы живых жирафов оптом»', en: '“Продаёте ли вы живых жирафов оптом”' };

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)(
  'a pasted table: what was understood, the bad rows by number, the good ones saved, the rest kept: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, [{ question: 'Где вы?', answer: 'В центре.' }], 'Магазин');
    const { page, watch, look, go, faults } = await walk(stage, { size, person: owner, locale });
    const dialog = page.getByRole('dialog');
    const text = dialog.getByLabel(t('knowledge.many.text'), { exact: true });
    await go(`/app/knowledge-bases/${baseId}/`);
    await heading(page, 'Магазин');
    await page.getByRole('button', { name: t('knowledge.many.open') }).click();
    const table = [
      'Вопрос\tОтвет',
      'Сколько стоит доставка?\t"300 ₽,\nот 5000 ₽ бесплатно"',
      'Как вернуть товар?\t',
      'ГДЕ ВЫ?\tТам же',
      'Есть рассрочка?\tДа, на год',
    ];
    await text.fill(table.join('\n'));
    await dialog
      .getByText(t('knowledge.many.row', { row: 4, fault: t('knowledge.many.fault.answer_empty') }))
      .waitFor();
    await dialog.getByText(t('knowledge.many.row', { row: 5, fault: t('knowledge.many.fault.known') })).waitFor();
    expect(await dialog.getByLabel(t('knowledge.many.form')).inputValue()).toBe('tabs');
    await look(`many-pairs-understood-${locale}`);
    watch.expect(/asked before leaving/);
    await page.reload();
    await dialog.getByRole('button', { name: t('knowledge.many.save', { count: 2 }), exact: true }).click();
    await dialog.getByText(t('knowledge.many.rest', { count: 2 })).waitFor();
    await look(`many-pairs-rest-${locale}`);
    expect(await text.inputValue()).toContain('Как вернуть товар?');
    await text.fill(
      table
        .join('\n')
        .replace('вернуть товар?\t', 'вернуть товар?\tВ течение 14 дней')
        .replace('ГДЕ ВЫ?', 'Где склад?'),
    );
    // Nothing is saved while the text is still being read.
    const save = { name: t('knowledge.many.save', { count: 2 }), exact: true, disabled: false } as const;
    await dialog.getByRole('button', save).waitFor();
    await text.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(t('knowledge.pairs', { count: 5 })).waitFor();

    await page.getByRole('tab', { name: t('knowledge.tab.check') }).click();
    await page.getByLabel(t('knowledge.try.question')).fill('сколько будет доставка');
    await page.getByRole('button', { name: t('knowledge.try.button'), exact: true }).click();
    const tried = page.getByTestId('tried-answer');
    await tried.getByText('от 5000 ₽ бесплатно').waitFor();
    await tried.getByText('Сколько стоит доставка?').waitFor();
    await look(`try-question-${locale}`);
    await page
      .getByLabel(t('knowledge.try.question'))
      .fill('Сколько стоит доставка? Продаёте ли вы живых жирафов оптом?');
    await page.getByRole('button', { name: t('knowledge.try.button'), exact: true }).click();
    await page
      .getByTestId('tried')
      .getByText(t('knowledge.try.calls_person', { reason: t('dialogs.left_open', { questions: giraffes[locale] }) }))
      .waitFor();
    await tried.getByText('от 5000 ₽ бесплатно').waitFor();
    await tried.getByText(t('knowledge.try.sources', { titles: '«Сколько стоит доставка?»' })).waitFor();
    await look(`try-question-half-${locale}`);
    await page.getByLabel(t('knowledge.try.question')).fill('Продаёте ли вы живых жирафов оптом?');
    await page.getByRole('button', { name: t('knowledge.try.button'), exact: true }).click();
    const result = page.getByTestId('tried');
    await result.getByRole('button', { name: t('knowledge.pair.add'), exact: true }).waitFor();
    expect(await result.innerText()).not.toContain(t('knowledge.teach.hint'));
    expect(await result.innerText()).not.toContain(t('knowledge.try.sources', { titles: '' }).trim());
    await look(`try-question-unanswered-${locale}`);
    await result.getByRole('button', { name: t('knowledge.pair.add'), exact: true }).click();
    expect(await dialog.getByLabel(t('knowledge.pair.question')).inputValue()).toBe(
      'Продаёте ли вы живых жирафов оптом?',
    );
    await page.keyboard.type('Нет, только плюшевых.');
    await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await tried.getByText('Нет, только плюшевых.').waitFor();
    expect(await result.getByRole('button').count()).toBe(0);
    expect(faults).toEqual([]);
  },
);

it('a list longer than one call comes whole, and a call that fails loses none of it', async () => {
  const t = readTexts('ru');
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, [], 'Каталог');
  const { page, watch } = await stage.openAs(owner);
  watch.expect(/status of 503/);
  let calls = 0;
  await page.route('**/create-question-answers/**', async (route) => {
    const isSaving = !(route.request().postData() ?? '').includes('"check":true');
    if (isSaving) calls += 1;
    if (isSaving && calls === 2)
      return route.fulfill({ status: 503, json: { code: 'server.unavailable', message: '', requestId: 'x' } });
    return route.continue();
  });
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/?add=many`);
  const dialog = page.getByRole('dialog');
  const blocks = Array.from({ length: 1500 }, (_, at) => `Вопрос номер ${at}?\nОтвет номер ${at}.`);
  const text = dialog.getByLabel(t('knowledge.many.text'), { exact: true });
  await text.waitFor();
  await pasteInto(text, blocks.join('\n\n'));
  await dialog.getByRole('button', { name: t('knowledge.many.save', { count: 1500 }), exact: true }).click();
  await dialog
    .getByRole('alert')
    .getByText(t('knowledge.many.partly', { count: 1000 }))
    .waitFor();
  await dialog.getByRole('button', { name: t('knowledge.many.save', { count: 500 }), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(t('knowledge.pairs', { count: 1500 })).waitFor();
});

it('risk: the screen of a base gives way to an error, with the window on it, while the connection is lost', async () => {
  const t = readTexts('ru');
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, [], 'Каталог');
  const { page, watch } = await stage.openAs(owner);
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/?add=many`);
  const dialog = page.getByRole('dialog', { name: t('knowledge.many.title') });
  const text = dialog.getByLabel(t('knowledge.many.text'), { exact: true });
  await text.fill('Где вы?\nВ центре.');
  const save = dialog.getByRole('button', { name: t('knowledge.many.save', { count: 1 }), exact: true });
  await save.waitFor();
  let lost = 0;
  const { letPass } = await meetRequests(page, '**/v1/**', async (route) => {
    lost += 1;
    await route.abort('internetdisconnected');
  });
  await save.click();
  await dialog.getByRole('alert').waitFor();
  // The base was asked for anew, more than once, and did not come.
  await expect.poll(() => lost, { timeout: 30_000 }).toBeGreaterThan(4);
  expect(await text.inputValue()).toBe('Где вы?\nВ центре.');
  letPass();
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByTestId('pair').filter({ hasText: 'В центре.' }).waitFor();
});

it.each(waysToLeave)('%s asks before a pasted list is lost', async (way) => {
  const t = readTexts('ru');
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, [], 'Каталог');
  const { page, watch } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/`);
  await page.getByRole('button', { name: t('knowledge.many.open') }).click();
  const dialog = page.getByRole('dialog', { name: t('knowledge.many.title') });
  const asked = page.getByRole('dialog', { name: t('shell.leave.title') });
  const text = dialog.getByLabel(t('knowledge.many.text'), { exact: true });
  await text.fill('Где вы?\nВ центре.');
  await leaveDialog(way, { page, dialog, t });
  await asked.getByRole('button', { name: t('shell.leave.stay') }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await text.inputValue()).toBe('Где вы?\nВ центре.');
  watch.expect(/asked before leaving/);
  await page.reload();
  await dialog.getByText(t('shell.draft.restored', { when: '' }).slice(0, -2)).waitFor();
  await leaveDialog(way, { page, dialog, t });
  await asked.getByRole('button', { name: t('shell.leave.confirm') }).click();
  await dialog.waitFor({ state: 'detached' });
  // Given up, it does not come back; nothing typed: nothing is asked.
  await page.getByRole('button', { name: t('knowledge.many.open') }).click();
  expect(await text.inputValue()).toBe('');
  await leaveDialog(way, { page, dialog, t });
  await dialog.waitFor({ state: 'detached' });
  expect(await asked.count()).toBe(0);
});

/** As a person does: a long text that is typed costs the browser 20 s, in an empty page too. */
async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.page().evaluate(`{
    const source = document.createElement('textarea');
    source.value = ${JSON.stringify(text)};
    document.querySelector('[role=dialog]').append(source);
    source.select();
    document.execCommand('copy');
    source.remove();
  }`);
  await field.press('ControlOrMeta+v');
}
