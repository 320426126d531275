import { UnstyledButton } from '@mantine/core';
import type { Chat, Message } from '@otvet/contract';
import { useState } from 'react';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { formatUntil } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { discardMessage, retryMessage } from '../api/send-message.ts';
import type { MessageWait } from '../model/message-wait.ts';
import classes from './message-footer.module.css';
import { TryAgain } from './try-again.tsx';

const TICK_MS = 1000;
const ConfirmDialog = onDemand({
  load: async () => (await import('../../../components/ui/confirm-dialog.tsx')).ConfirmDialog,
});

export type DeliveryTroubleProps = { chat: Chat; message: Message; wait: MessageWait | undefined };

/** Why a message is not there yet, when it is tried next, and the button that sends it again. */
export function DeliveryTrouble({ chat, message, wait }: DeliveryTroubleProps) {
  const { t } = useTexts();
  const { state, reason, canRetry } = message.delivery;
  const isEnded = state === 'rejected' || state === 'unknown' || state === 'canceled';
  if (!isEnded && wait === undefined) return null;
  const hint = isEnded ? (`dialogs.delivery.${state}_hint` as const) : 'dialogs.delivery.retry_hint';
  const why = isEnded ? reason : wait?.reason;
  return (
    <p
      className={classes.trouble}
      data-state={isEnded ? state : 'retry'}
      data-keep-clear={state !== 'canceled' || undefined}
    >
      <span>
        {translateOr(`dialogs.delivery.reason.${why}`, hint)}
        {state === 'unknown' && ` ${t('dialogs.delivery.unknown_repeat')}`}
        {wait?.nextAt && <NextTry at={wait.nextAt} />}
      </span>
      {canRetry && wait?.isHeld !== true && (
        <TryAgain
          className={classes.retry}
          label={t('dialogs.delivery.send_again')}
          onTry={() => retryMessage(chat.uniqueId, message.id)}
        />
      )}
      {message.author === 'operator' && (state === 'rejected' || state === 'unknown') && (
        <Discard chat={chat} message={message} state={state} />
      )}
    </p>
  );
}

function NextTry({ at }: { at: string }) {
  const { t } = useTexts();
  const wait = formatUntil(new Date(at), useNow(TICK_MS));
  return ` ${wait === null ? t('dialogs.delivery.next_try_now') : t('dialogs.delivery.next_try', { wait })}`;
}

type DiscardProps = { chat: Chat; message: Message; state: 'rejected' | 'unknown' };

/** Gives a message up, after a question: it is not sent again by itself. */
function Discard({ chat, message, state }: DiscardProps) {
  const { t } = useTexts();
  const canAnswer = useCan('inbox_answer');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (!canAnswer) return null;
  const discard = async () => {
    setIsBusy(true);
    await discardMessage(chat.uniqueId, message.id);
    setIsBusy(false);
    setIsAsking(false);
  };
  return (
    <>
      <UnstyledButton className={classes.retry} onClick={() => setIsAsking(true)}>
        {t('dialogs.delivery.discard')}
      </UnstyledButton>
      {isAsking && (
        <ConfirmDialog
          title={t('dialogs.delivery.discard_title')}
          text={t(`dialogs.delivery.discard_${state}`)}
          confirmLabel={t('dialogs.delivery.discard')}
          isBusy={isBusy}
          onConfirm={() => void discard()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
