import { limits } from '@otvet/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const listed = z.object({ memory: z.object({ used: z.number() }) });

/** Up to 5000 words of rare signs that no other text has: nothing takes more memory. */
function rareWords(number: number, count: number): string {
  const sign = (at: number) => String.fromCodePoint(0x4e00 + (at % 20_000));
  return Array.from({ length: count }, (_, at) => {
    const place = number * 5000 + at;
    return sign(place) + sign(place * 7 + 3) + sign(Math.floor(place / 20_000) + at * 13);
  }).join(' ');
}

async function readUsed({ call }: Person): Promise<number> {
  return listed.parse(await call('GET', '/v1/learning/knowledgebases/')).memory.used;
}

/** Fills the account as far as texts of so many words go. */
async function fillUp(person: Person, { baseId, share }: { baseId: string; share: number }): Promise<void> {
  const perWord = (await readUsed(person)) / 5000;
  for (let number = 1; ; number += 1) {
    const room = limits.knowledgeMemoryBytes * share - (await readUsed(person));
    const words = Math.min(5000, Math.floor(room / perWord / 1.05));
    if (words < 50) return;
    const pair = { question: `Редкое ${number}`, answer: rareWords(number, words) };
    await person.call('POST', `/v1/learning/create-question-answer/${baseId}/`, pair);
  }
}

it('the screen says what is used, draws a bar when the limit comes near, warns, and refuses without losing a word', async () => {
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, [{ question: 'Редкое', answer: rareWords(0, 5000) }]);
  const { page, watch } = await stage.openAs(owner);
  watch.expect(/status of 409/);
  await page.goto(`${stage.product().url}/app/knowledge-bases/`);
  const used = page.getByText(/Использовано [\d,]+\sМБ из 120\sМБ/);
  await page.getByRole('link', { name: /Магазин/ }).waitFor();
  expect(await used.count()).toBe(0);
  await fillUp(owner, { baseId, share: 0.3 });
  await used.waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);

  await fillUp(owner, { baseId, share: 0.85 });
  await page.getByRole('progressbar', { name: /Использовано (9\d|10\d)/ }).waitFor();
  expect(await page.getByText(t('knowledge.memory.nearly_full')).count()).toBe(0);
  await fillUp(owner, { baseId, share: 0.999 });
  await page.getByText(t('knowledge.memory.nearly_full')).waitFor();

  await page.getByRole('link', { name: /Магазин/ }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: t('knowledge.pair.add') }).click();
  const dialog = page.getByRole('dialog');
  const question = dialog.getByLabel(t('knowledge.pair.question'), { exact: true });
  const answer = dialog.getByLabel(t('knowledge.pair.answer'), { exact: true });
  const text = rareWords(99, 1000);
  await question.fill('Что нового?');
  await answer.fill(text);
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.getByRole('alert').getByText(t('errors.knowledge.memory_limit')).waitFor();
  expect([await question.inputValue(), await answer.inputValue()]).toEqual(['Что нового?', text]);
  await answer.fill('Новые диваны.');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('#main').getByText('Новые диваны.').waitFor();

  await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: 'Что нового?' }) }).click();
  await answer.fill(text);
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.getByRole('alert').getByText(t('errors.knowledge.memory_limit')).waitFor();
  expect(await answer.inputValue()).toBe(text);
});

it('a base with answers that the search leaves out says so, in the list and on its own screen', async () => {
  const owner = await signUp(stage.product().url);
  await createBase(owner);
  const { page } = await stage.openAs(owner);
  // No text that the product accepts leads here, only bases from before there was a limit.
  await page.route('**/v1/learning/knowledgebase*/**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"unsearched":0', '"unsearched":12');
    await route.fulfill({ response, body });
  });
  await page.goto(`${stage.product().url}/app/knowledge-bases/`);
  await page.getByText(t('knowledge.unsearched', { count: 12 })).waitFor();
  await page.getByRole('link', { name: /Магазин/ }).click();
  await page.getByRole('alert').getByText(t('knowledge.unsearched_hint')).waitFor();
});
