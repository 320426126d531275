import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const SECOND_MS = 1000;
/** Longer than a channel is remembered. */
const FORGET_MS = 3 * SECOND_MS;
/** Longer than what cannot be opened waits for its next try. */
const PAUSE_MS = 61 * SECOND_MS;
const DAY_MS = 86_400_000;
const CHAT = 77;
const DAMAGED = 'damaged';
/** Sealed with a key that nobody has given. */
const KEY_MISSING = `s1.ffffffff.${Buffer.alloc(60).toString('base64url')}`;

const clock = createTestClock();
let core: Core;
let nextUpdate = 1;
beforeAll(async () => {
  core = await startCore({ clock });
});
afterAll(() => core.close());

type Shop = TelegramChannel & { sealed: string };

/** A shop with a dialog, in which a person's message waits to be sent. */
async function buildShop(): Promise<Shop> {
  const channel = await buildTelegramChannel(core, await buildAccount(core));
  meetCustomer(core, channel.bot, CHAT);
  await receive(channel, 'hello');
  await core.idle();
  await core.dialogs.send({
    ...{ ...channel, chatId: String(CHAT), userId: 'u1', userName: 'Ann', text: 'from a person' },
    ...{ urls: [], clientId: null, replyToId: null, state: 'queued' },
  });
  const { rows } = await core.pool.query('select secrets from channels where id = $1', [channel.channelId]);
  return { ...channel, sealed: rows[0]?.secrets };
}

const eventOf = (text: string) => buildUpdate({ updateId: nextUpdate++, chatId: CHAT, messageId: nextUpdate, text });
const receive = (channel: TelegramChannel, text: string) =>
  core.gateway.acceptEvents({ ...channel, events: [eventOf(text)] });

async function keepSecrets({ channelId }: Shop, secrets: string): Promise<void> {
  await core.pool.query('update channels set secrets = $2 where id = $1', [channelId, secrets]);
  clock.advance(FORGET_MS);
}

async function sweep(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await core.gateway.sweep();
    await core.gateway.idle();
    clock.advance(SECOND_MS);
  }
}

/** The person's message as it is stored. */
async function messageOf({ accountId, channelId }: Shop) {
  const { rows } = await core.pool.query(
    `select m.state, m.state_reason as reason, m.attempt from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
     where d.account_id = $1 and d.channel_id = $2 and m.author = 'operator'`,
    [accountId, channelId],
  );
  return rows[0];
}

const reasonOf = async ({ accountId, channelId }: Shop) =>
  (await core.channels.find(accountId, channelId))?.inactiveReason;

/** Whether its outbox waits for a repair. */
const isClosed = async (shop: Shop) =>
  (await core.dialogs.listClosedOutboxes()).some(({ channelId }) => channelId === shop.channelId);

/** The process that sends the message dies. */
const loseClaim = ({ accountId }: Shop) =>
  core.pool.query(
    `update messages set state = 'sending', attempt = 1, claimed_by = $2, claimed_until = $3 where account_id = $1 and author = 'operator'`,
    [accountId, core.newId(), new Date(clock.now().getTime() - SECOND_MS)],
  );

