import { UnstyledButton } from '@mantine/core';
import type { Chat, Message } from '@otvet/contract';
import { useState } from 'react';
import { formatUntil } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { retryMessage } from '../api/send-message.ts';
import type { MessageWait } from '../model/message-wait.ts';
import classes from './message-footer.module.css';

const TICK_MS = 1000;

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
    <p className={classes.trouble} data-state={isEnded ? state : 'retry'} data-keep-clear={canRetry || undefined}>
      <span>
        {translateOr(`dialogs.delivery.reason.${why}`, hint)}
        {state === 'unknown' && ` ${t('dialogs.delivery.unknown_repeat')}`}
        {wait?.nextAt && <NextTry at={wait.nextAt} />}
      </span>
      {canRetry && wait?.isHeld !== true && <SendAgain chat={chat} message={message} />}
    </p>
  );
}

function NextTry({ at }: { at: string }) {
  const { t } = useTexts();
  const wait = formatUntil(new Date(at), useNow(TICK_MS));
  return ` ${wait === null ? t('dialogs.delivery.next_try_now') : t('dialogs.delivery.next_try', { wait })}`;
}

function SendAgain({ chat, message }: { chat: Chat; message: Message }) {
  const { t } = useTexts();
  const canAnswer = useCan('inbox_answer');
  const [isBusy, setIsBusy] = useState(false);
  if (!canAnswer) return null;
  const retry = async () => {
    setIsBusy(true);
    await retryMessage(chat.uniqueId, message.id);
    setIsBusy(false);
  };
  return (
    <UnstyledButton className={classes.retry} disabled={isBusy} onClick={() => void retry()}>
      {t('dialogs.delivery.send_again')}
    </UnstyledButton>
  );
}
