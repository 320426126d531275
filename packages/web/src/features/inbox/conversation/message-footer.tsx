import { UnstyledButton } from '@mantine/core';
import type { Chat, Message } from '@otvet/contract';
import { useState } from 'react';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { formatClock } from '../../../platform/format/format-time.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { retryMessage } from '../api/send-message.ts';
import classes from './message-footer.module.css';

const DebugDrawer = onDemand({ load: async () => (await import('./debug-drawer.tsx')).DebugDrawer });

/** Time, delivery and what can be done about an undelivered message. */
export function MessageFooter({ chat, message }: { chat: Chat; message: Message }) {
  const { t, locale } = useTexts();
  const [isDebugOpen, setIsDebugOpen] = useState(false);
  return (
    <>
      <footer className={classes.footer}>
        <time dateTime={message.createdAt}>{formatClock(new Date(message.createdAt), locale)}</time>
        {message.editedAt !== null && <span>{t('dialogs.edited')}</span>}
        {message.author !== 'customer' && !message.isCanceled && <DeliveryMark message={message} />}
        {message.author === 'assistant' && (
          <UnstyledButton className={classes.link} data-end onClick={() => setIsDebugOpen(true)}>
            {t('dialogs.debug.button')}
          </UnstyledButton>
        )}
      </footer>
      <DeliveryTrouble chat={chat} message={message} />
      {isDebugOpen && <DebugDrawer message={message} onClose={() => setIsDebugOpen(false)} />}
    </>
  );
}

function DeliveryMark({ message }: { message: Message }) {
  const { t } = useTexts();
  const { state } = message.delivery;
  if (state === 'received') return null;
  return (
    <span className={classes.mark} data-state={state}>
      {t(`dialogs.delivery.${state}`)}
    </span>
  );
}

/** Why a message is not there yet, and the button that sends it again. */
function DeliveryTrouble({ chat, message }: { chat: Chat; message: Message }) {
  const { t, locale } = useTexts();
  const canAnswer = useCan('inbox_answer');
  const [isBusy, setIsBusy] = useState(false);
  const { state, reason, retryAt, canRetry } = message.delivery;
  if (state !== 'rejected' && state !== 'unknown' && state !== 'retry' && state !== 'canceled') return null;
  const retry = async () => {
    setIsBusy(true);
    await retryMessage(chat.uniqueId, message.id);
    setIsBusy(false);
  };
  return (
    <p className={classes.trouble} data-state={state}>
      <span>
        {translateOr(`dialogs.delivery.reason.${reason}`, `dialogs.delivery.${state}_hint`)}
        {state === 'retry' &&
          retryAt !== null &&
          ` ${t('dialogs.delivery.retry_at', { time: formatClock(new Date(retryAt), locale) })}`}
      </span>
      {canRetry && canAnswer && (
        <UnstyledButton className={classes.retry} disabled={isBusy} onClick={() => void retry()}>
          {t('dialogs.delivery.send_again')}
        </UnstyledButton>
      )}
    </p>
  );
}
