import { expect, it } from 'vitest';
import { crowdPerson, fillInbox, writeTo } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from './walk.ts';

const stage = useStage({ kind: 'server' });
const HOLD_SECONDS = 2400;

it.each([
  ['desktop', 'ru'],
  ['phone', 'ru'],
  ['desktop', 'en'],
  ['phone', 'en'],
] as const)('a channel that cannot send: %s, %s', async (size, locale) => {
  const { telegram, url } = stage.product();
  const t = readTexts(locale);
  const owner = await signUp(url, { locale });
  const { token, channelId } = await fillInbox({ telegram, owner }, 3);
  const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
  const inbox = inboxOf(page, t);
  await go('/app/inbox/');
  await inbox.choose(crowdPerson(2).firstName);
  telegram.faults.add({ kind: 'rate-limited', retryAfter: HOLD_SECONDS, token, method: 'sendMessage', times: 2 });
  await writeTo(owner, { at: 1, channelId, text: 'Здравствуйте!' });
  await inbox.answer('Да, доставим завтра с 10 до 14.');
  await inbox.answer('Курьер позвонит за час.');
  const link = page.getByRole('link', { name: t('dialogs.channel_trouble.open') });
  await link.waitFor();
  await look(`trouble-held-${locale}`);
  await link.click();
  await page.getByText(t('channels.trouble.short'), { exact: true }).waitFor();
  await look(`trouble-held-channel-${locale}`);
  // It ends the question for news that stands open, which would last 25 s.
  telegram.revokeToken(token);
  await page.getByText(t('channels.state.inactive'), { exact: true }).waitFor();
  await page.getByRole('tab', { name: t('channels.tab.connection') }).click();
  await look(`trouble-broken-channel-${locale}`);
  await go('/app/channels/');
  await page.getByText(t('channels.reason.token_revoked')).waitFor();
  await look(`trouble-broken-channels-${locale}`);
  await go('/app/inbox/');
  await inbox.row(crowdPerson(2).firstName).waitFor();
  await look(`trouble-broken-list-${locale}`);
  await inbox.choose(crowdPerson(2).firstName);
  await link.waitFor();
  await look(`trouble-broken-${locale}`);
  await owner.call('DELETE', `/v1/connect/telegram/${channelId}/`);
  expect(faults).toEqual([]);
});
