import { UnstyledButton } from '@mantine/core';
import { formatClock } from '../../../platform/format/format-time.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { discardOutgoing, sendMessage } from '../api/send-message.ts';
import type { Outgoing } from '../model/outbox.ts';
import attachmentClasses from './message-attachments.module.css';
import classes from './message-bubble.module.css';
import footerClasses from './message-footer.module.css';

/** A message of the operator that the server has not confirmed yet. */
export function OutgoingBubble({ uniqueId, outgoing }: { uniqueId: string; outgoing: Outgoing }) {
  const { t, locale } = useTexts();
  const isFailed = outgoing.state === 'failed';
  return (
    <article
      className={classes.bubble}
      data-testid="outgoing"
      data-author="operator"
      data-trouble={isFailed || undefined}
    >
      {outgoing.replyTo !== null && <blockquote className={classes.quote}>{outgoing.replyTo.text}</blockquote>}
      {outgoing.photos.length > 0 && (
        <div className={attachmentClasses.pictures} data-many={outgoing.photos.length > 1 || undefined}>
          {outgoing.photos.map((photo) => (
            <span key={photo.id} className={attachmentClasses.picture}>
              <img src={photo.url} alt={t('dialogs.media.image')} />
            </span>
          ))}
        </div>
      )}
      {outgoing.text !== '' && <p className={classes.text}>{outgoing.text}</p>}
      <footer className={footerClasses.footer}>
        <time dateTime={outgoing.createdAt}>{formatClock(new Date(outgoing.createdAt), locale)}</time>
        <span className={footerClasses.mark} data-state={isFailed ? 'rejected' : 'sending'}>
          {t(isFailed ? 'dialogs.outgoing.failed' : 'dialogs.delivery.sending')}
        </span>
      </footer>
      {isFailed && (
        <p className={footerClasses.trouble} role="alert">
          <span>{outgoing.error}</span>
          <UnstyledButton className={footerClasses.retry} onClick={() => void sendMessage(uniqueId, outgoing)}>
            {t('shell.try_again')}
          </UnstyledButton>
          <UnstyledButton className={footerClasses.retry} onClick={() => discardOutgoing(uniqueId, outgoing.clientId)}>
            {t('dialogs.outgoing.discard')}
          </UnstyledButton>
        </p>
      )}
    </article>
  );
}
