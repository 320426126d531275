import { type Chat, deliveryFailures, dialogUniqueId } from '@otvet/contract';
import type { ChannelFacts } from '../channels/index.ts';
import type { DialogRow } from './list-store.ts';
import { previewOf } from './preview.ts';

/** A dialog as the API shows it. */
export function toChat(row: DialogRow, channel: ChannelFacts | undefined): Chat {
  const { id: _id, name, lastText, unread, taskDone, lastAt, operatorSeq, ...rest } = row;
  const { takenById, takenByName, ownFailure, lastWords, ...same } = rest;
  return {
    ...same,
    uniqueId: dialogUniqueId(row),
    channelName: channel?.name ?? '',
    channelType: channel?.type ?? '',
    dialogName: name === row.chatId ? '' : name,
    // Whoever waits is shown with what he waits for, not with what we said since.
    ...(lastWords === null ? { text: lastText } : { text: previewOf(lastWords), lastAuthor: 'customer' }),
    unreadCount: unread,
    isTriggered: taskDone,
    isUnreachable: row.unreachableReason !== null,
    undelivered: ownFailure ?? deliveryFailures.find((failure) => failure === row.handOverReason) ?? null,
    speaker: speakerOf({ ...row, operatorSeq }, channel),
    takenBy: row.paused && takenById !== null ? { id: takenById, name: takenByName ?? '' } : null,
    waitingSince: (isWaiting(row) && row.waitingSince?.toISOString()) || null,
    handOverReason: isWaiting(row) ? row.handOverReason : null,
    customerAt: row.customerAt?.toISOString() ?? null,
    comeBackAt: (row.unreachableReason === null && row.comeBackAt?.toISOString()) || null,
    tags: [],
    lastMessageDate: lastAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Nobody waits who cannot be reached. */
const isWaiting = (row: DialogRow) => row.waitingSince !== null && row.unreachableReason === null;

function speakerOf(row: DialogRow, channel: ChannelFacts | undefined): Chat['speaker'] {
  if (row.banned) return 'banned';
  if (isWaiting(row)) return 'waiting';
  if (row.paused) return row.operatorSeq > 0 ? 'operator' : 'paused';
  return channel?.isActive ? 'assistant' : 'off';
}
