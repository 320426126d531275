import type { Attachment, Chat, Message } from '@otvet/contract';
import { limits, readMediaFailure } from '@otvet/contract/values';
import { IconFile } from '@tabler/icons-react';
import { formatSize } from '../../../platform/format/format-time.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { retryMedia } from '../api/send-message.ts';
import { OpenInChannel } from './elsewhere-line.tsx';
import classes from './message-attachments.module.css';
import { TryAgain } from './try-again.tsx';

/** Platforms say their limits in these. */
const MEBIBYTE = 1024 * 1024;

export type FailedAttachmentProps = { attachment: Attachment; title: string; chat: Chat; message: Message };

/** A file that did not load: why, and what helps. */
export function FailedAttachment({ attachment, title, chat, message }: FailedAttachmentProps) {
  const { t } = useTexts();
  const { isTooLarge, canRetry } = readMediaFailure(attachment);
  return (
    <p className={classes.state} data-failed>
      <IconFile size={18} stroke={1.6} aria-hidden />
      {isTooLarge ? (
        <TooLarge attachment={attachment} title={title} chat={chat} />
      ) : (
        <span>
          {title}: {translateOr(`dialogs.media.reason.${attachment.reason}`, 'dialogs.media.failed')}
        </span>
      )}
      {canRetry && (
        <TryAgain
          className={classes.retry}
          label={t('dialogs.media.retry')}
          onTry={() => retryMedia(chat.uniqueId, message.id)}
        />
      )}
    </p>
  );
}

function TooLarge({ attachment: { size }, title, chat }: Omit<FailedAttachmentProps, 'message'>) {
  const { t, locale } = useTexts();
  const limit = t('shell.megabytes', { value: (limits.mediaBytes / MEBIBYTE).toLocaleString(locale) });
  const known = { title, limit };
  return (
    <span>
      {size === null
        ? t('dialogs.media.too_large', known)
        : t('dialogs.media.too_large_sized', { ...known, size: formatSize(size, locale) })}{' '}
      {t('dialogs.media.ask_smaller')}
      <OpenInChannel chat={chat} />
    </span>
  );
}
