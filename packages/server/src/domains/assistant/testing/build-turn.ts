import { type ChannelSettings, initialChannelSettings } from '@otvet/contract';
import type { ClaimedTurn, TurnDecision, TurnMessage } from '../../dialogs/index.ts';

const start = new Date('2026-11-20T10:00:00Z').getTime();

export function buildMessage(message: Partial<TurnMessage> & Pick<TurnMessage, 'author' | 'text'>): TurnMessage {
  const seq = message.seq ?? 1;
  return {
    seq,
    attachmentTypes: [],
    replyText: null,
    createdAt: new Date(start + seq * 1000),
    decision: null,
    reason: null,
    sources: [],
    choices: [],
    ...message,
  };
}

export function buildTurn(asked: string | Partial<TurnMessage>[], more: Partial<ClaimedTurn> = {}): ClaimedTurn {
  const messages = typeof asked === 'string' ? [{ text: asked }] : asked;
  return {
    accountId: 'account',
    dialogId: 'dialog',
    channelId: 'channel',
    chatId: 'chat',
    epoch: 1,
    turnSeq: 100,
    dueAt: new Date(start),
    attempt: 1,
    isGroup: false,
    language: null,
    context: null,
    handedOverAt: null,
    waitingSince: null,
    customerAt: null,
    isOfferOver: false,
    allowance: 'ok',
    turn: messages.map((message, at) => buildMessage({ author: 'customer', text: '', seq: 100 + at, ...message })),
    history: [],
    ...more,
  };
}

/** What the dialog holds after a decision: for the next turn's history. */
export function echoTurn(decision: TurnDecision, seq = 50): TurnMessage {
  const { text, kind, reason, sources, choices } = decision;
  return buildMessage({ author: 'assistant', seq, text, decision: kind, reason, sources, choices });
}

export function buildSettings(more: Partial<ChannelSettings> = {}): ChannelSettings {
  return { ...initialChannelSettings, name: 'Канал', ...more };
}
