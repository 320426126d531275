import type { Chat } from '@otvet/contract';
import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { IconBan, IconLock, IconPlugOff } from '@tabler/icons-react';
import { useCan } from '../../../platform/session/user-data.ts';
import type { Translate } from '../../../platform/texts/text-key.ts';
import { isTextKey, useTexts } from '../../../platform/texts/texts.ts';
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
  return <WriteBox chat={chat} channel={describeChannel(chat.channelType)} replyTo={replyTo} onReplyTo={onReplyTo} />;
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
