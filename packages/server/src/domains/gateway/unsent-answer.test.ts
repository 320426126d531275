import { describe, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { useHeldChats } from './testing/use-held-chats.ts';

describe.each(['server', 'embedded'] as const)('an answer that waits to be sent (%s)', (kind) => {
  const chats = useHeldChats(kind);
  const { clock, place, origin, settle, ask, startHeldChat, endHold, edit, remove } = chats;
  const { parts, claimDespiteHold, failSend, seen, messagesOf, chatOf, usedMessages, handedOverAt } = chats;
  const answersOf = async (chatId: number) => (await messagesOf(chatId)).filter(({ author }) => author === 'assistant');
  const openChannel = () =>
    parts.core.pool.query('update channel_outbox set held_until = null where channel_id = $1', [
      parts.channel.channelId,
    ]);

  describe('risk: a person takes the dialog, and an old answer goes out', () => {
    const send = (chatId: number) =>
      parts.core.dialogs.send({
        ...place(chatId),
        ...{
          userId: 'u1',
          userName: 'Ann',
          text: 'a person',
          urls: [],
          clientId: null,
          replyToId: null,
          state: 'queued',
        },
      });
    const ways: Record<string, (chatId: number) => Promise<unknown>> = {
      'takes over': (chatId) => parts.core.dialogs.pause(place(chatId)),
      writes: send,
      'bans the customer': (chatId) => parts.core.dialogs.setBanned(place(chatId), true),
      'answers on the platform': (chatId) => answerOnPlatform(chatId),
    };

    async function answerOnPlatform(chatId: number): Promise<unknown> {
      const message = {
        ...{ kind: 'message' as const, chat: { id: String(chatId), isGroup: false, title: '' }, messageId: 'own-1' },
        sender: { id: 'owner', name: 'Ann', firstName: '', userName: null, language: null, phone: null },
        ...{ sentAt: clock.now(), text: 'I am here', attachments: [], replyTo: null, albumId: null },
        ...{ isOwn: true, isAddressed: true, clientId: null },
      };
      return await withTransaction(parts.core.pool, (tx) =>
        parts.core.dialogs.receiveOwnMessage(tx, { ...origin(), message }),
      );
    }

    it.each(Object.entries(ways))('when a person %s', async (_way, act) => {
      const chatId = await startHeldChat();
      await ask(chatId, 'one');
      await act(chatId);
      await endHold();
      expect(seen(chatId).filter((text) => text.startsWith('re:'))).toEqual([]);
      const [question, answer] = await messagesOf(chatId);
      expect(question?.silence).toMatch(/^(taken_over|operator_spoke|banned)$/);
      expect(answer).toMatchObject({ isCanceled: true, delivery: { state: 'canceled' } });
      expect(await usedMessages()).toBe(0);
    });

    it('after handing back within the hour the question is answered anew', async () => {
      const chatId = await startHeldChat();
      await ask(chatId, 'one');
      await parts.core.dialogs.pause(place(chatId));
      await parts.core.dialogs.resume(place(chatId));
      await settle();
      await endHold();
      expect(seen(chatId)).toEqual(['re: one']);
    });

    it('one that is being sent may be what the platform shows as ours: that waits, and is a person’s once the send has failed', async () => {
      const chatId = await startHeldChat();
      await ask(chatId, 'one');
      const claimed = await claimDespiteHold(chatId);
      expect(await answerOnPlatform(chatId)).toBe('early');
      await failSend(claimed);
      await answerOnPlatform(chatId);
      await endHold();
      expect(seen(chatId).filter((text) => text.startsWith('re:'))).toEqual([]);
      const [, answer] = await messagesOf(chatId);
      expect(answer).toMatchObject({ isCanceled: true, delivery: { state: 'canceled', reason: 'taken_over' } });
    });

    it.each(Object.entries(ways).filter(([way]) => way !== 'answers on the platform'))(
      'one that is being sent is left; it is not tried again when its send fails: a person %s',
      async (way, act) => {
        const why = way === 'bans the customer' ? 'banned' : 'taken_over';
        const chatId = await startHeldChat();
        await ask(chatId, 'one');
        const claimed = await claimDespiteHold(chatId);
        await act(chatId);
        expect((await answersOf(chatId)).map(({ delivery }) => delivery.state)).toEqual(['sending']);
        await failSend(claimed);
        await endHold();
        expect(seen(chatId).filter((text) => text.startsWith('re:'))).toEqual([]);
        const [question, answer] = await messagesOf(chatId);
        expect(question?.silence).toBe(why);
        expect(answer).toMatchObject({ isCanceled: true, delivery: { state: 'canceled', reason: why } });
      },
    );

    it('another try that a person asks for goes out, however often it fails', async () => {
      const chatId = await startHeldChat();
      await ask(chatId, 'one');
      const claimed = await claimDespiteHold(chatId);
      const failed = { vendorId: null, sentParts: [], retryAt: null, channel: null };
      await parts.core.dialogs.recordDelivery(claimed, { ...failed, state: 'rejected', reason: 'refused' });
      await parts.core.dialogs.pause(place(chatId));
      const [answer] = await answersOf(chatId);
      await parts.core.dialogs.retry({ ...place(chatId), messageId: answer?.id ?? '', userId: 'u1' });
      const again = await claimDespiteHold(chatId);
      await parts.core.dialogs.recordDelivery(again, { ...failed, state: 'retry', reason: 'network' });
      await endHold();
      expect(seen(chatId)).toEqual(['re: one']);
    });

    it('claims at the same time: it goes out or is withdrawn, never both', async () => {
      const ends: string[] = [];
      for (let count = 0; count < 8; count += 1) {
        const chatId = await startHeldChat();
        await ask(chatId, 'one');
        await openChannel();
        const dialogId = (await parts.core.dialogs.find(place(chatId)))?.id ?? '';
        const [claimed] = await Promise.all([
          parts.core.dialogs.claimDelivery({ accountId: parts.channel.accountId, dialogId }),
          parts.core.dialogs.pause(place(chatId)),
        ]);
        const [answer] = await answersOf(chatId);
        // The channel is open: the node's own worker may have claimed it before both.
        const isSeen = seen(chatId).length > 0;
        ends.push(`${claimed ? 'claimed' : 'free'} ${answer?.delivery.state}${isSeen ? ', seen' : ''}`);
      }
      for (const end of ends)
        expect(end).toMatch(/^(claimed sending|free (canceled|sending|sending, seen|sent, seen))$/);
    });
  });

  describe('risk: the customer changes the question, and the answer to the old text goes out', () => {
    it('an edit withdraws it, and the new text is answered', async () => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'old');
      const [stale] = await answersOf(chatId);
      expect(stale?.delivery.state).toBe('queued');
      await edit(chatId, question, 'new');
      const [withdrawn, answer] = await answersOf(chatId);
      expect(withdrawn).toMatchObject({ isCanceled: true, delivery: { state: 'canceled', canRetry: false } });
      expect(withdrawn?.version).toBeGreaterThan(stale?.version ?? 0);
      expect(answer).toMatchObject({ text: 're: new', delivery: { state: 'queued' } });
      expect(await usedMessages()).toBe(1);
      await endHold();
      expect(seen(chatId)).toEqual(['re: new']);
    });

    it('a deletion of the only question withdraws it, and nothing goes out', async () => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'old');
      await remove(chatId, question);
      await endHold();
      expect(seen(chatId)).toEqual([]);
      expect(await usedMessages()).toBe(0);
      expect(await chatOf(chatId)).toMatchObject({
        waitingSince: null,
        lastAuthor: 'customer',
      });
    });

    it('an edit leaves the answers to later questions, and so the one to its own', async () => {
      const chatId = await startHeldChat();
      const first = await ask(chatId, 'one');
      await ask(chatId, 'two');
      await edit(chatId, first, 'uno');
      await endHold();
      expect(seen(chatId)).toEqual(['re: one', 're: two']);
      expect((await messagesOf(chatId))[0]).toMatchObject({ text: 'uno', silence: 'edited' });
    });

    it('a deletion opens later questions again: they are answered, once', async () => {
      const chatId = await startHeldChat();
      const first = await ask(chatId, 'one');
      await ask(chatId, 'two');
      await remove(chatId, first);
      await endHold();
      expect(seen(chatId)).toEqual(['re: two']);
    });

    it('an edit of a later question leaves the earlier answer', async () => {
      const chatId = await startHeldChat();
      await ask(chatId, 'one');
      const second = await ask(chatId, 'two');
      await edit(chatId, second, 'dos');
      await endHold();
      expect(seen(chatId)).toEqual(['re: one', 're: dos']);
    });

    it('an edit that changes no word leaves it', async () => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'same');
      await edit(chatId, question, 'same');
      expect(await answersOf(chatId)).toHaveLength(1);
      await endHold();
      expect(seen(chatId)).toEqual(['re: same']);
    });

    it('a call for a person is withdrawn as if it had never been', async () => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'unknown');
      expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', handOverReason: 'not_known' });
      expect(await handedOverAt(chatId)).not.toBeNull();
      clock.advance(1000);
      await edit(chatId, question, 'new');
      expect(await chatOf(chatId)).toMatchObject({ waitingSince: null, handOverReason: null });
      expect(await handedOverAt(chatId)).toBeNull();
      await endHold();
      expect(seen(chatId)).toEqual(['re: new']);
    });

    it('who waited for a person before goes on waiting', async () => {
      const chatId = await startHeldChat();
      await ask(chatId, 'unknown');
      const { waitingSince } = await chatOf(chatId);
      const saidAt = await handedOverAt(chatId);
      clock.advance(1000);
      const later = await ask(chatId, 'unknown');
      expect(await handedOverAt(chatId)).not.toEqual(saidAt);
      await edit(chatId, later, 'changed');
      expect(waitingSince).not.toBeNull();
      expect(await chatOf(chatId)).toMatchObject({ waitingSince, handOverReason: 'not_known' });
      expect(await handedOverAt(chatId)).toEqual(saidAt);
    });

    it.each(
      Object.entries({
        paused: (chatId: number) => parts.core.dialogs.pause(place(chatId)),
        banned: (chatId: number) => parts.core.dialogs.setBanned(place(chatId), true),
      }),
    )('an edit in a dialog that is %s opens nothing again', async (_state, act) => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'old');
      await claimDespiteHold(chatId);
      await act(chatId);
      await parts.core.pool.query("update messages set state = 'retry' where account_id = $1 and state = 'sending'", [
        parts.channel.accountId,
      ]);
      await edit(chatId, question, 'new');
      expect((await answersOf(chatId)).map(({ text, isCanceled }) => [text, isCanceled])).toEqual([['re: old', false]]);
      expect(await usedMessages()).toBe(1);
    });

    it('an edit that comes after a newer one changes nothing', async () => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'old');
      await edit(chatId, question, 'newest');
      await edit(chatId, question, 'stale', { age: 60 });
      const answers = (await answersOf(chatId)).filter(({ isCanceled }) => !isCanceled);
      expect(answers.map(({ text }) => text)).toEqual(['re: newest']);
      expect((await messagesOf(chatId))[0]?.text).toBe('newest');
      expect(await answersOf(chatId)).toHaveLength(2);
    });

    it.each([
      ['an edit', ['re: new'], (chatId: number, question: number) => edit(chatId, question, 'new')],
      [
        'two edits',
        ['re: new'],
        async (chatId: number, question: number) => {
          await edit(chatId, question, 'between');
          await edit(chatId, question, 'new');
        },
      ],
      ['a deletion', [], (chatId: number, question: number) => remove(chatId, question)],
    ] as const)('one that is being sent is not tried again when its send fails: %s', async (_way, answers, change) => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'old');
      const claimed = await claimDespiteHold(chatId);
      await change(chatId, question);
      await failSend(claimed);
      await settle();
      await endHold();
      expect(seen(chatId)).toEqual(answers);
      if (answers.length > 0) expect((await messagesOf(chatId))[0]?.silence).toBeNull();
    });

    it('one that is being sent is left', async () => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'old');
      const claimed = await claimDespiteHold(chatId);
      expect(claimed.text).toBe('re: old');
      await edit(chatId, question, 'new');
      expect((await answersOf(chatId)).map(({ delivery }) => delivery.state)).toEqual(['sending']);
      expect((await messagesOf(chatId))[0]).toMatchObject({ text: 'new', silence: 'edited' });
    });
  });

  describe('risk: an answered question is edited, and nobody sees why nothing follows', () => {
    async function editAnswered(text: string) {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'old');
      await endHold();
      await edit(chatId, question, text);
      const [message] = await messagesOf(chatId);
      return { chatId, question, message, chat: await chatOf(chatId), heard: seen(chatId).slice(1) };
    }

    it('the message says so', async () => {
      const { message, chat, heard } = await editAnswered('new');
      expect(heard).toEqual([]);
      expect(message).toMatchObject({ text: 'new', silence: 'edited' });
      expect(chat?.waitingSince).toBeNull();
    });

    it('an edit that changes no word says nothing', async () => {
      expect((await editAnswered('old')).message?.silence).toBeNull();
    });

    it('a new text that asks for a person calls one, in the words that a new message gets, once', async () => {
      const { chatId, question, message, chat, heard } = await editAnswered('I want to talk to a person');
      expect(heard).toEqual([expect.stringMatching(/colleague/)]);
      expect((await answersOf(chatId)).at(-1)).toMatchObject({ decision: 'hand-over', delivery: { state: 'sent' } });
      await edit(chatId, question, 'let me talk to a person!');
      expect(seen(chatId)).toHaveLength(2);
      expect(message?.silence).toBe('handed_over');
      expect(chat).toMatchObject({ speaker: 'waiting', handOverReason: 'customer_asked' });
    });

    it('also one that was edited before', async () => {
      const chatId = await startHeldChat();
      const question = await ask(chatId, 'old');
      await endHold();
      for (const text of ['new', 'I want to talk to a person']) await edit(chatId, question, text);
      expect(await chatOf(chatId)).toMatchObject({ speaker: 'waiting', handOverReason: 'customer_asked' });
    });
  });
});
