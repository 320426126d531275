import { UnstyledButton } from '@mantine/core';
import { formatClock } from '../../../platform/format/format-time.ts';
import type { TextKey } from '../../../platform/texts/text-key.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { discardOutgoing, sendMessage } from '../api/send-message.ts';
import type { Outgoing } from '../model/outbox.ts';
import attachmentClasses from './message-attachments.module.css';
import classes from './message-bubble.module.css';
import footerClasses from './message-footer.module.css';

const stateTexts = {
  sending: 'dialogs.delivery.sending',
  waiting: 'dialogs.outgoing.waiting',
  failed: 'dialogs.outgoing.failed',
} as const satisfies Record<Outgoing['state'], TextKey>;

/** A message of the operator that the server has not confirmed yet. */
export function OutgoingBubble({ uniqueId, outgoing }: { uniqueId: string; outgoing: Outgoing }) {
  const { t, locale } = useTexts();
  const { state } = outgoing;
  const isFailed = state === 'failed';
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
        <span className={footerClasses.mark} data-state={isFailed ? 'rejected' : state}>
          {t(stateTexts[state])}
        </span>
      </footer>
      {state !== 'sending' && <OutgoingTrouble uniqueId={uniqueId} outgoing={outgoing} />}
    </article>
  );
}

/** What the server said about it, and the ways to send it now or to give it up. */
function OutgoingTrouble({ uniqueId, outgoing }: { uniqueId: string; outgoing: Outgoing }) {
  const { t } = useTexts();
  const isFailed = outgoing.state === 'failed';
  const reason = outgoing.error ?? (isFailed ? t('dialogs.outgoing.too_old') : null);
  return (
    <p
      className={footerClasses.trouble}
      data-state={isFailed ? undefined : 'retry'}
      data-keep-clear
      role={isFailed ? 'alert' : 'status'}
    >
      {reason !== null && <span>{reason}</span>}
      <UnstyledButton className={footerClasses.retry} onClick={() => void sendMessage(uniqueId, outgoing)}>
        {t('shell.try_again')}
      </UnstyledButton>
      <UnstyledButton className={footerClasses.retry} onClick={() => discardOutgoing(uniqueId, outgoing.clientId)}>
        {t('dialogs.outgoing.discard')}
      </UnstyledButton>
    </p>
  );
}
