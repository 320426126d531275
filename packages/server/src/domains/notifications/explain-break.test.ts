import { expect, it } from 'vitest';
import { explainBreak, titleOf } from './explain-break.ts';

it.each([
  ['viber', 'account_blocked', 'new connection details do not help'],
  ['whatsapp', 'payment_needed', 'Pay for the platform'],
  ['whatsapp-web', 'session_logged_out', 'Connect the same account again'],
  ['whatsapp-web', 'library_missing', 'administrator of the server'],
  ['vkontakte', 'webhook_limit', 'Do this on the platform'],
] as const)('risk: the mail about %s asks for new connection details although it is %s', (channelType, reason, fix) => {
  const told = explainBreak({ locale: 'en', channelType, reason });
  expect(told.fix).toContain(fix);
  expect(told.fix).not.toContain('Enter new connection details');
  expect([told.what, told.meaning].every((text) => text.length > 0)).toBe(true);
  expect(told.meaning).toContain('for up to 12 hours');
  expect(explainBreak({ locale: 'ru', channelType, reason }).fix).toMatch(/[А-я]/);
});

it('risk: a Russian mail calls a channel by its English name', () => {
  expect(['widget', 'vkontakte', 'avito', 'telegram'].map((type) => titleOf('ru', type))).toEqual([
    'Чат на сайте',
    'ВКонтакте',
    'Авито',
    'Telegram',
  ]);
  expect(titleOf('en', 'widget')).toBe('Website chat');
  expect(titleOf('ru', 'of-a-later-build')).toBe('of-a-later-build');
});
