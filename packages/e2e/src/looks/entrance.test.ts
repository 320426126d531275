import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { heading, walk } from './walk.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');

it.each(['desktop', 'phone'] as const)(
  'screens without a session: %s',
  async (size) => {
    const { page, look, go, faults } = await walk(stage, { size });
    await go('/signin/');
    await heading(page, t('auth.sign_in.title'));
    await look('sign-in');
    await page.getByRole('button', { name: t('auth.sign_in.button'), exact: true }).click();
    await page.getByText(t('errors.field.required')).first().waitFor();
    await look('sign-in-faults');
    await go('/signup/');
    await heading(page, t('auth.sign_up.title'));
    await look('sign-up');
    await page.getByRole('button', { name: t('auth.sign_up.button') }).click();
    await page.getByText(t('errors.field.privacy')).waitFor();
    await look('sign-up-faults');
    await go('/privacy/');
    await heading(page, t('auth.privacy.title'));
    await look('privacy');
    await go('/forgot-password/');
    await heading(page, t('auth.forgot.title'));
    await look('forgot-password');
    await page.getByLabel(t('auth.email'), { exact: true }).fill('anna@shop.example');
    await page.getByRole('button', { name: t('auth.forgot.button') }).click();
    await page.getByText(t('auth.forgot.sent.title')).waitFor();
    await look('forgot-password-sent');
    await go('/forgot-password/#token=abcdefghijklmnopqrstuvwxyz');
    await page.reload();
    await page.getByLabel(t('auth.new_password'), { exact: true }).waitFor();
    await look('reset-password');
    await go('/confirm-email/#token=abcdefghijklmnopqrstuvwxyz');
    await page.getByText(t('auth.link.dead')).waitFor();
    await look('confirm-email-failed');
    await go('/no-such-page/');
    await heading(page, t('shell.not_found.title'));
    await look('not-found');
    expect(faults).toEqual([]);
  },
  60_000,
);

it.each(['desktop', 'phone'] as const)(
  'a new account: %s',
  async (size) => {
    const { page, look, go, faults } = await walk(stage, { size, person: await signUp(stage.product().url) });
    await go('/app/inbox/');
    await page.getByText(t('dialogs.empty.no_channel.title')).waitFor();
    await look('inbox-empty');
    await go('/app/channels/');
    await page.getByText(t('channels.empty')).waitFor();
    await look('channels-empty');
    await go('/app/knowledge-bases/');
    await page.getByText(t('knowledge.empty.title')).waitFor();
    await look('bases-empty');
    await page.getByRole('button', { name: t('knowledge.base.create') }).click();
    await page.getByLabel(t('knowledge.base.name')).fill('Доставка');
    await look('base-new');
    await page.getByRole('button', { name: t('knowledge.base.create_button'), exact: true }).click();
    await page.getByText(t('knowledge.no_pairs.title')).waitFor();
    await look('base-empty');
    expect(faults).toEqual([]);
  },
  60_000,
);
