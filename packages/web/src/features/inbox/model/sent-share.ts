import type { SentShare } from '@otvet/contract';
import type { Translate } from '../../../platform/texts/text-key.ts';

/** What of a message was sent and what was not, in words: «2 фото» and «текст». */
export function describeShare(share: SentShare, t: Translate): { sent: string; missing: string } {
  const { files, allFiles, texts, allTexts } = share;
  const photos = (count: number) => (count === 0 ? [] : [t('dialogs.share.photos', { count })]);
  const isTextWhole = texts === 0 || texts === allTexts;
  const sentText = t(isTextWhole ? 'dialogs.share.text' : 'dialogs.share.text_begin');
  const missingText = t(isTextWhole ? 'dialogs.share.text' : 'dialogs.share.text_end');
  return {
    sent: [...photos(files), ...(texts > 0 ? [sentText] : [])].join(', '),
    missing: [...photos(allFiles - files), ...(texts < allTexts ? [missingText] : [])].join(', '),
  };
}
