import type { Attachment, Chat, Message } from '@otvet/contract';
import { limits, readMediaFailure } from '@otvet/contract/values';
import { IconFile } from '@tabler/icons-react';
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
  // One unit for both, and a size over the limit is never rounded down to it.
  const inMebibytes = (bytes: number) =>
    t('shell.megabytes', { value: (Math.ceil((bytes / MEBIBYTE) * 10) / 10).toLocaleString(locale) });
  const known = { title, limit: inMebibytes(limits.mediaBytes) };
  return (
    <span>
      {size === null
        ? t('dialogs.media.too_large', known)
        : t('dialogs.media.too_large_sized', { ...known, size: inMebibytes(size) })}{' '}
      {t('dialogs.media.ask_smaller')}
      <OpenInChannel chat={chat} />
    </span>
  );
}
