import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Chat } from '@otvet/contract';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ChannelBadge, channelTitle } from '../../../components/ui/channel-badge.tsx';
import { useCan } from '../../../platform/session/user-data.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { useDialogAction } from '../api/dialog-actions.ts';
import { useTyping } from '../api/typing-store.ts';
import { dialogTitle } from '../model/preview-text.ts';
import { canHandBack, canTake } from '../model/speaker-state.ts';
import { BackButton } from './back-button.tsx';
import classes from './conversation-header.module.css';
import { DialogMenu } from './dialog-menu.tsx';

export type ConversationHeaderProps = { chat: Chat; onBack: () => void; onOpenCard: () => void };

export function ConversationHeader({ chat, onBack, onOpenCard }: ConversationHeaderProps) {
  const { t } = useTexts();
  const name = dialogTitle(chat, t);
  return (
    <header className={classes.header}>
      <BackButton onBack={onBack} />
      <UnstyledButton className={classes.who} onClick={onOpenCard}>
        <Avatar name={name} size={36} badge={<ChannelBadge type={chat.channelType} size="corner" />} />
        <span className={classes.names}>
          <h2>{name}</h2>
          <Subtitle chat={chat} />
          <VisuallyHidden>{t('dialogs.open_card')}</VisuallyHidden>
        </span>
      </UnstyledButton>
      <SpeakerButton chat={chat} />
      <DialogMenu chat={chat} />
    </header>
  );
}

function Subtitle({ chat }: { chat: Chat }) {
  const { t } = useTexts();
  const typing = useTyping(chat.uniqueId);
  const parts = [channelTitle(chat.channelType), chat.channelName, chat.userName === null ? null : `@${chat.userName}`];
  const about = parts
    .filter((part, index) => part !== null && part !== '' && parts.indexOf(part) === index)
    .join(' · ');
  return (
    <span className={classes.about} aria-live="polite">
      {typing === undefined ? about : t(`dialogs.typing.${typing.by}`, { name: typing.name ?? t('dialogs.someone') })}
    </span>
  );
}

/** The one main action: take the dialog, or give it back. */
function SpeakerButton({ chat }: { chat: Chat }) {
  const { t } = useTexts();
  const action = useDialogAction();
  const canAnswer = useCan('inbox_answer');
  if (!canAnswer || chat.banned) return null;
  const id = chat.uniqueId;
  if (canTake(chat)) {
    return (
      <Button
        size="sm"
        className={classes.main}
        loading={action.isPending}
        onClick={() => action.mutate({ action: 'pause', id })}
      >
        <span className={classes.long}>{t('dialogs.action.take')}</span>
        <span className={classes.short}>{t('dialogs.action.take_short')}</span>
      </Button>
    );
  }
  if (!canHandBack(chat)) return null;
  return (
    <Button
      size="sm"
      color="secondary.1"
      className={classes.main}
      loading={action.isPending}
      onClick={() => action.mutate({ action: 'resume', id })}
    >
      <span className={classes.long}>{t('dialogs.action.hand_back')}</span>
      <span className={classes.short}>{t('dialogs.action.hand_back_short')}</span>
    </Button>
  );
}
