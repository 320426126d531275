/** How a channel is, in the order of its life; each has words: `channels.state.{state}`, `.meaning`, `.fix`, `.action`. */
export const channelStates = [
  'connecting',
  'active',
  'inactive',
  'needs_permission',
  'subscription_needed',
  'webhook_taken',
  'not_connected',
] as const;
export type ChannelState = (typeof channelStates)[number];

/** Why a platform does not let a channel work, where new credentials are not the answer; every other reason is `inactive`. */
const statesOfReasons: Record<string, ChannelState> = {
  no_rights: 'needs_permission',
  permission_missing: 'needs_permission',
  right_manage_missing: 'needs_permission',
  right_messages_missing: 'needs_permission',
  right_photos_missing: 'needs_permission',
  right_docs_missing: 'needs_permission',
  captcha_needed: 'needs_permission',
  plan_restricted: 'subscription_needed',
  subscription_needed: 'subscription_needed',
  webhook_conflict: 'webhook_taken',
  poller_conflict: 'webhook_taken',
};

/** The state of a connected channel by the reason for which it does not work; null: it does. */
export function stateOfReason(reason: string | null): ChannelState {
  if (reason === null) return 'active';
  return Object.hasOwn(statesOfReasons, reason) ? (statesOfReasons[reason] ?? 'inactive') : 'inactive';
}

/** What a channel is, whatever is known of it: unlinked before anything else, then how far connecting got. */
export function stateOfChannel(channel: {
  isUnlinked: boolean;
  isConnecting: boolean;
  inactiveReason: string | null;
}): ChannelState {
  if (channel.isUnlinked) return 'not_connected';
  if (channel.isConnecting) return 'connecting';
  return stateOfReason(channel.inactiveReason);
}
