import { describeChannel, isOfferedChannelType } from '@otvet/contract/values';
import { translate } from '../../platform/texts/texts.ts';
import classes from './channel-badge.module.css';

/** Mark of a channel in its colour: on the corner of an avatar, or alone. */
export function ChannelBadge({ type, size }: { type: string; size: 'corner' | 'large' }) {
  if (!isOfferedChannelType(type)) return null;
  const { badge } = describeChannel(type);
  return (
    <span
      className={classes.badge}
      data-size={size}
      data-long={badge.letter.length > 1 || undefined}
      aria-hidden
      style={{ background: badge.color }}
    >
      {badge.letter}
    </span>
  );
}

/** Name of a channel type for people. */
export function channelTitle(type: string): string {
  return isOfferedChannelType(type) ? translate(`shell.channel.${type}`) : type;
}
