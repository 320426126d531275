import { describe, expect, it, vi } from 'vitest';
import type { ReceiptOf } from '../../connectors/port.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { countWaiting } from '../../testing/count-waiting.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { Receipt } from '../dialogs/receipts.ts';
import { behindHeldChat } from './testing/behind-held-chat.ts';
import { useHeldChats } from './testing/use-held-chats.ts';

describe.each(['server', 'embedded'] as const)('what a platform says of messages after they were sent (%s)', (kind) => {
  const chats = useHeldChats(kind);
  const { clock, parts, origin, ask, startHeldChat, claimDespiteHold } = chats;

  type Told = Pick<Receipt, 'of' | 'state'> & { reason?: string };
  const toReceive = (chatId: number, told: Told) => {
    const chat = { id: String(chatId), isGroup: false, title: '' };
    return { ...origin(), receipt: { kind: 'receipt' as const, chat, reason: null, ...told } };
  };
  const tell = (chatId: number, told: Told) =>
    withTransaction(parts.core.pool, (tx) => parts.core.dialogs.receiveReceipt(tx, toReceive(chatId, told)));
  const named = (...messageIds: string[]): ReceiptOf => ({ by: 'ids', messageIds, ownKey: null });

  /** A message under way, whose number on the platform the test decides. */
  async function startSend(chatId: number, text: string) {
    await parts.core.pool.query('update channel_outbox set held_until = $2 where channel_id = $1', [
      parts.channel.channelId,
      new Date(clock.now().getTime() + 60_000),
    ]);
    await ask(chatId, text);
    return await claimDespiteHold(chatId);
  }
  const endSend = async (
    claimed: Awaited<ReturnType<typeof startSend>>,
    { parts: sentParts, state = 'sent' }: { parts: string[]; state?: 'sent' | 'unknown' | 'retry' },
  ) =>
    await parts.core.dialogs.recordDelivery(claimed, {
      ...{ state, reason: null, retryAt: null, channel: null },
      vendorId: sentParts[0] ?? null,
      sentParts,
    });
  const statesOf = async (chatId: number) =>
    (await chats.messagesOf(chatId))
      .filter(({ author }) => author === 'assistant')
      .map(({ delivery }) => delivery.state);

  async function sendOne(sentParts: string[]) {
    const chatId = await startHeldChat();
    const claimed = await startSend(chatId, 'one');
    await endSend(claimed, { parts: sentParts });
    return { chatId, claimed };
  }

  it('a receipt never takes back what is known', async () => {
    const { chatId } = await sendOne(['v1']);
    await tell(chatId, { of: named('v1'), state: 'read' });
    await tell(chatId, { of: named('v1'), state: 'delivered' });
    expect(await statesOf(chatId)).toEqual(['read']);
    expect(await tell(chatId, { of: named('v1'), state: 'read' })).toBeUndefined();
    await tell(chatId, { of: named('v1'), state: 'failed', reason: 'refused' });
    expect(await statesOf(chatId)).toEqual(['read']);
  });

  it('a message in parts has arrived when its last part has', async () => {
    const { chatId } = await sendOne(['p1', 'p2']);
    await tell(chatId, { of: named('p1'), state: 'delivered' });
    expect(await statesOf(chatId)).toEqual(['sent']);
    await tell(chatId, { of: named('p2'), state: 'delivered' });
    expect(await statesOf(chatId)).toEqual(['delivered']);
  });

  it('"read up to here" covers what was sent before, and nothing later', async () => {
    const { chatId } = await sendOne(['v1']);
    await endSend(await startSend(chatId, 'two'), { parts: ['v2'] });
    await endSend(await startSend(chatId, 'three'), { parts: ['v3'] });
    await tell(chatId, { of: { by: 'last', messageId: 'v2' }, state: 'read' });
    expect(await statesOf(chatId)).toEqual(['read', 'read', 'sent']);
    await tell(chatId, { of: { by: 'last', messageId: 'stranger' }, state: 'read' });
    expect(await statesOf(chatId)).toEqual(['read', 'read', 'sent']);
  });

  it('"read until then" covers what was sent until then', async () => {
    const { chatId } = await sendOne(['v1']);
    const until = clock.now();
    clock.advance(60_000);
    await endSend(await startSend(chatId, 'two'), { parts: ['v2'] });
    await tell(chatId, { of: { by: 'time', until }, state: 'read' });
    expect(await statesOf(chatId)).toEqual(['read', 'sent']);
  });

  it('risk: the receipt overtakes the answer to the send', async () => {
    const chatId = await startHeldChat();
    const claimed = await startSend(chatId, 'one');
    await tell(chatId, { of: named('v1'), state: 'delivered' });
    await tell(chatId, { of: named('v1'), state: 'read' });
    expect(await statesOf(chatId)).toEqual(['sending']);
    await endSend(claimed, { parts: ['v1'] });
    const before = (await chats.chatOf(chatId)).version;
    await parts.core.runTask('dialogs.apply-early-receipts');
    expect(await statesOf(chatId)).toEqual(['read']);
    expect((await chats.chatOf(chatId)).version).toBeGreaterThan(before);
    await parts.core.runTask('dialogs.apply-early-receipts');
    const { rowCount } = await parts.core.pool.query('select from early_receipts');
    expect(rowCount).toBe(0);
  });

  it('risk: a refusal behind a delivery counts where both overtake the answer to the send', async () => {
    const chatId = await startHeldChat();
    const claimed = await startSend(chatId, 'one');
    await tell(chatId, { of: named('v1'), state: 'delivered' });
    await tell(chatId, { of: named('v1'), state: 'failed', reason: 'refused' });
    await endSend(claimed, { parts: ['v1'] });
    await parts.core.runTask('dialogs.apply-early-receipts');
    expect(await statesOf(chatId)).toEqual(['delivered']);
    expect((await chats.chatOf(chatId)).speaker).toBe('assistant');
  });

  it('risk: of several ids one is still under way, and its part is lost', async () => {
    const { chatId } = await sendOne(['k1']);
    const claimed = await startSend(chatId, 'two');
    await tell(chatId, { of: named('k1', 'k2'), state: 'delivered' });
    await endSend(claimed, { parts: ['k2'] });
    await parts.core.runTask('dialogs.apply-early-receipts');
    expect(await statesOf(chatId)).toEqual(['delivered', 'delivered']);
  });

  it('risk: a platform names one message twice, and the whole event is dropped', async () => {
    const { chatId } = await sendOne(['v1']);
    await tell(chatId, { of: named('x1', 'x1', 'v1', 'v1'), state: 'delivered' });
    expect(await statesOf(chatId)).toEqual(['delivered']);
    const chat = { id: String(chatId), isGroup: false, title: '' };
    const event = { kind: 'delete' as const, chat, messageIds: ['d1', 'd1'] };
    await withTransaction(parts.core.pool, (tx) => parts.core.dialogs.applySideEvent(tx, { ...origin(), event }));
  });

  it('risk: one answer is confirmed, and the dialog forgets that nobody knows of the other', async () => {
    const chatId = await startHeldChat();
    const first = await startSend(chatId, 'one');
    await endSend(first, { parts: [], state: 'unknown' });
    await endSend(await startSend(chatId, 'two'), { parts: [], state: 'unknown' });
    await tell(chatId, { of: { by: 'ids', messageIds: ['v1'], ownKey: first.messageId }, state: 'delivered' });
    expect(await statesOf(chatId)).toEqual(['delivered', 'unknown']);
    expect(await chats.chatOf(chatId)).toMatchObject({ speaker: 'waiting', undelivered: 'unconfirmed' });
  });

  it('a receipt of a message that never was ends by itself', async () => {
    const { chatId } = await sendOne(['v1']);
    await tell(chatId, { of: named('stranger'), state: 'delivered' });
    await parts.core.runTask('dialogs.apply-early-receipts');
    clock.advance(2 * 3_600_000);
    await parts.core.runTask('dialogs.delete-early-receipts');
    const { rowCount } = await parts.core.pool.query('select from early_receipts');
    expect(rowCount).toBe(0);
  });

  it('an answer that is refused after it was taken calls a person', async () => {
    const { chatId } = await sendOne(['v1']);
    await tell(chatId, { of: named('v1'), state: 'failed', reason: 'refused' });
    const [message] = (await chats.messagesOf(chatId)).filter(({ author }) => author === 'assistant');
    expect(message?.delivery).toMatchObject({ state: 'rejected', reason: 'refused', canRetry: true });
    expect(await chats.chatOf(chatId)).toMatchObject({ speaker: 'waiting', undelivered: 'undelivered' });
  });

  it.each([
    { sent: ['v1'], refused: 'v1', left: [] },
    { sent: ['p1', 'p2'], refused: 'p2', left: ['p1'] },
    { sent: ['p1', 'p2'], refused: 'p1', left: [] },
  ])(
    'risk: $refused of $sent is refused later, and another try sends nothing of it',
    async ({ sent, refused, left }) => {
      const { chatId, claimed } = await sendOne(sent);
      await tell(chatId, { of: named(refused), state: 'failed', reason: 'refused' });
      await parts.core.dialogs.retry({
        ...chats.place(chatId),
        messageId: claimed.messageId,
        userId: parts.core.newId(),
      });
      const again = await claimDespiteHold(chatId);
      expect(again).toMatchObject({ messageId: claimed.messageId, sentParts: left });
      await endSend(again, { parts: [...left, 'n1'] });
      // What the platform says of the first try again is of nothing that the customer waits for.
      await tell(chatId, { of: named(refused), state: 'failed', reason: 'refused' });
      expect(await statesOf(chatId)).toEqual(['sent']);
      expect((await chats.chatOf(chatId)).speaker).toBe('assistant');
    },
  );

  it('risk: the first try of an answer is refused late, and the second one, which was sent, counts as refused', async () => {
    const chatId = await startHeldChat();
    const claimed = await startSend(chatId, 'one');
    await endSend(claimed, { parts: [], state: 'unknown' });
    await parts.core.dialogs.retry({
      ...chats.place(chatId),
      messageId: claimed.messageId,
      userId: parts.core.newId(),
    });
    await endSend(await claimDespiteHold(chatId), { parts: ['v2'] });
    const of: ReceiptOf = { by: 'ids', messageIds: ['v1'], ownKey: claimed.messageId };
    await tell(chatId, { of, state: 'failed', reason: 'refused' });
    expect(await statesOf(chatId)).toEqual(['sent']);
  });

  it.each(['last', 'time'] as const)('risk: "read up to" by %s settles an answer of which nobody knows', async (by) => {
    const chatId = await startHeldChat();
    await endSend(await startSend(chatId, 'one'), { parts: [], state: 'unknown' });
    await endSend(await startSend(chatId, 'two'), { parts: ['v2'] });
    await tell(chatId, { of: by === 'last' ? { by, messageId: 'v2' } : { by, until: clock.now() }, state: 'read' });
    expect(await statesOf(chatId)).toEqual(['unknown', 'read']);
    expect(await chats.chatOf(chatId)).toMatchObject({ speaker: 'waiting', undelivered: 'unconfirmed' });
  });

  it('risk: nobody knows whether it was sent, and a receipt brings our own number back', async () => {
    const chatId = await startHeldChat();
    const claimed = await startSend(chatId, 'one');
    await endSend(claimed, { parts: [], state: 'unknown' });
    expect((await chats.chatOf(chatId)).speaker).toBe('waiting');
    await tell(chatId, { of: { by: 'ids', messageIds: ['v1'], ownKey: claimed.messageId }, state: 'sent' });
    expect(await statesOf(chatId)).toEqual(['sent']);
    expect((await chats.chatOf(chatId)).speaker).toBe('assistant');
  });

  it.each(['unknown', 'retry'] as const)(
    'risk: our own number comes back before a send ends as "%s", and the customer gets it twice',
    async (state) => {
      const chatId = await startHeldChat();
      const claimed = await startSend(chatId, 'one');
      await tell(chatId, { of: { by: 'ids', messageIds: ['v2'], ownKey: claimed.messageId }, state: 'sent' });
      await tell(chatId, { of: named('v2'), state: 'delivered' });
      expect(await statesOf(chatId)).toEqual(['sending']);
      await endSend(claimed, { parts: ['v1'], state });
      expect(await statesOf(chatId)).toEqual(['sent']);
      expect((await chats.chatOf(chatId)).speaker).toBe('assistant');
      await parts.core.runTask('dialogs.apply-early-receipts');
      expect(await statesOf(chatId)).toEqual(['delivered']);
    },
  );

  describe.runIf(kind === 'server')('beside another transaction of its dialog', () => {
    const behindHeld = (chatId: number, calls: (() => Promise<unknown>)[]) =>
      behindHeldChat(parts.core.pool, chatId, calls);
    const needOf = async (chatId: number) => {
      const { speaker, undelivered } = await chats.chatOf(chatId);
      return { speaker, undelivered };
    };

    it('risk: two unconfirmed answers are confirmed at once, and a person is still called', async () => {
      const chatId = await startHeldChat();
      for (const part of ['v1', 'v2'])
        await endSend(await startSend(chatId, part), { parts: [part], state: 'unknown' });
      expect(await needOf(chatId)).toEqual({ speaker: 'waiting', undelivered: 'unconfirmed' });
      await behindHeld(
        chatId,
        ['v1', 'v2'].map((part) => () => tell(chatId, { of: named(part), state: 'delivered' })),
      );
      expect(await statesOf(chatId)).toEqual(['delivered', 'delivered']);
      expect((await needOf(chatId)).speaker).toBe('assistant');
    });

    it.each(['a receipt confirms it', 'a person sends it again'])(
      'risk: one unconfirmed answer is settled while another one becomes so, of which nobody is told: %s',
      async (how) => {
        const chatId = await startHeldChat();
        const first = await startSend(chatId, 'one');
        await endSend(first, { parts: ['v1'], state: 'unknown' });
        const second = await startSend(chatId, 'two');
        const again = { ...chats.place(chatId), messageId: first.messageId, userId: parts.core.newId() };
        await behindHeld(chatId, [
          () => endSend(second, { parts: [], state: 'unknown' }),
          () =>
            how === 'a receipt confirms it'
              ? tell(chatId, { of: named('v1'), state: 'delivered' })
              : parts.core.dialogs.retry(again),
        ]);
        expect((await statesOf(chatId))[1]).toBe('unknown');
        expect(await needOf(chatId)).toEqual({ speaker: 'waiting', undelivered: 'unconfirmed' });
      },
    );

    it('risk: a reading comes while the delivery before it is looked at again, and is deleted with it', async () => {
      const [other, chatId] = [await startHeldChat(), await startHeldChat()];
      const claims = [await startSend(other, 'one'), await startSend(chatId, 'one')] as const;
      await tell(other, { of: named('v1'), state: 'delivered' });
      clock.advance(1000);
      await tell(chatId, { of: named('v2'), state: 'delivered' });
      await endSend(claims[0], { parts: ['v1'] });
      let task: Promise<unknown> | undefined;
      await behindHeld(other, [
        () => {
          task = parts.core.runTask('dialogs.apply-early-receipts');
          return task;
        },
        async () => {
          await tell(chatId, { of: named('v2'), state: 'read' });
          await endSend(claims[1], { parts: ['v2'] });
        },
      ]);
      await parts.core.runTask('dialogs.apply-early-receipts');
      expect(await statesOf(chatId)).toEqual(['read']);
    });

    it.each([
      ['delivered', 'read'],
      ['read', 'delivered'],
    ] as const)('risk: two receipts come at once, %s before %s, and the reading is lost', async (...states) => {
      const { chatId } = await sendOne(['v1']);
      await behindHeld(
        chatId,
        states.map((state) => () => tell(chatId, { of: named('v1'), state })),
      );
      expect(await statesOf(chatId)).toEqual(['read']);
    });

    it('risk: a refusal and a reading come at once, and a person is called for what was read', async () => {
      const { chatId } = await sendOne(['v1']);
      await behindHeld(chatId, [
        () => tell(chatId, { of: named('v1'), state: 'read' }),
        () => tell(chatId, { of: named('v1'), state: 'failed', reason: 'refused' }),
      ]);
      expect(await statesOf(chatId)).toEqual(['read']);
      expect((await chats.chatOf(chatId)).speaker).toBe('assistant');
    });

    it('risk: the send is recorded between the two looks of its receipt, which is lost', async () => {
      const chatId = await startHeldChat();
      const claimed = await startSend(chatId, 'one');
      const { pool } = parts.core;
      const client = await pool.connect();
      let recorded: Promise<unknown> | undefined;
      await client.query('begin');
      const query = vi.spyOn(client, 'query').mockImplementation((async (...given: Parameters<typeof client.query>) => {
        query.mockRestore();
        const result = await client.query(...given);
        recorded = endSend(claimed, { parts: ['v1'] });
        // It ends now, or waits for what this transaction holds.
        await Promise.race([recorded, waitUntil(async () => (await countWaiting(pool)) > 0)]);
        return result;
      }) as never);
      await parts.core.dialogs.receiveReceipt(client, toReceive(chatId, { of: named('v1'), state: 'read' }));
      await client.query('commit');
      client.release();
      await recorded;
      await parts.core.runTask('dialogs.apply-early-receipts');
      expect(await statesOf(chatId)).toEqual(['read']);
    });
  });

  it('a receipt of another channel with the same chat and number changes nothing', async () => {
    const { chatId } = await sendOne(['v1']);
    const channel = parts.channel;
    await startHeldChat();
    await tell(chatId, { of: named('v1'), state: 'read' });
    parts.channel = channel;
    expect(await statesOf(chatId)).toEqual(['sent']);
  });
});
