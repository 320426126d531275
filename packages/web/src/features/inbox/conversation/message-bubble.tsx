import { ActionIcon, UnstyledButton } from '@mantine/core';
import type { Chat, Message } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { IconCornerUpLeft } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { sayReason } from '../../../components/ui/say-reason.ts';
import { formatSeconds } from '../../../platform/format/format-time.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import type { ReplyTarget } from '../composer/reply-target.tsx';
import type { LineFold } from '../model/fold-lines.ts';
import { openQuestionsOf } from '../model/half-answered.ts';
import { isWithdrawn } from '../model/is-withdrawn.ts';
import type { MessageWait } from '../model/message-wait.ts';
import { quoteText } from '../model/preview-text.ts';
import { lacksAnswer, type Teaching } from '../model/teaching.ts';
import { FoldButton } from './fold-button.tsx';
import { MessageAttachments } from './message-attachments.tsx';
import classes from './message-bubble.module.css';
import { MessageFooter } from './message-footer.tsx';
import listClasses from './message-list.module.css';
import { MessageSources } from './message-sources.tsx';
import { MessageText } from './message-text.tsx';
import { SpeakerLine } from './speaker-line.tsx';

export type MessageBubbleProps = {
  chat: Chat;
  message: Message;
  isFirstOfAuthor: boolean;
  /** Why it has not left yet, where that needs saying. */
  wait: MessageWait | undefined;
  /** What the customer asked, where it is answered or left unanswered. */
  question: string;
  /** Its line among equal ones, as words of a kind and a number, so that it changes only when it looks different. */
  fold: LineFold['kind'];
  foldCount: number;
  onFold: (id: string) => void;
  onReply: (target: ReplyTarget) => void;
  onTeach: (teaching: Teaching) => void;
};

export const MessageBubble = memo(function MessageBubble({
  chat,
  message,
  isFirstOfAuthor,
  wait,
  question,
  fold,
  foldCount,
  onFold,
  onReply,
  onTeach,
}: MessageBubbleProps) {
  const { t } = useTexts();
  const canAnswer = useCan('inbox_answer');
  const canTeach = useCan('manage_kb_qa');
  const folding =
    fold === 'folded' || fold === 'opened' ? (
      <FoldButton isOpen={fold === 'opened'} count={foldCount} onToggle={() => onFold(message.id)} />
    ) : null;
  if (message.author === 'system')
    return fold === 'hidden' ? null : <SpeakerLine message={message}>{folding}</SpeakerLine>;
  const teach = canTeach ? (pairId: string | null) => onTeach({ pairId, question }) : null;
  const canReply =
    canAnswer && message.author === 'customer' && !message.isCanceled && !chat.banned && canQuote(chat.channelType);
  return (
    <>
      {isFirstOfAuthor && <AuthorLine chat={chat} message={message} />}
      <article
        className={classes.bubble}
        data-testid="message"
        tabIndex={-1}
        data-author={message.author}
        data-canceled={message.isCanceled || undefined}
        data-trouble={message.delivery.state === 'rejected' || message.delivery.state === 'unknown' || undefined}
      >
        {message.replyTo !== null && (
          <blockquote className={classes.quote}>{quoteText(message.replyTo.text, t)}</blockquote>
        )}
        <Body chat={chat} message={message} onOpenPair={teach} />
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
      {fold !== 'hidden' && (
        <Aftermath message={message} question={question} onAddPair={teach === null ? null : () => teach(null)}>
          {folding}
        </Aftermath>
      )}
    </>
  );
});

type ContentProps = { chat: Chat; message: Message; onOpenPair: ((pairId: string) => void) | null };

function Body({ chat, message, onOpenPair }: ContentProps) {
  const { t } = useTexts();
  if (isWithdrawn(message)) {
    return (
      <del className={classes.withdrawn}>
        <Content chat={chat} message={message} onOpenPair={onOpenPair} />
      </del>
    );
  }
  if (message.isCanceled) return <p className={classes.canceled}>{t('dialogs.canceled')}</p>;
  return <Content chat={chat} message={message} onOpenPair={onOpenPair} />;
}

function Content({ chat, message, onOpenPair }: ContentProps) {
  return (
    <>
      <MessageAttachments chat={chat} message={message} />
      {message.text !== '' && <MessageText text={message.text} />}
      {message.sources.length > 0 && (
        <MessageSources sources={message.sources} said={message.text} onOpenPair={onOpenPair} />
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

type AftermathProps = { message: Message; question: string; onAddPair: (() => void) | null; children: ReactNode };

/** What followed from a message: a hand-over with its reason, or why the assistant kept silent; an answer that was missing can be added. */
function Aftermath({ message, question, onAddPair, children }: AftermathProps) {
  const { t, locale } = useTexts();
  const note = noteOf(message, { t, locale });
  if (note === null) return null;
  return (
    <p className={listClasses.note}>
      {note}
      {children}
      {onAddPair !== null && lacksAnswer(message, question) && (
        <>
          {' '}
          <UnstyledButton className={listClasses.action} onClick={onAddPair}>
            {t('dialogs.add_answer')}
          </UnstyledButton>
        </>
      )}
    </p>
  );
}

function noteOf(message: Message, texts: Pick<ReturnType<typeof useTexts>, 't' | 'locale'>): string | null {
  const { t } = texts;
  const reason = sayReason(message.reason, openQuestionsOf(message), texts);
  if (message.decision === 'hand-over') return t('dialogs.handed_over', { reason });
  if (message.decision === 'clarify' && message.reason === 'not_known') return t('dialogs.offered', { reason });
  return message.silence === null ? null : t(`dialogs.silence.${message.silence}`);
}

/** Whether the customer would see what is replied to. */
const canQuote = (type: string): boolean => isOfferedChannelType(type) && describeChannel(type).canReplyTo;
