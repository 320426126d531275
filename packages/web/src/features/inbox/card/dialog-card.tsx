import { ActionIcon, Title } from '@mantine/core';
import type { Chat } from '@otvet/contract';
import { IconArrowLeft, IconAt, IconExternalLink, IconLanguage, IconMail, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ChannelBadge, channelTitle } from '../../../components/ui/channel-badge.tsx';
import { formatMoment } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useTexts } from '../../../platform/texts/texts.ts';
import { profileLinkQuery } from '../api/profile-link.ts';
import { dialogTitle } from '../model/preview-text.ts';
import type { Thread } from '../model/thread.ts';
import { AssistantCard } from './assistant-card.tsx';
import { ContextCard } from './context-card.tsx';
import classes from './dialog-card.module.css';

/** Who the customer is and what the assistant does here. */
export function DialogCard({ thread, onBack }: { thread: Thread; onBack: () => void }) {
  const { t, locale } = useTexts();
  const now = useNow();
  const { chat } = thread;
  const name = dialogTitle(chat, t);
  return (
    <aside className={classes.card} aria-label={t('dialogs.card.label')}>
      <header className={classes.bar}>
        <ActionIcon variant="subtle" color="secondary" size={44} aria-label={t('dialogs.card.back')} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.8} />
        </ActionIcon>
        {t('dialogs.card.label')}
      </header>
      <div className={classes.who}>
        <Avatar name={name} size={64} badge={<ChannelBadge type={chat.channelType} size="corner" />} />
        <Title order={2}>{name}</Title>
        <span className={classes.about}>
          {t('dialogs.card.since', {
            channel: channelTitle(chat.channelType),
            date: formatMoment({ at: new Date(chat.createdAt), now, locale }),
          })}
        </span>
      </div>
      <Contacts chat={chat} />
      {chat.context !== null && <ContextCard context={chat.context} />}
      <AssistantCard thread={thread} />
    </aside>
  );
}

function Contacts({ chat }: { chat: Chat }) {
  const { t, locale } = useTexts();
  const profile = useQuery(profileLinkQuery(chat)).data ?? '';
  const rows: { key: string; icon: ReactNode; label: string; value: ReactNode }[] = [];
  if (chat.phone)
    rows.push({
      key: 'phone',
      icon: <IconPhone size={18} stroke={1.8} />,
      label: t('dialogs.card.phone'),
      value: <a href={`tel:${chat.phone.replaceAll(/[^+\d]/g, '')}`}>{chat.phone}</a>,
    });
  if (chat.email)
    rows.push({
      key: 'email',
      icon: <IconMail size={18} stroke={1.8} />,
      label: t('dialogs.card.email'),
      value: <a href={`mailto:${encodeURIComponent(chat.email)}`}>{chat.email}</a>,
    });
  if (chat.userName)
    rows.push({
      key: 'user',
      icon: <IconAt size={18} stroke={1.8} />,
      label: t('dialogs.card.user_name'),
      value: chat.userName,
    });
  if (profile)
    rows.push({
      key: 'profile',
      icon: <IconExternalLink size={18} stroke={1.8} />,
      label: t('dialogs.card.profile'),
      value: (
        <a href={profile} target="_blank" rel="noopener noreferrer">
          {t('dialogs.card.open_profile')}
        </a>
      ),
    });
  if (chat.language)
    rows.push({
      key: 'language',
      icon: <IconLanguage size={18} stroke={1.8} />,
      label: t('dialogs.card.language'),
      value: languageName(chat.language, locale),
    });
  if (rows.length === 0) return <p className={classes.none}>{t('dialogs.card.no_contacts')}</p>;
  return (
    <dl className={classes.contacts}>
      {rows.map(({ key, icon, label, value }) => (
        <div key={key}>
          <dt title={label}>
            {icon}
            <span className={classes.hidden}>{label}</span>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The platform's code as a word; a code that is none stays as it came. */
function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
