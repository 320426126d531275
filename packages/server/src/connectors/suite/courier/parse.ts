import type { InboundEvent } from '../../port.ts';
import { courierPayload, pageNews } from './payload.ts';

export function parse(payload: unknown): InboundEvent[] {
  const news = pageNews.safeParse(payload).data?.page;
  if (news) return [{ kind: 'account', ...news }];
  const result = courierPayload.safeParse(payload);
  if (!result.success) return [{ kind: 'ignored', reason: 'unreadable' }];
  const { id, chat, name, text, at, replyTo } = result.data.message;
  return [
    {
      kind: 'message',
      chat: { id: chat, isGroup: false, title: name },
      sender: { id: chat, name, firstName: name, userName: null, language: null, phone: null },
      messageId: id,
      sentAt: new Date(at),
      text,
      attachments: [],
      replyTo: replyTo === undefined ? null : { messageId: replyTo, text: '' },
      albumId: null,
      isOwn: false,
      isAddressed: true,
      clientId: null,
    },
  ];
}
