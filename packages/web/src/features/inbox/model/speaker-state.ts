import type { Chat } from '@otvet/contract';
import type { ChipKind } from '../../../components/ui/chip.tsx';
import { formatWait } from '../../../platform/format/format-time.ts';
import type { Translate } from '../../../platform/texts/text-key.ts';

export type StateChip = { kind: ChipKind; text: string };

const kinds: Record<Chat['speaker'], ChipKind> = {
  assistant: 'accent',
  operator: 'neutral',
  waiting: 'error',
  paused: 'neutral',
  banned: 'warning',
  off: 'neutral',
};

/** `me`: the id of whoever looks, while it is known. */
export type ChipScene = { chat: Chat; now: Date; me: string | undefined; t: Translate };

/** `isUnsent`: something written in this browser has not gone. */
export type RowScene = ChipScene & { isUnsent: boolean };

/** The colleague who has the dialog, by name; null where it is the reader, nobody, or somebody without a name. */
export function colleagueOf({ takenBy }: Chat, me: string | undefined): string | null {
  return takenBy === null || takenBy.id === me || takenBy.name.trim() === '' ? null : takenBy.name;
}

/** Who speaks in a dialog now, in words; a waiting customer says how long. */
export function speakerChip({ chat, now, me, t }: ChipScene): StateChip {
  if (chat.speaker === 'waiting' && chat.waitingSince !== null) {
    const wait = formatWait(new Date(chat.waitingSince), now);
    return { kind: 'error', text: t('dialogs.speaker.waiting_for', { wait }) };
  }
  // Nobody speaks with whoever cannot be reached.
  if (chat.isUnreachable && chat.speaker !== 'banned') return { kind: 'warning', text: t(whyUnreachable(chat)) };
  if (chat.speaker === 'operator' && chat.takenBy !== null) {
    const name = colleagueOf(chat, me);
    if (name !== null) return { kind: 'neutral', text: t('dialogs.speaker.colleague', { name }) };
    if (chat.takenBy.id === me) return { kind: 'neutral', text: t('dialogs.speaker.you') };
  }
  return { kind: kinds[chat.speaker], text: t(`dialogs.speaker.${chat.speaker}`) };
}

/** All states of a dialog that the list shows, the one that is always there first. */
export function dialogChips({ chat, now, me, t, isUnsent }: RowScene): StateChip[] {
  const chips: StateChip[] = [speakerChip({ chat, now, me, t })];
  if (isUnsent) chips.push({ kind: 'error', text: t('dialogs.failure.unsent') });
  const colleague = chat.speaker === 'waiting' ? colleagueOf(chat, me) : null;
  if (colleague !== null) chips.push({ kind: 'neutral', text: t('dialogs.taken_by', { name: colleague }) });
  if (chat.undelivered !== null) chips.push({ kind: 'error', text: t(`dialogs.failure.${chat.undelivered}`) });
  if (chat.isTriggered) chips.push({ kind: 'success', text: t('dialogs.task_done') });
  return chips;
}

const knownReasons = {
  customer_blocked: 'dialogs.unreachable.customer_blocked',
  customer_gone: 'dialogs.unreachable.customer_gone',
  chat_not_found: 'dialogs.unreachable.chat_gone',
  group_deleted: 'dialogs.unreachable.chat_gone',
  removed_from_group: 'dialogs.unreachable.removed_from_group',
} as const;
const isKnownReason = (reason: string): reason is keyof typeof knownReasons => Object.hasOwn(knownReasons, reason);

function whyUnreachable({ unreachableReason: reason }: Chat) {
  return reason !== null && isKnownReason(reason) ? knownReasons[reason] : 'dialogs.unreachable.short';
}

/** Whether the dialog can be handed back to the assistant. */
export function canHandBack(chat: Chat): boolean {
  return chat.paused || chat.speaker === 'operator' || chat.speaker === 'waiting';
}

/** Whether the operator can take the dialog over. */
export function canTake(chat: Chat): boolean {
  return !chat.paused && !chat.banned && !chat.isUnreachable && chat.speaker !== 'operator';
}
