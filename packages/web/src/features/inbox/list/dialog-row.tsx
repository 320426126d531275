import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Chat } from '@otvet/contract';
import { IconClockPause } from '@tabler/icons-react';
import { memo } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ChannelBadge, channelTitle } from '../../../components/ui/channel-badge.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { CountBadge } from '../../../components/ui/count-badge.tsx';
import { formatMoment } from '../../../platform/format/format-time.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { dialogTitle, previewText } from '../model/preview-text.ts';
import { dialogChips } from '../model/speaker-state.ts';
import classes from './dialog-list.module.css';

export type DialogRowProps = {
  chat: Chat;
  now: Date;
  /** The id of whoever looks. */
  me: string | undefined;
  isSelected: boolean;
  /** Its channel cannot send now. */
  isHeld: boolean;
  /** Something written in this browser has not gone. */
  isUnsent: boolean;
  onSelect: (uniqueId: string) => void;
};

export const DialogRow = memo(function DialogRow(props: DialogRowProps) {
  const { chat, now, me, isSelected, isHeld, isUnsent, onSelect } = props;
  const { t, locale } = useTexts();
  const name = dialogTitle(chat, t);
  const isUnread = chat.unreadCount > 0 || chat.customUnread;
  return (
    <li>
      <UnstyledButton
        className={classes.row}
        title={channelTitle(chat.channelType)}
        data-testid="dialog-row"
        data-unread={isUnread || undefined}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onSelect(chat.uniqueId)}
      >
        <span className={classes.photo}>
          <Avatar name={name} size={38} badge={<ChannelBadge type={chat.channelType} size="corner" />} />
        </span>
        <span className={classes.name}>
          {name}
          <VisuallyHidden>, {channelTitle(chat.channelType)}</VisuallyHidden>
        </span>
        {isHeld && (
          <span className={classes.held} title={t('dialogs.channel_trouble.short')}>
            <IconClockPause size={15} stroke={1.8} aria-hidden />
            <VisuallyHidden>{t('dialogs.channel_trouble.short')}</VisuallyHidden>
          </span>
        )}
        <time className={classes.time} dateTime={chat.lastMessageDate}>
          {formatMoment({ at: new Date(chat.lastMessageDate), now, locale })}
        </time>
        <span className={classes.preview}>{previewText(chat, t, me)}</span>
        {isUnread && (
          <CountBadge className={classes.count} count={chat.unreadCount}>
            <VisuallyHidden>{t('dialogs.unread')}</VisuallyHidden>
          </CountBadge>
        )}
        <span className={classes.chips}>
          {dialogChips({ chat, now, me, t, isUnsent }).map((chip) => (
            <Chip key={chip.text} kind={chip.kind}>
              {chip.text}
            </Chip>
          ))}
        </span>
      </UnstyledButton>
    </li>
  );
});
