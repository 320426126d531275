import { describe, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { behindHeldChat } from './testing/behind-held-chat.ts';
import { useHeldChats } from './testing/use-held-chats.ts';

describe('risk: the answer to a send is lost, and the platform shows us our own message before it is tried again', () => {
  const chats = useHeldChats('server');
  const { parts, clock, place, origin, ask, edit, seen, messagesOf, chatOf } = chats;
  const { startHeldChat, claimDespiteHold, endHold } = chats;

  const LONG = 'The first part of a long answer. The second part of a long answer.';
  const echo = (chatId: number, text: string, messageId = 'own-1') =>
    withTransaction(parts.core.pool, (tx) =>
      parts.core.dialogs.receiveOwnMessage(tx, {
        ...origin(),
        message: {
          ...{ kind: 'message' as const, chat: { id: String(chatId), isGroup: false, title: '' }, messageId },
          sender: { id: 'shop', name: 'Shop', firstName: '', userName: null, language: null, phone: null },
          ...{ sentAt: clock.now(), text, attachments: [], replyTo: null, albumId: null },
          ...{ isOwn: true, isAddressed: true, clientId: null },
        },
      }),
    );
  const linesOf = async (chatId: number) =>
    (await messagesOf(chatId)).map(({ author, delivery }) => `${author}: ${delivery.state}`);

  async function loseAnswer(text = 'one'): Promise<{ chatId: number; question: number }> {
    const chatId = await startHeldChat();
    const question = await ask(chatId, text);
    await endSend(chatId, { sentParts: [], unsureSince: clock.now() });
    return { chatId, question };
  }

  async function endSend(chatId: number, known: { sentParts: string[]; unsureSince: Date | null }): Promise<void> {
    const claimed = await claimDespiteHold(chatId);
    const failed = {
      state: 'retry' as const,
      reason: 'no_answer',
      vendorId: null,
      channel: null,
      retryAt: clock.now(),
    };
    await parts.core.dialogs.recordDelivery(claimed, { ...failed, ...known });
  }

  it('all of it has arrived: nothing is sent again, and it is no message of a person who answered there', async () => {
    const { chatId } = await loseAnswer();
    await echo(chatId, 're: one');
    expect(await linesOf(chatId)).toEqual(['customer: received', 'assistant: sent']);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'assistant' });
    await endHold();
    expect(seen(chatId)).toEqual([]);
  });

  it.each([
    ['the platform names its first part', ['own-1']],
    ['its first part fails again', []],
  ])('a part alone is ours and settles nothing: %s', async (_name, sentParts) => {
    const { chatId } = await loseAnswer(LONG);
    await echo(chatId, 're: The first part of a long answer.');
    await endSend(chatId, { sentParts, unsureSince: null });
    expect(await linesOf(chatId)).toEqual(['customer: received', 'assistant: retry']);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'assistant' });
  });

  it('its next try begins at this moment: it stays under way, and the echo waits for its answer', async () => {
    const { chatId } = await loseAnswer();
    let came: unknown;
    await behindHeldChat(parts.core.pool, chatId, [
      async () => {
        came = await echo(chatId, 're: one');
      },
      () => claimDespiteHold(chatId),
    ]);
    expect(came).toBe('early');
    expect(await linesOf(chatId)).toEqual(['customer: received', 'assistant: sending']);
  });

  it('each of its parts is ours', async () => {
    const { chatId } = await loseAnswer(LONG);
    await echo(chatId, 're: The first part of a long answer.', 'own-1');
    await echo(chatId, 'The second part of a long answer.', 'own-2');
    expect(await linesOf(chatId)).toEqual(['customer: received', 'assistant: retry']);
    expect(await chatOf(chatId)).toMatchObject({ speaker: 'assistant' });
  });

  it('other words are those of a person', async () => {
    const { chatId } = await loseAnswer();
    await echo(chatId, 'I am here');
    expect((await messagesOf(chatId)).map(({ author }) => author)).toContain('operator');
  });

  it('risk: an edit withdraws what may have arrived, and the customer is answered twice', async () => {
    const { chatId, question } = await loseAnswer();
    await edit(chatId, question, 'two');
    expect((await messagesOf(chatId)).map(({ isCanceled }) => isCanceled)).toEqual([false, false]);
    expect((await messagesOf(chatId))[0]).toMatchObject({ silence: 'edited' });
  });

  it('risk: a person takes over, and what may have arrived vanishes', async () => {
    const { chatId } = await loseAnswer();
    await parts.core.dialogs.pause(place(chatId));
    const answer = (await messagesOf(chatId)).find(({ author }) => author === 'assistant');
    expect(answer).toMatchObject({ isCanceled: false, delivery: { state: 'canceled' } });
  });
});
