/** How a channel is, in the order of its life; each has words: `channels.state.{state}`, `.meaning`, `.action`. */
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

/** What brings a channel back, each in words: `channels.fix.{fix}`. */
export const channelFixes = [
  // New connection details, or the same account once more.
  'replace',
  // The same account once more: there are no details to enter.
  'connect',
  // Unlinked, and connected as another channel.
  'anew',
  'permission',
  'payment',
  'take_back',
  // Something else that the platform asks for.
  'platform',
  // Nothing but the platform's decision.
  'wait',
  'administrator',
  // Another try of ours.
  'check',
  // Nothing: it is tried on, and works again by itself.
  'retrying',
] as const;
export type ChannelFix = (typeof channelFixes)[number];

/** What a reason why a channel does not work (`channels.reason.*`) means for its owner. */
export type ReasonMeaning = {
  state: ChannelState;
  fix: ChannelFix;
  /** The reason to name where the channel has worked before. */
  later?: string;
};
/** Meanings that a channel's descriptor declares: of reasons that its platform alone gives. */
export type ReasonMeanings = Readonly<Record<string, ReasonMeaning>>;

const commonMeanings: ReasonMeanings = {
  no_rights: { state: 'needs_permission', fix: 'permission' },
  account_blocked: { state: 'inactive', fix: 'wait' },
  webhook_conflict: { state: 'webhook_taken', fix: 'take_back' },
  webhook_not_set: { state: 'inactive', fix: 'check' },
  webhook_refused: { state: 'inactive', fix: 'check' },
  fetch_failing: { state: 'inactive', fix: 'retrying' },
  library_missing: { state: 'inactive', fix: 'administrator' },
  // What worked once and is refused now was taken back, whatever a platform says of what it never knew.
  token_invalid: { state: 'inactive', fix: 'replace', later: 'token_revoked' },
};
const UNKNOWN: ReasonMeaning = { state: 'inactive', fix: 'replace' };

/** What a reason means; undefined where neither the product nor the channel's descriptor says. */
export function findMeaning(reason: string, declared: ReasonMeanings = {}): ReasonMeaning | undefined {
  for (const meanings of [declared, commonMeanings]) if (Object.hasOwn(meanings, reason)) return meanings[reason];
  return undefined;
}

/** What a reason means; new connection details may help against one that nobody declares. */
export function meaningOf(reason: string, declared: ReasonMeanings = {}): ReasonMeaning {
  return findMeaning(reason, declared) ?? UNKNOWN;
}

/** The state of a connected channel by the reason for which it does not work; null: it does. */
export function stateOfReason(reason: string | null, declared: ReasonMeanings = {}): ChannelState {
  return reason === null ? 'active' : meaningOf(reason, declared).state;
}

/** What a channel is, whatever is known of it: unlinked before anything else, then how far connecting got. */
export function stateOfChannel(channel: {
  isUnlinked: boolean;
  isConnecting: boolean;
  inactiveReason: string | null;
  reasons?: ReasonMeanings;
}): ChannelState {
  if (channel.isUnlinked) return 'not_connected';
  if (channel.isConnecting) return 'connecting';
  return stateOfReason(channel.inactiveReason, channel.reasons);
}
