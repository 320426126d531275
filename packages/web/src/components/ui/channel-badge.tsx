import { type ChannelType, describeChannel, isOfferedChannelType } from '@otvet/contract';
import { translate } from '../../platform/texts/texts.ts';
import classes from './channel-badge.module.css';

/** Letter of a channel in its colour: on the corner of an avatar, or alone. */
export function ChannelBadge({ type, size }: { type: ChannelType; size: 'corner' | 'large' }) {
  if (!isOfferedChannelType(type)) return null;
  const { badge } = describeChannel(type);
  return (
    <span
      className={classes.badge}
      data-size={size}
      aria-hidden
      style={{ background: `var(--mantine-color-${badge.color}-5)` }}
    >
      {badge.letter}
    </span>
  );
}

/** Name of a channel type for people. */
export function channelTitle(type: ChannelType): string {
  return isOfferedChannelType(type) ? translate(`shell.channel.${type}`) : type;
}
