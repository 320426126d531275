import type { Chat } from '@otvet/contract';
import { attachmentTypes } from '@otvet/contract/values';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { colleagueOf } from './speaker-state.ts';

const storyKinds = ['inst_stories_mention', 'story_reply'] as const;

/** The last message of a dialog as the list shows it: who wrote it and what, in one line. `me`: the id of whoever looks. */
export function previewText(chat: Chat, t: Translate, me?: string): string {
  const text = lineOf(chat.text, t);
  if (chat.lastAuthor === 'assistant') return t('dialogs.preview.assistant', { text });
  if (chat.lastAuthor === 'operator')
    // Who took the dialog over since need not have written it: no name.
    return t(colleagueOf(chat, me) === null ? 'dialogs.preview.operator' : 'dialogs.preview.colleague', { text });
  return text;
}

/** The words of a quoted message, or the kind of what was sent without any. */
export function quoteText(stored: string, t: Translate): string {
  return kindOf(stored, t) ?? (stored || t('dialogs.quote_empty'));
}

function kindOf(line: string, t: Translate): string | undefined {
  const kind = attachmentTypes.find((name) => line === `[${name}]`);
  return kind && t(`dialogs.media.${kind}`);
}

/** The server names an attachment without text, and a story that the words speak of, by its kind in brackets. */
function lineOf(stored: string, t: Translate): string {
  const line = stored.replaceAll(/\s+/g, ' ').trim();
  const kind = kindOf(line, t);
  if (kind !== undefined) return kind;
  const story = storyKinds.find((name) => line.startsWith(`[${name}] `));
  if (story !== undefined) return t(`dialogs.preview.${story}`, { text: line.slice(story.length + 3) });
  return line || t('dialogs.preview.empty');
}

/** The name that a dialog goes by; who has told none is a guest with a number, in the language of the reader. */
export function dialogTitle(
  { dialogName, firstName, chatId }: Pick<Chat, 'dialogName' | 'firstName' | 'chatId'>,
  t: Translate,
): string {
  return dialogName.trim() || firstName.trim() || t('dialogs.guest', { number: guestNumber(chatId) }).trim();
}

/** Four digits tell guests apart in the list; they come from the random end of the id and mean nothing. */
function guestNumber(chatId: string): string {
  const digits = Number.parseInt(chatId.replaceAll(/[^\da-f]/gi, '').slice(-6), 16) % 10_000;
  return Number.isNaN(digits) ? '' : String(digits).padStart(4, '0');
}
