import { Button } from '@mantine/core';
import type { Chat } from '@otvet/contract';
import { type ChannelDescriptor, describeChannel, formatHours, isOfferedChannelType } from '@otvet/contract/values';
import { IconBan, IconClockOff, IconLock, IconPlugOff } from '@tabler/icons-react';
import { useState } from 'react';
import { formatPoint } from '../../../platform/format/format-time.ts';
import { useNow } from '../../../platform/format/use-now.ts';
import { useCan } from '../../../platform/session/user-data.ts';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { isTextKey, useTexts } from '../../../platform/texts/texts.ts';
import { readReplyWindow, windowEndsKey } from '../model/reply-window.ts';
import { TemplateDialog } from '../templates/template-on-demand.ts';
import classes from './composer.module.css';
import type { ReplyTarget } from './reply-target.tsx';
import { WriteBox } from './write-box.tsx';

export type ComposerProps = {
  chat: Chat;
  replyTo: ReplyTarget | null;
  onReplyTo: (target: ReplyTarget | null) => void;
};

/** Where the operator writes, or the reason why he cannot. */
export function Composer({ chat, replyTo, onReplyTo }: ComposerProps) {
  const { t } = useTexts();
  const canAnswer = useCan('inbox_answer');
  const reason = blockedReason({ chat, canAnswer });
  if (reason !== null || !isOfferedChannelType(chat.channelType)) {
    const { icon: Icon, key } = reason ?? { icon: IconPlugOff, key: 'dialogs.blocked.channel' as const };
    return (
      <div className={classes.blocked} role="note">
        <Icon size={18} stroke={1.8} aria-hidden />
        {key === 'dialogs.blocked.unreachable' ? unreachableText(chat, t) : t(key)}
      </div>
    );
  }
  return (
    <WithinWindow chat={chat} replyTo={replyTo} onReplyTo={onReplyTo} channel={describeChannel(chat.channelType)} />
  );
}

const TICK_MS = 30_000;

/** Some platforms take an answer only for a time after the customer wrote. */
function WithinWindow({ chat, channel, ...rest }: ComposerProps & { channel: ChannelDescriptor }) {
  const { t, locale } = useTexts();
  const now = useNow(TICK_MS);
  const window = readReplyWindow({ chat, window: channel.window, now });
  if (window?.isClosed) return <ClosedWindow chat={chat} channel={channel} hours={window.hours} />;
  return (
    <>
      {window !== null && (
        <p className={classes.window}>
          {t(windowEndsKey(channel), { at: formatPoint({ at: window.until, now, locale }) })}
        </p>
      )}
      <WriteBox chat={chat} channel={channel} {...rest} />
    </>
  );
}

/** Free words are over: approved ones are offered, where the platform has them. */
function ClosedWindow({ chat, channel, hours }: { chat: Chat; channel: ChannelDescriptor; hours: number }) {
  const { t, locale } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const hasTemplates = channel.hasTemplates === true;
  return (
    <div className={classes.blocked} role="note">
      <IconClockOff size={18} stroke={1.8} aria-hidden />
      <span className={classes.why}>
        {t(hasTemplates ? 'dialogs.blocked.window_template' : 'dialogs.blocked.window', {
          channel: channel.title,
          time: formatHours(hours, locale),
        })}
      </span>
      {hasTemplates && <Button onClick={() => setIsOpen(true)}>{t('dialogs.template.open')}</Button>}
      {isOpen && <TemplateDialog chat={chat} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** With the platform's own reason, where it is known. */
function unreachableText({ unreachableReason }: Chat, t: Translate): string {
  const key = `dialogs.delivery.reason.${unreachableReason}`;
  return isTextKey(key)
    ? t('dialogs.blocked.unreachable_because', { reason: t(key) })
    : t('dialogs.blocked.unreachable');
}

function blockedReason({ chat, canAnswer }: { chat: Chat; canAnswer: boolean }) {
  if (!canAnswer) return { icon: IconLock, key: 'dialogs.blocked.role' } as const;
  if (chat.banned) return { icon: IconBan, key: 'dialogs.blocked.banned' } as const;
  if (chat.isUnreachable) return { icon: IconPlugOff, key: 'dialogs.blocked.unreachable' } as const;
  return null;
}
