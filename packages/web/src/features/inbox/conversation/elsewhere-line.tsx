import type { Attachment, Chat, Message } from '@otvet/contract';
import { isShared } from '@otvet/contract/values';
import { IconFile, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { channelTitle } from '../../../components/ui/channel-badge.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { profileLinkQuery } from '../api/profile-link.ts';
import classes from './message-attachments.module.css';

export type ElsewhereLineProps = { attachment: Attachment; title: string; chat: Chat };

/** What can only be looked at on the platform: a file that it hands to nobody, or something of its own that was passed on. */
export function ElsewhereLine({ attachment: { type, link }, title, chat }: ElsewhereLineProps) {
  const { t } = useTexts();
  const Icon = isShared(type) ? IconLink : IconFile;
  return (
    <p className={classes.line}>
      <Icon size={18} stroke={1.6} aria-hidden />
      {link === null ? (
        <span>
          {t('dialogs.media.only_there', { title, channel: channelTitle(chat.channelType) })}
          <OpenInChannel chat={chat} />
        </span>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {title}
        </a>
      )}
    </p>
  );
}

/** Content of a kind that only the platform shows: there may be words beside it. */
export function KindElsewhereLine({ chat, message }: { chat: Chat; message: Message }) {
  const { t } = useTexts();
  const key = message.text === '' ? 'dialogs.media.kind_only_there' : 'dialogs.media.whole_only_there';
  return (
    <p className={classes.line}>
      <IconFile size={18} stroke={1.6} aria-hidden />
      <span>
        {t(key, { channel: channelTitle(chat.channelType) })}
        <OpenInChannel chat={chat} />
      </span>
    </p>
  );
}

/** Where the platform shows the customer, if it does. */
export function OpenInChannel({ chat }: { chat: Chat }) {
  const { t } = useTexts();
  const link = useQuery(profileLinkQuery(chat)).data ?? '';
  if (link === '') return null;
  return (
    <>
      {' '}
      <a href={link} target="_blank" rel="noopener noreferrer">
        {t('dialogs.media.open_in', { channel: channelTitle(chat.channelType) })}
      </a>
    </>
  );
}
