import { UnstyledButton } from '@mantine/core';
import type { Chat, Message } from '@otvet/contract';
import { useState } from 'react';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { formatClock } from '../../../platform/format/format-time.ts';
import { useTexts, withTexts } from '../../../platform/texts/texts.ts';
import { isWithdrawn } from '../model/is-withdrawn.ts';
import type { MessageWait } from '../model/message-wait.ts';
import { DeliveryTrouble } from './delivery-trouble.tsx';
import classes from './message-footer.module.css';

const DebugDrawer = onDemand({
  load: () => withTexts(['debug', 'knowledge'], async () => (await import('./debug-drawer.tsx')).DebugDrawer),
});

export type MessageFooterProps = { chat: Chat; message: Message; wait: MessageWait | undefined };

/** Time, delivery and what can be done about an undelivered message. */
export function MessageFooter({ chat, message, wait }: MessageFooterProps) {
  const { t, locale } = useTexts();
  const [isDebugOpen, setIsDebugOpen] = useState(false);
  return (
    <>
      <footer className={classes.footer}>
        <time dateTime={message.createdAt}>{formatClock(new Date(message.createdAt), locale)}</time>
        {message.editedAt !== null && <span>{t('dialogs.edited')}</span>}
        {message.author !== 'customer' && (!message.isCanceled || isWithdrawn(message)) && (
          <DeliveryMark message={message} />
        )}
        {message.author === 'assistant' && (
          <UnstyledButton className={classes.link} data-end onClick={() => setIsDebugOpen(true)}>
            {t('dialogs.debug.button')}
          </UnstyledButton>
        )}
      </footer>
      <DeliveryTrouble chat={chat} message={message} wait={wait} />
      {isDebugOpen && <DebugDrawer message={message} onClose={() => setIsDebugOpen(false)} />}
    </>
  );
}

function DeliveryMark({ message }: { message: Message }) {
  const { t } = useTexts();
  const { state: known, reason, share } = message.delivery;
  // Given up without anybody knowing whether it arrived.
  const state = reason === 'discarded_unconfirmed' ? 'unknown' : known;
  if (state === 'received') return null;
  return (
    <span className={classes.mark} data-state={state}>
      {t(state === 'rejected' && share !== null ? 'dialogs.delivery.partly' : `dialogs.delivery.${state}`)}
    </span>
  );
}
