import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { LoadError } from '../../../components/ui/load-error.tsx';
import { onDemand } from '../../../components/ui/on-demand.tsx';
import { isGone } from '../../../platform/api/is-gone.ts';
import { useTexts, withTexts } from '../../../platform/texts/texts.ts';
import { useThread } from '../api/use-thread.ts';
import { DialogCard } from '../card/dialog-card.tsx';
import { Composer } from '../composer/composer.tsx';
import { offerDraft } from '../composer/drafts.ts';
import type { ReplyTarget } from '../composer/reply-target.tsx';
import type { Teaching } from '../model/teaching.ts';
import { useOpenHere } from '../notifications/use-open-here.ts';
import { BackButton } from './back-button.tsx';
import { ChannelNotice } from './channel-notice.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { MessageList } from './message-list.tsx';
import classes from './open-dialog.module.css';
import { useDialogCommands } from './use-dialog-commands.ts';
import { useMarkAsRead } from './use-mark-as-read.ts';

const TeachDialog = onDemand({
  load: () => withTexts(['knowledge'], async () => (await import('../teaching/teach-dialog.tsx')).TeachDialog),
});

/** The conversation and the card of the selected dialog. */
export function OpenDialog({ uniqueId, onClose }: { uniqueId: string; onClose: () => void }) {
  const { t } = useTexts();
  const thread = useThread(uniqueId);
  const [isCardOpen, setIsCardOpen] = useState(false);
  const [replyTo, setReplyTo] = useState<ReplyTarget | null>(null);
  const [teaching, setTeaching] = useState<Teaching | null>(null);
  useOpenHere(uniqueId);
  useMarkAsRead(thread.data?.chat);
  useDialogCommands(thread.data?.chat);
  if (thread.data === undefined) {
    return (
      <div className={classes.talk}>
        <BackButton onBack={onClose} />
        {thread.isError ? (
          <NoThread error={thread.error} onRetry={() => void thread.refetch()} onClose={onClose} />
        ) : (
          <div className={classes.skeleton} role="status" aria-label={t('shell.loading')}>
            <Skeleton h={44} w="45%" radius={14} />
            <Skeleton h={72} w="60%" radius={14} ml="auto" />
            <Skeleton h={44} w="35%" radius={14} />
          </div>
        )}
      </div>
    );
  }
  const { chat } = thread.data;
  const use = (text: string) => {
    setTeaching(null);
    offerDraft({ uniqueId, text });
  };
  return (
    <div className={classes.open} data-card={isCardOpen || undefined}>
      <section className={classes.talk} aria-label={t('dialogs.conversation')}>
        <ConversationHeader chat={chat} onBack={onClose} onOpenCard={() => setIsCardOpen(true)} />
        <MessageList
          thread={thread.data}
          outgoing={thread.outgoing}
          isLoadingOlder={thread.older.isPending}
          olderError={thread.older.error}
          onLoadOlder={() => thread.older.mutate()}
          onReply={setReplyTo}
          onTeach={setTeaching}
        />
        <ChannelNotice chat={chat} />
        <Composer chat={chat} replyTo={replyTo} onReplyTo={setReplyTo} />
      </section>
      <DialogCard thread={thread.data} onBack={() => setIsCardOpen(false)} />
      {teaching !== null && (
        <TeachDialog chat={chat} teaching={teaching} onUse={use} onClose={() => setTeaching(null)} />
      )}
    </div>
  );
}

function NoThread({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const { t } = useTexts();
  if (!isGone(error)) return <LoadError error={error} onRetry={onRetry} />;
  return (
    <div className={classes.skeleton}>
      <EmptyState
        title={t('dialogs.gone.title')}
        text={t('dialogs.gone.text')}
        action={{ label: t('dialogs.gone.button'), onClick: onClose }}
      />
    </div>
  );
}
