import { initialChannelSettings } from '@otvet/contract';
import { expect, it } from 'vitest';
import { decideSilence, markUnsupported } from './decide-silence.ts';

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

it('a message of a kind that we do not show is named as such and gets a turn; words and files stay as they are', () => {
  const whole = { ...message, kind: 'message' as const, sender: { ...chat, name: '', firstName: '', userName: null } };
  const sent = { ...whole, sender: { ...whole.sender, language: null, phone: null }, messageId: '1', replyTo: null };
  const inbound = { ...sent, sentAt: new Date(0), albumId: null, isOwn: false, clientId: null };
  const marked = markUnsupported({ ...inbound, text: '' });
  expect(marked.attachments).toMatchObject([{ type: 'unsupported', vendorRef: null }]);
  expect(decideSilence({ message: marked, settings: { ...initialChannelSettings, name: 'Shop' } })).toBeNull();
  expect(markUnsupported(inbound)).toBe(inbound);
});
