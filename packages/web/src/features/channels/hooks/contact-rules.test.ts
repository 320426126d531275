import { initialChannelSettings } from '@otvet/contract';
import { expect, it } from 'vitest';
import { changedFields, settledFields } from '../../../platform/forms/changed-fields.ts';
import { noticeChatOf } from './contact-rules.ts';

it('risk: a chat that was linked stands as an unsaved change, which to give up shows the notices off', () => {
  const saved = { ...initialChannelSettings, name: 'Бот' };
  const values = { ...saved, name: 'Бот магазина', startTelegramNotify: true, telegramChatId: '12' };
  const next = { ...saved, startTelegramNotify: true, telegramChatId: '7002' };
  const settled = settledFields({ saved, sent: noticeChatOf(values), next, values });
  expect(changedFields(next, settled)).toEqual({ name: 'Бот магазина' });
});
