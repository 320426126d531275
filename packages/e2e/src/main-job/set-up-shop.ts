import type { Page } from 'playwright-core';
import type { Say } from '../harness/read-texts.ts';
import { GOOD_PASSWORD, type Pair } from '../harness/seed.ts';

/** Registers a new owner on the sign-up screen and fills in the completion step. */
export async function signUpOnScreen(page: Page, t: Say, owner: { name: string; email: string }): Promise<void> {
  await page.getByLabel(t('auth.name'), { exact: true }).fill(owner.name);
  await page.getByLabel(t('auth.email'), { exact: true }).fill(owner.email);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(GOOD_PASSWORD);
  await page.getByLabel(t('auth.privacy')).check();
  await page.getByRole('button', { name: t('auth.sign_up.button') }).click();
  await page.getByLabel(t('auth.completion.contact')).fill('@anna');
  await page.getByRole('button', { name: t('auth.completion.button'), exact: true }).click();
  await page.getByRole('heading', { name: t('shell.nav.inbox') }).waitFor();
}

/** Goes to a section by the navigation. */
export async function goTo(page: Page, section: string): Promise<void> {
  await page.getByRole('link', { name: section }).filter({ visible: true }).first().click();
}

/** Makes the first knowledge base and its pairs, all by hand. */
export async function createBaseOnScreen(page: Page, t: Say, base: { name: string; pairs: Pair[] }): Promise<void> {
  await goTo(page, t('shell.nav.knowledge'));
  await page.getByRole('button', { name: t('knowledge.base.create') }).click();
  await page.getByLabel(t('knowledge.base.name')).fill(base.name);
  await page.getByRole('button', { name: t('knowledge.base.create_button'), exact: true }).click();
  await page.getByRole('heading', { name: base.name, level: 1 }).waitFor();
  for (const pair of base.pairs) {
    await page
      .getByRole('button', { name: t('knowledge.pair.add'), exact: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('knowledge.pair.question'), { exact: true }).fill(pair.question);
    await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill(pair.answer);
    await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: pair.question }).waitFor();
  }
}
