import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { GOOD_PASSWORD, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from './walk.ts';

const stage = useStage({ kind: 'server' });

it.each([
  ['desktop', 'ru'],
  ['phone', 'ru'],
  ['desktop', 'en'],
  ['phone', 'en'],
] as const)('words about a new password and about refused tries: %s, %s', async (size, locale) => {
  const { url } = stage.product();
  const t = readTexts(locale);
  const { page, look, go, faults } = await walk(stage, { size, locale });
  await go('/signin/');
  if (locale === 'en') await page.getByRole('radio', { name: 'English' }).click();
  const email = `${crypto.randomUUID()}@shop.example`;
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email);
  const button = page.getByRole('button', { name: t('auth.sign_in.button'), exact: true });
  for (let tries = 0; tries <= 10; tries += 1) {
    await page.getByLabel(t('auth.password'), { exact: true }).fill(GOOD_PASSWORD);
    const answered = page.waitForResponse(/sign-in/);
    await button.click();
    await answered;
  }
  await page.getByRole('alert').getByText(t('auth.forgot.link')).waitFor();
  await look(`sign-in-limited-${locale}`);
  await go('/signup/');
  const field = page.getByLabel(t('auth.password'), { exact: true });
  for (const [name, password, words] of [
    ['weak', 'dragon123', t('auth.strength.warning.common')],
    ['fair', 'Kp4mZ9tq', t('auth.strength.fair')],
    ['strong', GOOD_PASSWORD, t('auth.strength.strong')],
  ] as const) {
    await field.fill(password);
    await page.getByText(words).waitFor();
    await look(`sign-up-${name}-${locale}`);
  }
  await go('/forgot-password/#token=abcdefghijklmnopqrstuvwxyz');
  await page.reload();
  await page.getByLabel(t('auth.new_password'), { exact: true }).fill(GOOD_PASSWORD);
  await page.getByText(t('auth.strength.looks_strong')).waitFor();
  await look(`reset-strong-${locale}`);
  const owner = await walk(stage, { size, locale, person: await signUp(url, { locale }) });
  await owner.go('/app/settings/');
  const fresh = owner.page.getByLabel(t('auth.new_password'), { exact: true });
  await fresh.fill('dragon123');
  await owner.page.getByText(t('auth.strength.warning.common')).waitFor();
  await owner.page.getByRole('button', { name: t('settings.password.button') }).scrollIntoViewIfNeeded();
  await owner.look(`settings-password-${locale}`);
  expect([...faults, ...owner.faults]).toEqual([]);
});
