import type { WidgetMessage } from '@otvet/contract';
import type { ServerEvent } from '../protocol/read-event.ts';
import { acceptItem, type OutboxItem } from './outbox.ts';

/** `lost`: there was a line and it is gone; `idle`: nobody has asked for one yet. */
export type LinkState = 'idle' | 'connecting' | 'online' | 'lost';

export type DialogState = {
  /** Change counter last seen: the place from which the stream goes on. */
  version: number;
  messages: readonly WidgetMessage[];
  /** Canceled messages, so that a late repeat does not bring one back. */
  removed: Readonly<Record<string, number>>;
  outbox: readonly OutboxItem[];
  readSeq: number;
  isReady: boolean;
  typing: { name: string | null } | null;
  link: LinkState;
};

export const initialDialogState: DialogState = {
  version: 0,
  messages: [],
  removed: {},
  outbox: [],
  readSeq: 0,
  isReady: false,
  typing: null,
  link: 'idle',
};

/** The next state after an event of the server. Repeats and events that come late change nothing. */
export function applyEvent(state: DialogState, event: ServerEvent): DialogState {
  if (event.name === 'message') return applyMessage(state, event.data);
  if (event.name === 'removed') return applyRemoved(state, event.data);
  if (event.name === 'ready') return { ...state, isReady: true, version: Math.max(state.version, event.data.version) };
  return event.name === 'typing' ? { ...state, typing: event.data } : state;
}

function applyMessage(state: DialogState, message: WidgetMessage): DialogState {
  const version = Math.max(state.version, message.version);
  const known = state.messages.find((other) => other.id === message.id);
  const isOld = (known?.version ?? 0) >= message.version || (state.removed[message.id] ?? 0) >= message.version;
  if (isOld) return { ...state, version };
  const messages = [...state.messages.filter((other) => other !== known), message].sort(bySeq);
  const isAnswer = message.from !== 'visitor';
  return {
    ...state,
    version,
    messages,
    outbox: state.outbox.filter((item) => item.clientId !== message.clientId),
    typing: isAnswer ? null : state.typing,
  };
}

function applyRemoved(state: DialogState, { id, version }: { id: string; version: number }): DialogState {
  const isNewer = (state.messages.find((message) => message.id === id)?.version ?? 0) > version;
  if (isNewer) return state;
  return {
    ...state,
    version: Math.max(state.version, version),
    messages: state.messages.filter((message) => message.id !== id),
    removed: { ...state.removed, [id]: version },
  };
}

function bySeq(one: WidgetMessage, other: WidgetMessage): number {
  return one.seq - other.seq;
}

/** Takes over what stands in the shared storage; what was accepted waits here for its echo. */
export function mergeOutbox(state: DialogState, stored: readonly OutboxItem[]): DialogState {
  const echoed = new Set(state.messages.map((message) => message.clientId));
  const accepted = state.outbox.filter((item) => item.state === 'accepted');
  const isAccepted = new Set(accepted.map((item) => item.clientId));
  const waiting = stored.filter((item) => !echoed.has(item.clientId) && !isAccepted.has(item.clientId));
  return { ...state, outbox: [...accepted, ...waiting].sort((one, other) => one.at - other.at) };
}

/** The server has it for good; its echo will replace it. Without a known echo in between it stays shown as sent. */
export function markAccepted(state: DialogState, clientId: string): DialogState {
  return { ...state, outbox: state.outbox.map((item) => (item.clientId === clientId ? acceptItem(item) : item)) };
}

/** Answers that were not seen yet. */
export function countUnread({ messages, readSeq }: Pick<DialogState, 'messages' | 'readSeq'>): number {
  return messages.filter((message) => message.from !== 'visitor' && message.seq > readSeq).length;
}

export function lastSeq({ messages }: Pick<DialogState, 'messages'>): number {
  return messages.at(-1)?.seq ?? 0;
}
