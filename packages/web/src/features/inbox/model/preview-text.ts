import type { Chat } from '@otvet/contract';
import type { Translate } from '../../../platform/texts/text-key.ts';

const attachmentKinds = ['image', 'voice', 'audio', 'video', 'document', 'sticker', 'location', 'contact'] as const;

/** The last message of a dialog as the list shows it: who wrote it and what, in one line. */
export function previewText(chat: Chat, t: Translate): string {
  const text = lineOf(chat.text, t);
  if (chat.lastAuthor === 'assistant') return t('dialogs.preview.assistant', { text });
  if (chat.lastAuthor === 'operator') return t('dialogs.preview.operator', { text });
  return text;
}

/** The server names an attachment without text by its kind in brackets. */
function lineOf(stored: string, t: Translate): string {
  const line = stored.replaceAll(/\s+/g, ' ').trim();
  const kind = attachmentKinds.find((name) => line === `[${name}]`);
  if (kind !== undefined) return t(`dialogs.media.${kind}`);
  return line || t('dialogs.preview.empty');
}

/** The name that a dialog goes by. */
export function dialogTitle(chat: Chat, t: Translate): string {
  return chat.dialogName.trim() || chat.firstName.trim() || t('dialogs.guest');
}
