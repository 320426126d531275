import { describe, expect, it, vi } from 'vitest';
import type { ReceiptOf } from '../../connectors/port.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { countWaiting } from '../../testing/count-waiting.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { Receipt } from '../dialogs/receipts.ts';
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
    /** Begins a receipt and a second call while the dialog is held, each once the one before waits; then lets go. */
    async function behindHeld(chatId: number, calls: (() => Promise<unknown>)[]) {
      const { pool } = parts.core;
      const holder = await pool.connect();
      await holder.query('begin');
      await holder.query('select from dialogs where chat_id = $1 for update', [String(chatId)]);
      const ended: Promise<unknown>[] = [];
      for (const call of calls) {
        ended.push(call());
        await waitUntil(async () => (await countWaiting(pool)) === ended.length);
      }
      await holder.query('commit');
      holder.release();
      await Promise.all(ended);
    }

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
      const statements: string[] = [];
      await client.query('begin');
      const query = vi.spyOn(client, 'query').mockImplementation((async (...given: Parameters<typeof client.query>) => {
        query.mockRestore();
        const result = await client.query(...given);
        statements.push(String(given[0]));
        await endSend(claimed, { parts: ['v1'] });
        return result;
      }) as never);
      await parts.core.dialogs.receiveReceipt(client, toReceive(chatId, { of: named('v1'), state: 'read' }));
      await client.query('commit');
      client.release();
      expect(statements).toHaveLength(1);
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
