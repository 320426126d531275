import type { Chat, Message } from '@otvet/contract';

const CHANNEL_ID = '0192f0c1-0000-7000-8000-000000000001';

/** A message for tests; `seq` alone makes its identity. */
export function buildMessage(patch: Partial<Message> & { seq: number }): Message {
  return {
    id: `message-${patch.seq}`,
    place: patch.seq,
    version: patch.seq,
    author: 'customer',
    authorName: null,
    text: `text ${patch.seq}`,
    attachments: [],
    createdAt: new Date(1_700_000_000_000 + patch.seq * 1000).toISOString(),
    editedAt: null,
    isCanceled: false,
    replyTo: null,
    delivery: { state: 'received', reason: null, retryAt: null, canRetry: false, share: null },
    silence: null,
    decision: null,
    reason: null,
    confidence: null,
    sources: [],
    choices: [],
    tookMs: null,
    debug: null,
    clientId: null,
    textEdit: null,
    revived: false,
    ...patch,
  };
}

/** A dialog for tests. */
export function buildChat(patch: Partial<Chat> = {}): Chat {
  const chatId = patch.chatId ?? '1';
  return {
    uniqueId: `${chatId}_${CHANNEL_ID}`,
    chatId,
    channelId: CHANNEL_ID,
    channelName: 'Site',
    channelType: 'widget',
    dialogName: 'Anna',
    firstName: 'Anna',
    text: '',
    lastAuthor: 'customer',
    unreadCount: 0,
    customUnread: false,
    paused: false,
    banned: false,
    isGroup: false,
    isTriggered: false,
    revived: false,
    isUnreachable: false,
    unreachableReason: null,
    undelivered: null,
    speaker: 'assistant',
    takenBy: null,
    customerAt: null,
    comeBackAt: null,
    waitingSince: null,
    handOverReason: null,
    email: null,
    phone: null,
    socLink: null,
    userName: null,
    language: null,
    context: null,
    tags: [],
    lastMessageDate: '2026-01-01T00:00:00.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    lastSeq: 1,
    ...patch,
  };
}
