import type { Message } from '@otvet/contract';

/** A message as the dialogs keep it, with the inner fields filled so that a leak would show. */
export function buildMessage(own: Partial<Message> & Pick<Message, 'id' | 'seq' | 'version'>): Message {
  return {
    place: own.seq,
    author: 'assistant',
    authorName: null,
    text: 'Доставка бесплатная',
    attachments: [],
    createdAt: '2026-11-20T14:29:00.000Z',
    editedAt: null,
    isCanceled: false,
    replyTo: null,
    delivery: { state: 'sent', reason: 'SECRET-delivery', retryAt: null, canRetry: false, share: null },
    silence: null,
    decision: 'answer',
    reason: 'SECRET-reason',
    confidence: 0.9,
    sources: [{ passageId: 'p', knowledgeBaseId: 'k', title: 'SECRET-source', kind: 'qa', score: 1 }],
    choices: [],
    tookMs: 3,
    debug: null,
    clientId: null,
    textEdit: 'SECRET-edit',
    revived: false,
    ...own,
  };
}
