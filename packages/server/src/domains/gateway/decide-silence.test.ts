import { initialChannelSettings } from '@otvet/contract';
import { expect, it } from 'vitest';
import { decideSilence } from './decide-silence.ts';

const chat = { id: '1', isGroup: false, title: '' };
const message = { chat, isAddressed: true, text: 'Hello', attachments: [] };

it.each([
  ['a private chat is answered', {}, null],
  ['one that the platform assigned to a colleague is not', { isAddressed: false }, 'assigned'],
  ['a group is another thing', { isAddressed: false, chat: { ...chat, isGroup: true } }, 'group'],
] as const)('%s', (_name, changes, silence) => {
  const settings = { ...initialChannelSettings, name: 'Shop' };
  expect(decideSilence({ message: { ...message, ...changes }, settings })).toBe(silence);
});
