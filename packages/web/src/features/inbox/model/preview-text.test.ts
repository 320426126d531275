import { expect, it } from 'vitest';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { buildChat } from '../testing/build-dialog.ts';
import { dialogTitle, previewText, quoteText } from './preview-text.ts';

const t: Translate = (key, params = {}) => [key, ...Object.values(params)].join(' ');
const VISITOR = '01936f2a-7c3e-7a41-9d52-6c1f0a8b12d5';

it('who has told no name is a guest with a number of his own, named in the language of the reader', () => {
  const guest = buildChat({ chatId: VISITOR, dialogName: '', firstName: '' });
  expect(dialogTitle(guest, t)).toBe('dialogs.guest 4325');
  expect(dialogTitle({ ...guest, chatId: VISITOR.replace('12d5', '12d6') }, t)).toBe('dialogs.guest 4326');
  expect(dialogTitle({ ...guest, chatId: '??' }, t)).toBe('dialogs.guest');
  expect(dialogTitle({ ...guest, dialogName: 'Anna' }, t)).toBe('Anna');
});

it('the line says who wrote, but for the customer', () => {
  const chat = buildChat({ text: 'Hello' });
  expect(previewText({ ...chat, lastAuthor: 'customer' }, t)).toBe('Hello');
  expect(previewText({ ...chat, lastAuthor: 'assistant' }, t)).toBe('dialogs.preview.assistant Hello');
  expect(previewText({ ...chat, lastAuthor: 'operator' }, t)).toBe('dialogs.preview.operator Hello');
});

it('risk: the reader is told that he wrote what a colleague wrote', () => {
  const answered = buildChat({ text: 'Hello', lastAuthor: 'operator', takenBy: { id: 'oleg', name: 'Oleg' } });
  expect(previewText(answered, t, 'oleg')).toBe('dialogs.preview.operator Hello');
  expect(previewText(answered, t, 'anna')).toBe('dialogs.preview.colleague Hello');
});

it('a quote is the words as they stand, or the kind of what was sent', () => {
  expect(quoteText('Hello\nthere', t)).toBe('Hello\nthere');
  expect(quoteText('[image]', t)).toBe('dialogs.media.image');
  expect(quoteText('', t)).toBe('dialogs.quote_empty');
});
