import type { Attachment, Chat, Message } from '@otvet/contract';
import { IconFile, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { channelTitle } from '../../../components/ui/channel-badge.tsx';
import { useTexts } from '../../../platform/texts/texts.ts';
import { profileLinkQuery } from '../api/profile-link.ts';
import classes from './message-attachments.module.css';

export type ElsewhereLineProps = { attachment: Attachment; title: string; chat: Chat };

/** What the platform hands to nobody: it can only be looked at there. */
export function ElsewhereLine({ attachment: { link }, title, chat }: ElsewhereLineProps) {
  const { t } = useTexts();
  return (
    <p className={classes.line}>
      <IconFile size={18} stroke={1.6} aria-hidden />
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

/** What a customer passed on of the platform's own, such as a post: by its kind and title, with its page. */
export function SharedLine({ attachment: { link }, title, chat }: ElsewhereLineProps) {
  const { t } = useTexts();
  return (
    <p className={classes.line}>
      <IconLink size={18} stroke={1.6} aria-hidden />
      {link === null ? (
        <span>
          {t('dialogs.media.shared_only_there', { title, channel: channelTitle(chat.channelType) })}
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
