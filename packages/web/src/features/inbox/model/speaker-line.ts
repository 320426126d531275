import type { Message } from '@otvet/contract';
import { speakerLines } from '@otvet/contract/values';
import type { Translate } from '../../../platform/texts/text-key.ts';

/** What a line of the conversation says; its own text where this build does not know it. */
export function speakerLineText({ reason, authorName, text }: Message, t: Translate): string {
  const line = speakerLines.find((known) => known === reason);
  if (line === undefined) return text;
  if (line === 'came_back') return t('dialogs.line.came_back');
  return authorName === null || authorName === ''
    ? t(`dialogs.line.${line}.unnamed`)
    : t(`dialogs.line.${line}.by`, { name: authorName });
}
