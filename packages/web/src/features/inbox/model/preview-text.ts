import type { Chat } from '@otvet/contract';
import type { Translate } from '../../../platform/texts/text-key.ts';

/** The last message of a dialog as the list shows it: who wrote it and what, in one line. */
export function previewText(chat: Chat, t: Translate): string {
  const text = chat.text.replaceAll(/\s+/g, ' ').trim() || t('dialogs.preview.empty');
  if (chat.lastAuthor === 'assistant') return t('dialogs.preview.assistant', { text });
  if (chat.lastAuthor === 'operator') return t('dialogs.preview.operator', { text });
  return text;
}

/** The name that a dialog goes by. */
export function dialogTitle(chat: Chat, t: Translate): string {
  return chat.dialogName.trim() || chat.firstName.trim() || t('dialogs.guest');
}
