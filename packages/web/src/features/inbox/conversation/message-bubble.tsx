import { ActionIcon } from '@mantine/core';
import type { Chat, Message } from '@otvet/contract';
import { IconCornerUpLeft } from '@tabler/icons-react';
import { memo } from 'react';
import { formatSeconds } from '../../../platform/format/format-time.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { translateOr, useTexts } from '../../../platform/texts/texts.ts';
import type { ReplyTarget } from '../composer/reply-target.tsx';
import { isWithdrawn } from '../model/is-withdrawn.ts';
import type { MessageWait } from '../model/message-wait.ts';
import { MessageAttachments } from './message-attachments.tsx';
import classes from './message-bubble.module.css';
import { MessageFooter } from './message-footer.tsx';
import listClasses from './message-list.module.css';
import { MessageText } from './message-text.tsx';

export type MessageBubbleProps = {
  chat: Chat;
  message: Message;
  isFirstOfAuthor: boolean;
  /** Why it has not left yet, where that needs saying. */
  wait: MessageWait | undefined;
  onReply: (target: ReplyTarget) => void;
};

export const MessageBubble = memo(function MessageBubble({
  chat,
  message,
  isFirstOfAuthor,
  wait,
  onReply,
}: MessageBubbleProps) {
  const { t } = useTexts();
  const canAnswer = useCan('inbox_answer');
  if (message.author === 'system') return <p className={listClasses.note}>{message.text}</p>;
  const canReply = canAnswer && message.author === 'customer' && !message.isCanceled && !chat.banned;
  return (
    <>
      {isFirstOfAuthor && <AuthorLine chat={chat} message={message} />}
      <article
        className={classes.bubble}
        data-testid="message"
        data-author={message.author}
        data-canceled={message.isCanceled || undefined}
        data-trouble={message.delivery.state === 'rejected' || message.delivery.state === 'unknown' || undefined}
      >
        {message.replyTo !== null && (
          <blockquote className={classes.quote}>{message.replyTo.text || t('dialogs.quote_empty')}</blockquote>
        )}
        <Body chat={chat} message={message} />
        <MessageFooter chat={chat} message={message} wait={wait} />
        {canReply && (
          <ActionIcon
            className={classes.reply}
            variant="subtle"
            color="secondary"
            size={28}
            aria-label={t('dialogs.action.reply')}
            onClick={() => onReply({ id: message.id, text: message.text })}
          >
            <IconCornerUpLeft size={16} stroke={1.8} />
          </ActionIcon>
        )}
      </article>
      <Aftermath message={message} />
    </>
  );
});

function Body({ chat, message }: { chat: Chat; message: Message }) {
  const { t } = useTexts();
  if (isWithdrawn(message)) {
    return (
      <del className={classes.withdrawn}>
        <Content chat={chat} message={message} />
      </del>
    );
  }
  if (message.isCanceled) return <p className={classes.canceled}>{t('dialogs.canceled')}</p>;
  return <Content chat={chat} message={message} />;
}

function Content({ chat, message }: { chat: Chat; message: Message }) {
  return (
    <>
      <MessageAttachments chat={chat} message={message} />
      {message.text !== '' && <MessageText text={message.text} />}
      {message.sources.length > 0 && (
        <ul className={classes.sources}>
          {message.sources.map((source) => (
            <li key={source.passageId}>{source.title}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function AuthorLine({ chat, message }: { chat: Chat; message: Message }) {
  const { t, locale } = useTexts();
  if (message.author === 'customer') {
    return chat.isGroup ? (
      <p className={classes.author} data-side="left">
        {message.authorName ?? t('dialogs.someone')}
      </p>
    ) : null;
  }
  const name =
    message.author === 'assistant'
      ? t('dialogs.author.assistant')
      : (message.authorName ?? t('dialogs.author.operator'));
  return (
    <p className={classes.author}>
      {name}
      {message.tookMs !== null && <> · {formatSeconds(message.tookMs, locale)}</>}
    </p>
  );
}

/** What followed from a message: a hand-over with its reason, or why the assistant kept silent. */
function Aftermath({ message }: { message: Message }) {
  const { t } = useTexts();
  if (message.decision === 'hand-over') {
    const reason = translateOr(`dialogs.handover.${message.reason}`, 'dialogs.handover.other');
    return <p className={listClasses.note}>{t('dialogs.handed_over', { reason })}</p>;
  }
  if (message.silence === null) return null;
  return <p className={listClasses.note}>{t(`dialogs.silence.${message.silence}`)}</p>;
}