describe('a channel whose secrets do not open', () => {
  it('risk: it keeps the messages of all accounts from leaving, and its owner hears nothing', async () => {
    const [shop, neighbour] = [await buildShop(), await buildShop()];
    await keepSecrets(shop, DAMAGED);
    await sweep();
    expect(await messageOf(neighbour)).toMatchObject({ state: 'sent' });
    expect(await messageOf(shop)).toMatchObject({ state: 'queued', attempt: 1 });
    expect(await reasonOf(shop)).toBe('secrets_damaged');
    expect([await isClosed(shop), await isClosed(neighbour)]).toEqual([true, false]);
    await sweep(3);
    expect(await messageOf(shop)).toMatchObject({ state: 'queued', attempt: 1 });
    await keepSecrets(shop, shop.sealed);
    await core.channels.mark({ accountId: shop.accountId, id: shop.channelId, reason: null });
    await core.gateway.openRepairedOutboxes();
    await sweep();
    expect(await messageOf(shop)).toMatchObject({ state: 'sent' });
  });

  it('risk: one that was found damaged by a look is tried every second', async () => {
    const shop = await buildShop();
    await core.channels.mark({ accountId: shop.accountId, id: shop.channelId, reason: 'secrets_damaged' });
    await keepSecrets(shop, DAMAGED);
    expect(await isClosed(shop)).toBe(false);
    await sweep(3);
    expect(await messageOf(shop)).toMatchObject({ state: 'queued', attempt: 1 });
    expect(await isClosed(shop)).toBe(true);
  });

  it('risk: while a key is missing its messages are tried every second, or are lost', async () => {
    const [shop, neighbour] = [await buildShop(), await buildShop()];
    await keepSecrets(shop, KEY_MISSING);
    await sweep(3);
    expect(await messageOf(neighbour)).toMatchObject({ state: 'sent' });
    expect(await messageOf(shop)).toMatchObject({ state: 'queued', attempt: 1 });
    expect(await reasonOf(shop)).toBeNull();
    expect(await isClosed(shop)).toBe(false);
    await keepSecrets(shop, shop.sealed);
    clock.advance(PAUSE_MS);
    await sweep();
    expect(await messageOf(shop)).toMatchObject({ state: 'sent' });
  });

  it.each([DAMAGED, KEY_MISSING])('risk: a send of it that died stops the sweep for all (%s)', async (secrets) => {
    const [shop, neighbour] = [await buildShop(), await buildShop()];
    await loseClaim(shop);
    await loseClaim(neighbour);
    await keepSecrets(shop, secrets);
    await sweep();
    for (const one of [shop, neighbour])
      expect(await messageOf(one)).toMatchObject({ state: 'unknown', reason: 'interrupted' });
  });

  it('risk: "typing" that cannot be shown there ends the process', async () => {
    const shop = await buildShop();
    await keepSecrets(shop, DAMAGED);
    await expect(core.gateway.sendTyping({ ...shop, chatId: String(CHAT) })).resolves.toBeUndefined();
  });

  it('risk: a batch of one that was opened before asks the database for ever for an older message', async () => {
    const shop = await buildShop();
    const { accountId, channelId } = shop;
    const channel = await core.channels.live(channelId);
    const [older, newer] = [eventOf('older'), eventOf('newer')];
    await core.gateway.acceptEvents({ accountId, channelId, events: [older], isReadLater: true });
    await keepSecrets(shop, DAMAGED);
    await core.gateway.acceptEvents({ accountId, channelId, events: [newer], ...(channel && { channel }) });
    await core.gateway.idle();
    await keepSecrets(shop, shop.sealed);
    clock.advance(PAUSE_MS);
    await sweep();
    const { rows } = await core.pool.query(
      'select event_id, state from inbound_events where channel_id = $1 and event_id = any($2) order by number',
      [channelId, [older.eventId, newer.eventId]],
    );
    expect(rows).toEqual([older, newer].map(({ eventId }) => ({ event_id: eventId, state: 'done' })));
  });

  it('risk: thousands of its events are tried one by one, and everybody waits behind them', async () => {
    const shop = await buildShop();
    const { accountId, channelId } = shop;
    const events = Array.from({ length: 40 }, (_, at) => eventOf(`later ${at}`));
    await core.gateway.acceptEvents({ accountId, channelId, events, isReadLater: true });
    await keepSecrets(shop, DAMAGED);
    await sweep(2);
    const waiting = async () =>
      (
        await core.pool.query(
          `select count(*)::int as count from inbound_events where channel_id = $1 and state = 'new' and attempt = 0 and next_at > $2`,
          [channelId, clock.now()],
        )
      ).rows[0]?.count;
    expect(await waiting()).toBe(40);
    await keepSecrets(shop, shop.sealed);
    clock.advance(PAUSE_MS);
    await sweep(3);
    const { rowCount } = await core.pool.query("select from inbound_events where channel_id = $1 and state <> 'done'", [
      channelId,
    ]);
    expect(rowCount).toBe(0);
  });

  it.each([DAMAGED, KEY_MISSING])(
    'risk: who acts in a dialog of it meets a fault of the server (%s)',
    async (secrets) => {
      const shop = await buildShop();
      await sweep();
      await core.pool.query("update messages set state = 'rejected' where account_id = $1 and author = 'operator'", [
        shop.accountId,
      ]);
      await keepSecrets(shop, secrets);
      const place = { accountId: shop.accountId, channelId: shop.channelId, chatId: String(CHAT) };
      const { messages } = await core.dialogs.messages({ ...place, limit: 10, offset: 0 });
      const messageId = messages.find(({ author }) => author === 'operator')?.id ?? '';
      await core.dialogs.retry({ ...place, messageId, userId: 'u1' });
      await sweep();
      expect(await messageOf(shop)).toMatchObject({ state: 'queued' });
      expect(await core.gateway.profileLink(place)).toBe('');
    },
  );

  it.each([DAMAGED, KEY_MISSING])(
    'risk: an answer that is due there ends as a failure of ours (%s)',
    async (secrets) => {
      const shop = await buildShop();
      const { accountId, channelId } = shop;
      const chatId = String(CHAT + 1);
      const message = {
        ...{ kind: 'message' as const, chat: { id: chatId, isGroup: false, title: '' }, messageId: '1' },
        sender: { id: chatId, name: 'Customer', firstName: '', userName: null, language: null, phone: null },
        ...{ sentAt: clock.now(), text: 'a question', attachments: [], replyTo: null, albumId: null },
        ...{ isOwn: false, isAddressed: true, clientId: null },
      };
      const about = { message, silence: null, dueAt: clock.now(), comeBackAt: null, isMediaStored: false };
      await core.dialogs.receiveMessage(core.pool, { accountId, channelId, ...about });
      await keepSecrets(shop, secrets);
      await core.sweep();
      await core.idle();
      await core.gateway.idle();
      const { rows } = await core.pool.query(
        `select m.decision, m.state from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
         where m.account_id = $1 and d.chat_id = $2 and m.author = 'assistant'`,
        [accountId, chatId],
      );
      expect(rows).toEqual([{ decision: 'answer', state: 'queued' }]);
    },
  );

  it('risk: its events are kept for ever, or others unread go with them', async () => {
    const shop = await buildShop();
    const working = await buildTelegramChannel(core, shop.accountId);
    const { accountId, channelId } = shop;
    const left = async (id = channelId) =>
      (
        await core.pool.query('select event_id from inbound_events where channel_id = $1 and state = $2', [id, 'new'])
      ).rows.map(({ event_id }) => event_id);
    const [old, later] = [eventOf('old'), eventOf('later')];
    await core.gateway.acceptEvents({ accountId, channelId, events: [old], isReadLater: true });
    await keepSecrets(shop, DAMAGED);
    await sweep(6);
    clock.advance(15 * DAY_MS);
    const channel = await core.channels.bare(channelId);
    await core.gateway.acceptEvents({
      accountId,
      channelId,
      events: [later],
      isReadLater: true,
      ...(channel && { channel }),
    });
    await sweep(6);
    await core.gateway.acceptEvents({ ...working, events: [eventOf('unread')], isReadLater: true });
    await core.pool.query(
      "update inbound_events set received_at = received_at - interval '16 days' where channel_id = $1",
      [working.channelId],
    );
    clock.advance(14 * DAY_MS);
    await core.gateway.deleteOldEvents();
    expect(await left()).toHaveLength(2);
    clock.advance(2 * DAY_MS);
    await core.gateway.deleteOldEvents();
    expect(await left()).toEqual([later.eventId]);
    expect(await left(working.channelId)).toHaveLength(1);
  });
});
