import { describe, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { useHeldChats } from './testing/use-held-chats.ts';

describe('risk: the answer to a send is lost, and the platform shows us our own message before it is tried again', () => {
  const chats = useHeldChats('server');
  const { parts, clock, origin, ask, startHeldChat, claimDespiteHold, endHold, messagesOf, chatOf } = chats;

  const echo = (chatId: number, text: string) =>
    withTransaction(parts.core.pool, (tx) =>
      parts.core.dialogs.receiveOwnMessage(tx, {
        ...origin(),
        message: {
          ...{ kind: 'message' as const, chat: { id: String(chatId), isGroup: false, title: '' }, messageId: 'own-1' },
          sender: { id: 'shop', name: 'Shop', firstName: '', userName: null, language: null, phone: null },
          ...{ sentAt: clock.now(), text, attachments: [], replyTo: null, albumId: null },
          ...{ isOwn: true, isAddressed: true, clientId: null },
        },
      }),
    );

  async function loseAnswer(): Promise<number> {
    const chatId = await startHeldChat();
    await ask(chatId, 'one');
    const claimed = await claimDespiteHold(chatId);
    const lost = { vendorId: null, sentParts: [], channel: null, unsureSince: clock.now() };
    const retryAt = new Date(clock.now().getTime() + 3_600_000);
    await parts.core.dialogs.recordDelivery(claimed, { ...lost, state: 'retry', reason: 'no_answer', retryAt });
    return chatId;
  }

  it('it is that message, not one of a person who answered there', async () => {
    const chatId = await loseAnswer();
    await echo(chatId, 're: one');
    expect((await messagesOf(chatId)).map(({ author }) => author)).toEqual(['customer', 'assistant']);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'assistant' });
  });

  it('other words are those of a person', async () => {
    const chatId = await loseAnswer();
    await echo(chatId, 'I am here');
    expect((await messagesOf(chatId)).map(({ author }) => author)).toContain('operator');
    await endHold();
  });
});
