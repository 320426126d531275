import type { WidgetMessage } from '@otvet/contract';
import { markOf, type OutboxItem } from './outbox.ts';

export type MessageRow = {
  kind: 'message';
  key: string;
  from: WidgetMessage['from'];
  name: string | null;
  /** Of a person. */
  picture: string | null;
  text: string;
  images: readonly WidgetMessage['images'][number][];
  clientId: string | null;
  /** Own picture that is not on the server yet. */
  isLocalImage: boolean;
  at: Date;
  mark: 'none' | 'sending' | 'stuck' | 'failed' | 'sent';
  reason: string;
  /** When a message that waits is tried again, in milliseconds. */
  due: number;
  /** First and last of a run by one author: the first has the name, the last the time. */
  isFirst: boolean;
  isLast: boolean;
};

export type Row = { kind: 'day'; key: string; at: Date } | MessageRow;

const RUN_MS = 5 * 60_000;

/** What the list shows, top to bottom: stored messages, then what is still on its way out. */
export function buildRows(messages: readonly WidgetMessage[], outbox: readonly OutboxItem[]): Row[] {
  const bare = [...messages.map(fromMessage), ...outbox.map(fromItem)];
  return bare.flatMap((row, index) => {
    const before = bare[index - 1];
    const after = bare[index + 1];
    const isNewDay = before?.at.toDateString() !== row.at.toDateString();
    const isFirst = !isSameRun(before, row);
    const isLast = !isSameRun(row, after);
    const day: Row = { kind: 'day', key: `day-${row.at.toDateString()}`, at: row.at };
    return isNewDay ? [day, { ...row, isFirst, isLast }] : [{ ...row, isFirst, isLast }];
  });
}

function isSameRun(one: MessageRow | undefined, other: MessageRow | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const isNear = other.at.getTime() - one.at.getTime() < RUN_MS && one.at.toDateString() === other.at.toDateString();
  return isNear && one.from === other.from && one.name === other.name && !isTroubled(one) && !isTroubled(other);
}

function isTroubled({ mark }: MessageRow): boolean {
  return mark === 'failed' || mark === 'stuck';
}

function fromMessage(message: WidgetMessage): MessageRow {
  return {
    ...emptyRow,
    ...message,
    key: message.clientId ?? message.id,
    at: new Date(message.at),
    mark: message.from === 'visitor' ? 'sent' : 'none',
  };
}

function fromItem(item: OutboxItem): MessageRow {
  return {
    ...emptyRow,
    key: item.clientId,
    text: item.text,
    clientId: item.clientId,
    isLocalImage: item.kind === 'image',
    at: new Date(item.at),
    mark: markOf(item),
    reason: item.reason,
    due: item.due,
  };
}

const emptyRow = {
  kind: 'message',
  from: 'visitor',
  name: null,
  picture: null,
  images: [],
  isLocalImage: false,
  reason: '',
  due: 0,
  isFirst: true,
  isLast: true,
} as const;
