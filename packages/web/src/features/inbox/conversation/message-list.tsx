import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { LoadMore } from '../../../components/ui/load-more.tsx';
import { formatDay } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useChannelTrouble } from '../api/channel-troubles.ts';
import type { ReplyTarget } from '../composer/reply-target.tsx';
import { foldLines, lineFoldOf } from '../model/fold-lines.ts';
import { explainWaits } from '../model/message-wait.ts';
import type { Outgoing } from '../model/outbox.ts';
import { questionsOf, type Teaching } from '../model/teaching.ts';
import type { Thread } from '../model/thread.ts';
import { buildTimeline, findFirstUnread } from '../model/timeline.ts';
import { MessageBubble } from './message-bubble.tsx';
import classes from './message-list.module.css';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import { useMessageScroll } from './use-message-scroll.ts';

/** Which runs of equal lines are open. */
function useFolds(messages: Thread['messages']) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const runs = foldLines(messages);
  const latest = useRef(runs);
  latest.current = runs;
  const toggle = useCallback((id: string) => {
    const run = latest.current.get(id) ?? [];
    setOpened((before) => {
      const isOpen = run.some((member) => before.has(member));
      return isOpen ? new Set([...before].filter((member) => !run.includes(member))) : new Set([...before, ...run]);
    });
  }, []);
  return { foldOf: (id: string) => lineFoldOf(id, { runs, opened }), toggle };
}

export type MessageListProps = {
  thread: Thread;
  outgoing: Outgoing[];
  isLoadingOlder: boolean;
  olderError: unknown;
  onLoadOlder: () => void;
  onReply: (target: ReplyTarget) => void;
  onTeach: (teaching: Teaching) => void;
};

export function MessageList({ thread, outgoing, onReply, onTeach, ...older }: MessageListProps) {
  const { t, locale } = useTexts();
  const now = useNow();
  const { messages, chat, hasOlder } = thread;
  const [firstUnreadId] = useState(() => findFirstUnread(messages, chat.unreadCount));
  const scroll = useMessageScroll({ messages, outgoing });
  const waits = explainWaits(messages, useChannelTrouble(chat.channelId));
  const questions = questionsOf(messages);
  const { foldOf, toggle } = useFolds(messages);
  const rows = buildTimeline(messages, firstUnreadId);
  return (
    <div className={classes.frame}>
      <div
        ref={scroll.ref}
        className={classes.scroll}
        onScroll={scroll.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without buttons must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('dialogs.messages')}
      >
        <div className={classes.flow}>
          {(hasOlder || older.isLoadingOlder) && (
            <LoadMore
              hasMore={hasOlder}
              isLoading={older.isLoadingOlder}
              error={older.olderError}
              onLoad={older.onLoadOlder}
              endText={null}
            />
          )}
          {!hasOlder && messages.length > 0 && <p className={classes.note}>{t('dialogs.beginning')}</p>}
          {rows.map((row) => {
            if (row.kind === 'day')
              return (
                <p key={row.key} className={classes.note}>
                  {formatDay({ at: row.at, now, locale })}
                </p>
              );
            if (row.kind === 'new')
              return (
                <p key={row.key} className={classes.divider}>
                  <span>{t('dialogs.new_messages')}</span>
                </p>
              );
            const fold = foldOf(row.message.id);
            return (
              <MessageBubble
                key={row.key}
                chat={chat}
                message={row.message}
                isFirstOfAuthor={row.isFirstOfAuthor}
                wait={waits.get(row.message.id)}
                question={questions.get(row.message.id) ?? ''}
                fold={fold.kind}
                foldCount={'count' in fold ? fold.count : 1}
                onFold={toggle}
                onReply={onReply}
                onTeach={onTeach}
              />
            );
          })}
          {outgoing.map((one) => (
            <OutgoingBubble key={one.clientId} uniqueId={chat.uniqueId} outgoing={one} />
          ))}
          {messages.length === 0 && outgoing.length === 0 && <p className={classes.note}>{t('dialogs.no_messages')}</p>}
        </div>
      </div>
      {scroll.isAway && (
        <Button
          className={classes.down}
          size="compact-md"
          radius="xl"
          color={scroll.unseen > 0 ? 'yellow' : 'secondary.1'}
          leftSection={<IconArrowDown size={16} />}
          onClick={scroll.toBottom}
        >
          {scroll.unseen > 0 ? t('dialogs.new_below', { count: scroll.unseen }) : t('dialogs.to_bottom')}
        </Button>
      )}
    </div>
  );
}
