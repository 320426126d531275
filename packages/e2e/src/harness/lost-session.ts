import type { Locator, Page } from 'playwright-core';
import { readTexts } from './read-texts.ts';
import { GOOD_PASSWORD, type Person } from './seed.ts';
import type { Product } from './start-product.ts';

const t = readTexts('ru');

type Session = { owner: Person; sql: Product['sql'] };

// Whose token it is can still be read; only its signature is wrong.
const BREAK_TOKEN =
  "localStorage.setItem('otvet.idToken', localStorage.getItem('otvet.idToken').replace(/[^.]+$/, 'AAAA'));";

/** The session of a person is over on the server, and the token that the page holds is good no longer. */
export async function breakSession({ page, ...session }: { page: Page } & Session) {
  await endOnServer(session);
  await page.evaluate(BREAK_TOKEN);
}

/** Clicks as the session breaks: a page that reads again by itself in between would lead to the sign-in before the click. */
export async function clickAsSessionBreaks({ button, ...session }: { button: Locator } & Session) {
  await endOnServer(session);
  await button.evaluate(`(button) => { ${BREAK_TOKEN} button.click(); }`);
}

const endOnServer = ({ owner, sql }: Session) => sql('delete from auth_session where user_id = $1', [owner.uid]);

/** Signs in on the screen that a lost session leads to. */
export async function signInAgain(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: t('auth.sign_in.button'), exact: true }).click();
  await page.getByRole('navigation', { name: t('shell.nav.label') }).waitFor();
}
