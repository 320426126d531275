import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { aroundStatements } from '../../testing/around-statements.ts';
import { countWaiting } from '../../testing/count-waiting.ts';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { ChannelSign } from './deliveries.ts';
import { recordSends } from './delivery-store.ts';
import type { ClaimedDelivery } from './index.ts';
import { lockDialogOfChat } from './lock-store.ts';
import { applyReceipt } from './receipt-store.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A transaction of the dialog whose message is recorded. */
type Crossing = {
  accountId: string;
  channelId: string;
  chatId: string;
  dialogId: string;
  messageId: string;
  now: Date;
  client: pg.PoolClient;
};

let open: Core[] = [];
afterEach(async () => {
  for (const core of open) await core.close();
  open = [];
});

describe.each(['server', 'embedded'] as const)('what waits to be sent (%s)', (kind) => {
  async function startShop() {
    const clock = createTestClock();
    const core = await startCore({ kind, clock });
    open.push(core);
    const channel = await buildTelegramChannel(core, await buildAccount(core));
    const { accountId, channelId } = channel;
    // That it works now is heard of later: it ends what kept it until then, at the same moment too.
    clock.advance(SECOND_MS);
    const later = (ms: number) => new Date(clock.now().getTime() + ms);
    const claim = (dialogId: string) => core.dialogs.claimDelivery({ accountId, dialogId });
    const settled = { vendorId: null, sentParts: [], reason: 'vendor_error' };
    return {
      ...{ core, clock, claim, accountId, channelId },
      /** A dialog in which one message of a person waits to be sent. */
      async queue(chatId: string) {
        const message = {
          ...{ kind: 'message' as const, chat: { id: chatId, isGroup: false, title: '' }, messageId: '1' },
          sender: { id: chatId, name: 'Customer', firstName: '', userName: null, language: null, phone: null },
          ...{ sentAt: clock.now(), text: 'question', attachments: [], replyTo: null, albumId: null },
          ...{ isOwn: false, isAddressed: true, clientId: null },
        };
        const place = { accountId, channelId, chatId };
        const received = { message, silence: null, dueAt: later(HOUR_MS), comeBackAt: null, isMediaStored: false };
        await core.dialogs.receiveMessage(core.pool, { accountId, channelId, ...received });
        const written = { userId: core.newId(), userName: 'Ann', text: 'answer', urls: [], clientId: null };
        const sent = await core.dialogs.send({ ...place, ...written, replyToId: null, state: 'queued' });
        const find = async () => (await core.dialogs.messages({ ...place, limit: 10, offset: 0 })).messages.at(-1);
        return { ...place, dialogId: sent.dialogId, find };
      },
      async mustClaim(dialogId: string): Promise<ClaimedDelivery> {
        const delivery = await claim(dialogId);
        if (!delivery) throw new Error('the message could not be claimed');
        return delivery;
      },
      retryIn: (delivery: ClaimedDelivery, ms: number, channel: Exclude<ChannelSign, 'works' | null>) =>
        core.dialogs.recordDelivery(delivery, {
          ...{ ...settled, reason: channel.reason },
          ...{ state: 'retry', retryAt: later(ms), channel },
        }),
      sent: (delivery: ClaimedDelivery) =>
        core.dialogs.recordDelivery(delivery, {
          ...settled,
          state: 'sent',
          reason: null,
          retryAt: null,
          channel: 'works',
        }),
      hold: (ms: number) => ({ reason: 'rate_limited', heldUntil: later(ms), isClosed: false }),
      trouble: () => ({ reason: 'vendor_error', heldUntil: null, isClosed: false }),
    };
  }

  it.each([
    ['the longer pause first', [60, 5]],
    ['the shorter pause first', [5, 60]],
    ['one without a pause last', [60, null]],
  ])('risk: a second refusal shortens the pause that the platform asked for: %s', async (_title, pauses) => {
    const shop = await startShop();
    const [one, other, third] = [await shop.queue('1'), await shop.queue('2'), await shop.queue('3')];
    const claimed = [await shop.mustClaim(one.dialogId), await shop.mustClaim(other.dialogId)];
    for (const [index, delivery] of claimed.entries()) {
      const seconds = pauses[index] ?? null;
      const sign = seconds === null ? shop.trouble() : shop.hold(seconds * SECOND_MS);
      await shop.retryIn(delivery, SECOND_MS, sign);
    }
    shop.clock.advance(59 * SECOND_MS);
    expect(await shop.claim(third.dialogId)).toBeUndefined();
    shop.clock.advance(SECOND_MS);
    expect(await shop.claim(third.dialogId)).toBeDefined();
  });

  it('after an outage what waits for its next try goes out as soon as one message went', async () => {
    const shop = await startShop();
    const [waiting, next] = [await shop.queue('1'), await shop.queue('2')];
    await shop.retryIn(await shop.mustClaim(waiting.dialogId), 10 * MINUTE_MS, shop.trouble());
    shop.clock.advance(5 * SECOND_MS);
    expect(await shop.claim(waiting.dialogId)).toBeUndefined();
    await shop.sent(await shop.mustClaim(next.dialogId));
    expect(await shop.claim(waiting.dialogId)).toBeDefined();
  });

  it('a single message that fails beside others that succeed keeps its pause', async () => {
    const shop = await startShop();
    const [failing, next] = [await shop.queue('1'), await shop.queue('2')];
    await shop.retryIn(await shop.mustClaim(failing.dialogId), 10 * MINUTE_MS, shop.trouble());
    shop.clock.advance(4 * SECOND_MS);
    await shop.sent(await shop.mustClaim(next.dialogId));
    expect(await shop.claim(failing.dialogId)).toBeUndefined();
    shop.clock.advance(10 * MINUTE_MS);
    expect(await shop.claim(failing.dialogId)).toBeDefined();
  });

  it('a repair sends at once what waited for its next try, however new the trouble is', async () => {
    const shop = await startShop();
    const waiting = await shop.queue('1');
    await shop.retryIn(await shop.mustClaim(waiting.dialogId), 10 * MINUTE_MS, shop.trouble());
    expect(await shop.core.dialogs.openOutbox({ ...shop, repairedAt: shop.clock.now() })).toBe(true);
    expect(await shop.claim(waiting.dialogId)).toBeDefined();
  });

  it('risk: the news of a repair are slow, and end a pause that the platform asked for since', async () => {
    const shop = await startShop();
    const [waiting, next] = [await shop.queue('1'), await shop.queue('2')];
    const repairedAt = shop.clock.now();
    shop.clock.advance(SECOND_MS);
    await shop.retryIn(await shop.mustClaim(waiting.dialogId), MINUTE_MS, shop.hold(MINUTE_MS));
    expect(await shop.core.dialogs.openOutbox({ ...shop, repairedAt })).toBe(false);
    expect(await shop.claim(next.dialogId)).toBeUndefined();
  });

  it('risk: an old message that a person sends again is given up at once', async () => {
    const shop = await startShop();
    const { find, ...place } = await shop.queue('1');
    const delivery = await shop.mustClaim(place.dialogId);
    const refused = { state: 'rejected' as const, reason: 'too_long', vendorId: null, sentParts: [], retryAt: null };
    await shop.core.dialogs.recordDelivery(delivery, { ...refused, channel: 'works' });
    shop.clock.advance(13 * HOUR_MS);
    await shop.core.dialogs.retry({ ...place, messageId: delivery.messageId, userId: shop.core.newId() });
    for (const state of ['queued', 'queued', 'rejected']) {
      for (let minute = 0; minute < 20; minute += 10) {
        await shop.core.dialogs.giveUpDeliveries();
        shop.clock.advance(10 * MINUTE_MS);
      }
      await shop.core.dialogs.giveUpDeliveries();
      expect((await find())?.delivery.state).toBe(state);
      for (let half = 0; half < 12; half += 1) {
        shop.clock.advance(30 * MINUTE_MS);
        await shop.core.dialogs.giveUpDeliveries();
      }
    }
  });

  it('a message that waits is taken back, and what waits behind it goes out', async () => {
    const shop = await startShop();
    const { find, ...first } = await shop.queue('1');
    const messageId = (await find())?.id ?? '';
    const more = { userId: 'u1', userName: 'Ann', text: 'more', urls: [], clientId: null, replyToId: null };
    await shop.core.dialogs.send({ ...first, ...more, state: 'queued' });
    expect(await shop.core.dialogs.discard({ ...first, messageId })).toMatchObject({
      isCanceled: true,
      delivery: { state: 'canceled', reason: 'discarded' },
    });
    expect((await shop.mustClaim(first.dialogId)).text).toBe('more');
  });

  it('risk: a message is taken back while it is sent, and counts as one that the customer never got', async () => {
    const shop = await startShop();
    const { find, ...place } = await shop.queue('1');
    const delivery = await shop.mustClaim(place.dialogId);
    const { messageId } = delivery;
    const discard = () => shop.core.dialogs.discard({ ...place, messageId });
    await expect(discard()).rejects.toMatchObject({ code: 'dialogs.not_discardable' });
    const lost = { reason: 'no_answer', vendorId: null, sentParts: [], channel: null };
    const [retryAt, unsureSince] = [new Date(shop.clock.now().getTime() + HOUR_MS), shop.clock.now()];
    await shop.core.dialogs.recordDelivery(delivery, { ...lost, state: 'retry', retryAt, unsureSince });
    expect(await discard()).toMatchObject({
      isCanceled: false,
      delivery: { state: 'canceled', reason: 'discarded_unconfirmed', retryAt: null },
    });
    shop.clock.advance(2 * HOUR_MS);
    expect(await shop.claim(place.dialogId)).toBeUndefined();
  });

  it('risk: a message that may have arrived is given up as one that did not', async () => {
    const shop = await startShop();
    const { find, dialogId } = await shop.queue('1');
    const [delivery, now] = [await shop.mustClaim(dialogId), shop.clock.now()];
    const retryAt = new Date(now.getTime() + 20 * HOUR_MS);
    const unsure = { state: 'retry' as const, reason: 'no_answer', vendorId: null, sentParts: [], unsureSince: now };
    await shop.core.dialogs.recordDelivery(delivery, { ...unsure, retryAt, channel: null });
    for (let half = 0; half < 26; half += 1) {
      await shop.core.dialogs.giveUpDeliveries();
      shop.clock.advance(30 * MINUTE_MS);
    }
    expect((await find())?.delivery).toMatchObject({ state: 'unknown', reason: 'no_answer' });
    const { rows } = await shop.core.pool.query('select hand_over_reason from dialogs where id = $1', [dialogId]);
    expect(rows).toEqual([{ hand_over_reason: 'unconfirmed' }]);
  });

  it('risk: a send that still runs counts as lost, or a lost one never', async () => {
    const shop = await startShop();
    const { dialogId } = await shop.queue('1');
    const delivery = await shop.mustClaim(dialogId);
    const lost = async () => (await shop.core.dialogs.findLostClaims(10)).map(({ messageId }) => messageId);
    shop.clock.advance(20 * SECOND_MS);
    expect(await lost()).toEqual([]);
    await shop.core.dialogs.renewClaims();
    shop.clock.advance(20 * SECOND_MS);
    expect(await lost()).toEqual([]);
    expect(await shop.claim(dialogId)).toBeUndefined();
    shop.clock.advance(20 * SECOND_MS);
    expect(await lost()).toEqual([delivery.messageId]);
  });

  it('risk: the database is away for longer than a claim lasts, and what the customer has counts as lost', async () => {
    const shop = await startShop();
    const { dialogId, find } = await shop.queue('1');
    const delivery = await shop.mustClaim(dialogId);
    const gate = Promise.withResolvers<void>();
    const stop = aroundStatements(shop.core.pool, async ({ text, run }) => {
      if (text.includes('update messages')) await gate.promise;
      return await run();
    });
    const recorded = shop.sent(delivery);
    shop.clock.advance(MINUTE_MS);
    expect(await shop.core.dialogs.findLostClaims(10)).toEqual([]);
    gate.resolve();
    await recorded;
    stop();
    expect((await find())?.delivery.state).toBe('sent');
  });

  it('risk: a record that ends while lost claims are looked for counts as lost', async () => {
    const shop = await startShop();
    const { dialogId } = await shop.queue('1');
    const delivery = await shop.mustClaim(dialogId);
    shop.clock.advance(MINUTE_MS);
    const looked = Promise.withResolvers<void>();
    let recorded: Promise<unknown> | undefined;
    const stop = aroundStatements(shop.core.pool, async ({ text, run }) => {
      if (text.includes('update messages')) await looked.promise;
      const rows = await run();
      if (recorded === undefined || text.includes('update messages')) return rows;
      looked.resolve();
      await recorded;
      return rows;
    });
    recorded = shop.sent(delivery);
    expect(await shop.core.dialogs.findLostClaims(10)).toEqual([]);
    stop();
  });

  it('risk: a send whose record failed counts as one that is being recorded, and is never found', async () => {
    const shop = await startShop();
    const { dialogId } = await shop.queue('1');
    const delivery = await shop.mustClaim(dialogId);
    const stop = aroundStatements(shop.core.pool, async ({ text, run }) => {
      if (text.includes('update messages')) throw new Error('the statement failed');
      return await run();
    });
    await expect(shop.sent(delivery)).rejects.toThrow('the statement failed');
    stop();
    shop.clock.advance(MINUTE_MS);
    const lost = await shop.core.dialogs.findLostClaims(10);
    expect(lost.map(({ messageId }) => messageId)).toEqual([delivery.messageId]);
  });

  it.each(['by itself', 'by a person'])(
    'risk: a slow send, counted as lost and sent again %s, overwrites the second one',
    async (way) => {
      const shop = await startShop();
      const { find, ...place } = await shop.queue('1');
      const slow = await shop.mustClaim(place.dialogId);
      shop.clock.advance(MINUTE_MS);
      const [lost] = await shop.core.dialogs.findLostClaims(10);
      if (!lost) throw new Error('the claim did not run out');
      const ended = { reason: 'interrupted', vendorId: null, sentParts: [], retryAt: null, channel: null };
      await shop.core.dialogs.recordDelivery(lost, { ...ended, state: way === 'by itself' ? 'queued' : 'unknown' });
      const messageId = slow.messageId;
      if (way === 'by a person') await shop.core.dialogs.retry({ ...place, messageId, userId: shop.core.newId() });
      const second = await shop.mustClaim(place.dialogId);
      await shop.core.dialogs.recordDelivery(slow, { ...ended, state: 'rejected' });
      expect((await find())?.delivery.state).toBe('sending');
      await shop.sent(second);
      expect((await find())?.delivery.state).toBe('sent');
    },
  );

  it.runIf(kind === 'server')(
    'risk: two chats are refused at the same time, and each takes the limit of the channel for its own',
    async () => {
      const shop = await startShop();
      const [one, other] = [await shop.queue('1'), await shop.queue('2')];
      const claimed = [await shop.mustClaim(one.dialogId), await shop.mustClaim(other.dialogId)];
      const client = await shop.core.pool.connect();
      await client.query('begin');
      await client.query('select from dialogs where channel_id = $1 for update', [shop.channelId]);
      const channel = { ...shop.hold(MINUTE_MS), isOfSecondChat: true };
      const recorded = claimed.map((delivery) => shop.retryIn(delivery, MINUTE_MS, channel));
      await waitUntil(async () => (await countWaiting(shop.core.pool)) === 2);
      await client.query('commit');
      client.release();
      await Promise.all(recorded);
      const troubles = await shop.core.dialogs.listTroubles(shop.accountId);
      expect(troubles.map(({ reason }) => reason)).toEqual(['rate_limited']);
    },
  );

  it.runIf(kind === 'server')('risk: a refusal that waits for its dialog holds up those of all others', async () => {
    const shop = await startShop();
    const [one, other] = [await shop.queue('1'), await shop.queue('2')];
    const [stuck, free] = [await shop.mustClaim(one.dialogId), await shop.mustClaim(other.dialogId)];
    const channel = { ...shop.hold(MINUTE_MS), isOfSecondChat: true };
    const client = await shop.core.pool.connect();
    await client.query('begin');
    await client.query('select from dialogs where id = $1 for update', [one.dialogId]);
    const waits = shop.retryIn(stuck, MINUTE_MS, channel);
    await waitUntil(async () => (await countWaiting(shop.core.pool)) === 1);
    await shop.retryIn(free, MINUTE_MS, channel);
    await client.query('commit');
    client.release();
    await waits;
    expect(await shop.core.dialogs.listTroubles(shop.accountId)).toHaveLength(1);
  });

  describe.runIf(kind === 'server')(
    'risk: what becomes of a send and another transaction of its dialog wait for each other',
    () => {
      const sent = { state: 'sent' as const, vendorId: '77', sentParts: ['77', '78'], reason: null, retryAt: null };
      const lost = { ...sent, state: 'unknown' as const, vendorId: null, sentParts: [], reason: 'connection_lost' };

      /** Begins a transaction, a record behind its first statement, and goes on with it once the record waits. */
      async function cross(outcome: typeof sent | typeof lost, steps: ((place: Crossing) => Promise<unknown>)[]) {
        const shop = await startShop();
        const { find, ...place } = await shop.queue('1');
        const delivery = await shop.mustClaim(place.dialogId);
        const client = await shop.core.pool.connect();
        const crossing = { ...place, client, messageId: delivery.messageId, now: shop.clock.now() };
        await client.query('begin');
        const [first, ...more] = steps;
        await first?.(crossing);
        const recorded = shop.core.dialogs.recordDelivery(delivery, { ...outcome, channel: null });
        await waitUntil(async () => (await countWaiting(shop.core.pool)) > 0);
        for (const step of more) await step(crossing);
        await client.query('commit');
        client.release();
        await recorded;
        return (await find())?.delivery?.state;
      }

      it.each([sent, lost])('an edit, which holds the dialog and goes on to its answers: $state', async (outcome) => {
        const state = await cross(outcome, [
          ({ client, accountId, dialogId }) =>
            client.query('select from dialogs where account_id = $1 and id = $2 for update', [accountId, dialogId]),
          ({ client, messageId }) => client.query('update messages set debug = debug where id = $1', [messageId]),
        ]);
        expect(state).toBe(outcome.state);
      });

      async function whileHeld(core: Core, dialogId: string, work: (client: pg.PoolClient) => Promise<unknown>) {
        const client = await core.pool.connect();
        try {
          await client.query('begin');
          await client.query('select from dialogs where id = $1 for update', [dialogId]);
          await work(client);
        } finally {
          await client.query('rollback');
          client.release();
        }
      }

      it.each(['retry', 'discard'] as const)('an edit, and a person who asks for "%s"', async (call) => {
        const shop = await startShop();
        const { core } = shop;
        const { dialogId, accountId, channelId, chatId } = await shop.queue('1');
        const { messageId } = await shop.mustClaim(dialogId);
        await core.pool.query("update messages set state = 'unknown', claimed_until = null where id = $1", [messageId]);
        let asked: Promise<unknown> | undefined;
        await whileHeld(core, dialogId, async (client) => {
          asked = core.dialogs[call]({ accountId, channelId, chatId, messageId, userId: core.newId() });
          await waitUntil(async () => (await countWaiting(core.pool)) > 0);
          // Nobody who waits for the dialog has the message: a circle would be broken by doing the work again, unseen.
          await client.query('select from messages where id = $1 for update nowait', [messageId]);
        });
        await expect(asked).resolves.toBeDefined();
      });

      it('an edit, and the round that gives up old messages, which comes back to it', async () => {
        const shop = await startShop();
        const { dialogId, find } = await shop.queue('1');
        async function giveUp(): Promise<string | undefined> {
          await shop.core.dialogs.giveUpDeliveries();
          shop.clock.advance(30 * MINUTE_MS);
          return (await find())?.delivery.state;
        }
        await whileHeld(shop.core, dialogId, async () => {
          for (let half = 0; half < 26; half += 1) expect(await giveUp()).toBe('queued');
        });
        expect(await giveUp()).toBe('rejected');
      });

      it('a receipt that names the message by our own number', async () => {
        const state = await cross(sent, [
          ({ client, ...place }) => lockDialogOfChat.first(client, place),
          ({ client, messageId: ownId, ...place }) => {
            const receipt = {
              vendorIds: ['77'],
              isUpTo: false,
              until: null,
              state: 'delivered' as const,
              reason: null,
            };
            return applyReceipt.all(client, { ...place, ...receipt, ownId });
          },
          ({ client, dialogId }) => client.query('update dialogs set version = version + 1 where id = $1', [dialogId]),
        ]);
        expect(state).toBe('sent');
      });
    },
  );

  it.runIf(kind === 'server')('risk: the platform names a message while its lost answer is written down', async () => {
    const shop = await startShop();
    const { core, accountId } = shop;
    const { dialogId, find } = await shop.queue('1');
    const delivery = await shop.mustClaim(dialogId);
    const naming = await core.pool.connect();
    await naming.query('begin');
    await naming.query("update messages set vendor_id = '77' where account_id = $1 and id = $2", [
      accountId,
      delivery.messageId,
    ]);
    const lost = { vendorId: null, sentParts: [], reason: 'connection_lost', retryAt: null, channel: null };
    const recorded = core.dialogs.recordDelivery(delivery, { ...lost, state: 'unknown' });
    await waitUntil(async () => (await countWaiting(core.pool)) > 0);
    await naming.query('commit');
    naming.release();
    await recorded;
    expect((await find())?.delivery?.state).toBe('sent');
  });
});

describe.each(['server', 'embedded'] as const)('the record of a plain send (%s)', (kind) => {
  it('leaves the disk to the next commit, and nothing else of its connection does', async () => {
    const core = await startCore({ kind });
    open.push(core);
    const [accountId, dialogId, channelId] = [core.newId(), core.newId(), core.newId()];
    const send = { accountId, dialogId, channelId, seq: 1, attempt: 1, vendorId: '7' };
    const setting = "select current_setting('synchronous_commit') as setting";
    const client = await core.pool.connect();
    try {
      await client.query('set synchronous_commit = on');
      await client.query('begin');
      await recordSends(client, [send]);
      expect((await client.query<{ setting: string }>(setting)).rows).toEqual([{ setting: 'off' }]);
      await client.query('commit');
      expect((await client.query<{ setting: string }>(setting)).rows).toEqual([{ setting: 'on' }]);
    } finally {
      client.release(true);
    }
  });
});
