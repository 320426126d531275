import { UnstyledButton } from '@mantine/core';
import type { Chat, DeliveryState, Message, SentShare } from '@otvet/contract';
import { describeChannel, formatHours, isOfferedChannelType } from '@otvet/contract/values';
import { useState } from 'react';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { formatUntil } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import { discardMessage, retryMessage } from '../api/send-message.ts';
import type { MessageWait } from '../model/message-wait.ts';
import { closedAfter, readReplyWindow, windowHours } from '../model/reply-window.ts';
import { describeShare } from '../model/sent-share.ts';
import classes from './message-footer.module.css';
import { TryAgain } from './try-again.tsx';

const TICK_MS = 1000;
const WINDOW_TICK_MS = 30_000;
const ConfirmDialog = onDemand({
  load: async () => (await import('../../../components/ui/confirm-dialog.tsx')).ConfirmDialog,
});

export type DeliveryTroubleProps = { chat: Chat; message: Message; wait: MessageWait | undefined };

/** Why a message is not there yet, when it is tried next, and the button that sends it again. */
export function DeliveryTrouble({ chat, message, wait }: DeliveryTroubleProps) {
  const { t } = useTexts();
  const { state, reason, canRetry, share } = message.delivery;
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
        {isEnded && share !== null && <Share share={share} state={state} />}
        {isEnded && reason === 'window_closed' ? (
          <WindowClosed chat={chat} message={message} />
        ) : (
          translateOr(`dialogs.delivery.reason.${why}`, hint)
        )}
        {state === 'unknown' && ` ${t('dialogs.delivery.unknown_repeat')}`}
        {wait?.nextAt && <NextTry at={wait.nextAt} />}
      </span>
      {canRetry && wait?.isHeld !== true && <SendAgain chat={chat} message={message} />}
      {message.author === 'operator' && state !== 'canceled' && <Discard chat={chat} message={message} />}
    </p>
  );
}

type OwnMessageProps = { chat: Chat; message: Message };

const channelOf = ({ channelType }: Chat) =>
  isOfferedChannelType(channelType) ? describeChannel(channelType) : undefined;

/** What the customer has of it already. */
function Share({ share, state }: { share: SentShare; state: DeliveryState }) {
  const { t } = useTexts();
  const key = state === 'unknown' ? 'dialogs.share.unconfirmed' : 'dialogs.share.missing';
  return `${t(key, describeShare(share, t))} `;
}

/** Until when the platform would have taken it. */
function WindowClosed({ chat, message }: OwnMessageProps) {
  const { t, locale } = useTexts();
  const closed = closedAfter(message, channelOf(chat)?.window ?? null);
  if (closed === null) return t('dialogs.delivery.reason.window_closed');
  const { hours, personHours } = closed;
  const time = formatHours(hours, locale);
  return personHours === null
    ? t('dialogs.delivery.window_closed', { time })
    : t('dialogs.delivery.window_closed_person', { time, personTime: formatHours(personHours, locale) });
}

/** Nothing can leave once the platform takes no more words; what was written as a template does. */
function SendAgain({ chat, message }: OwnMessageProps) {
  const { t } = useTexts();
  const now = useNow(WINDOW_TICK_MS);
  const channel = channelOf(chat);
  const hours = windowHours(message, channel?.window ?? null);
  const mayBeTemplate = channel?.hasTemplates === true && message.delivery.reason !== 'window_closed';
  const window = hours === null || mayBeTemplate ? null : { hours, personHours: null };
  if (readReplyWindow({ chat, window, now })?.isClosed) return null;
  return (
    <TryAgain
      className={classes.retry}
      label={t(message.delivery.share === null ? 'dialogs.delivery.send_again' : 'dialogs.delivery.send_rest')}
      onTry={() => retryMessage(chat.uniqueId, message.id)}
    />
  );
}

function NextTry({ at }: { at: string }) {
  const { t } = useTexts();
  const wait = formatUntil(new Date(at), useNow(TICK_MS));
  return ` ${wait === null ? t('dialogs.delivery.next_try_now') : t('dialogs.delivery.next_try', { wait })}`;
}

/** What becomes of a message that is given up. */
function discardKey({ delivery: { state, share } }: Message) {
  if (state === 'rejected')
    return share === null ? 'dialogs.delivery.discard_rejected' : 'dialogs.delivery.discard_partly';
  return state === 'unknown' ? 'dialogs.delivery.discard_unknown' : 'dialogs.delivery.discard_waiting';
}

/** Gives a message up, after a question: it is not sent again by itself. */
function Discard({ chat, message }: OwnMessageProps) {
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
          text={t(discardKey(message))}
          confirmLabel={t('dialogs.delivery.discard')}
          isBusy={isBusy}
          onConfirm={() => void discard()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
