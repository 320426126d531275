import { afterEach, describe, expect, it } from 'vitest';
import { eventTable, on } from '../events/index.ts';
import { withTransaction } from '../platform/database/with-transaction.ts';
import type { Subscription } from '../platform/events/index.ts';
import { systemClock } from '../platform/time/clock.ts';
import {
  answerWith,
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  type CoreOptions,
  meetCustomer,
  startCore,
} from '../testing/start-core.ts';
import { waitUntil } from '../testing/wait-until.ts';

const CHAT = 77;
const cores: Core[] = [];

afterEach(async () => {
  for (const core of cores.splice(0).reverse()) await core.close();
});

async function start(options: CoreOptions): Promise<Core> {
  const core = await startCore(options);
  cores.push(core);
  return core;
}

/** Hears every event that is published, by its name. */
function hearAll(): { heard: string[]; subscription: Subscription } {
  const heard: string[] = [];
  const handlers = [
    'account.created',
    'channel.connected',
    'channel.unlinked',
    'channel.became-inactive',
    'channel.became-active',
    'dialog.handed-over',
    'dialog.taken-over',
    'dialog.handed-back',
    'dialog.banned',
    'dialog.unbanned',
    'delivery.given-up',
  ] as const;
  const hear = (name: (typeof handlers)[number]) => on(name, async () => void heard.push(name));
  return { heard, subscription: { subscriber: 'test.hear-all', handlers: handlers.map(hear) } };
}

async function listAudit(core: Core, accountId: string): Promise<string[]> {
  const { rows } = await core.pool.query<{ line: string }>(
    `select concat_ws(' ', action, actor, details ->> 'reason') as line from audit_log where account_id = $1 order by at, id`,
    [accountId],
  );
  return rows.map(({ line }) => line);
}

describe.each(['server', 'embedded'] as const)('events of the product on the %s database', (kind) => {
  it('write the changes of a channel into the audit log', async () => {
    const core = await start({ kind });
    const accountId = await buildAccount(core);
    const { channelId: id } = await buildTelegramChannel(core, accountId);
    await core.channels.mark({ accountId, id, reason: 'token_revoked' });
    await core.channels.mark({ accountId, id, reason: 'token_revoked' });
    await core.channels.mark({ accountId, id, reason: null });
    await core.channels.unlink({ accountId, type: 'telegram', id, by: 'Ann' });
    const expected = [
      'channel.became-active system',
      'channel.became-inactive system token_revoked',
      'channel.connected system',
      'channel.unlinked Ann',
    ];
    await waitUntil(async () => (await listAudit(core, accountId)).length >= expected.length);
    expect((await listAudit(core, accountId)).sort()).toEqual(expected);
  });

  it('are published by what people and the assistant do in a dialog', async () => {
    const { heard, subscription } = hearAll();
    const core = await start({
      kind,
      subscriptions: [subscription],
      decideTurn: async () => answerWith('A person will answer.', { kind: 'hand-over', reason: 'asked_for_person' }),
    });
    const accountId = await buildAccount(core);
    const { channelId, bot } = await buildTelegramChannel(core, accountId);
    meetCustomer(core, bot, CHAT);
    const update = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 501, text: 'I want a person' });
    await core.gateway.acceptEvents({ accountId, channelId, events: [update] });
    await core.idle();
    const place = { accountId, channelId, chatId: String(CHAT) };
    await core.dialogs.pause(place);
    await core.dialogs.resume(place);
    await core.dialogs.setBanned(place, true);
    await core.dialogs.setBanned(place, false);
    const expected = [
      'channel.connected',
      'dialog.banned',
      'dialog.handed-back',
      'dialog.handed-over',
      'dialog.taken-over',
      'dialog.unbanned',
    ];
    await waitUntil(() => heard.length >= expected.length);
    expect(heard.sort()).toEqual(expected);
    expect(Object.keys(eventTable)).toEqual(expect.arrayContaining(expected));
  });

  it('risk: nobody hears that the allowance ended, or that a person answered on the platform itself', async () => {
    const published: string[] = [];
    const handlers = [
      on('dialog.handed-over', async (_tx, { payload }) => void published.push(`handed over: ${payload.reason}`)),
      on('dialog.taken-over', async (_tx, { payload }) => void published.push(`taken over: ${payload.chatId}`)),
    ];
    const core = await start({ kind, subscriptions: [{ subscriber: 'test.who-speaks', handlers }] });
    const accountId = await buildAccount(core, { messagesLimit: 1, messagesUsed: 1 });
    const { channelId, bot } = await buildTelegramChannel(core, accountId);
    meetCustomer(core, bot, CHAT);
    const update = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 501, text: 'Hello' });
    await core.gateway.acceptEvents({ accountId, channelId, events: [update] });
    await core.idle();
    const message = {
      ...{ kind: 'message' as const, chat: { id: String(CHAT), isGroup: false, title: '' } },
      sender: { id: 'owner', name: 'Ann', firstName: '', userName: null, language: null, phone: null },
      ...{ sentAt: core.clock.now(), text: 'I am here', attachments: [], replyTo: null, albumId: null },
      ...{ isOwn: true, isAddressed: true, clientId: null },
    };
    for (const messageId of ['own-1', 'own-2'])
      await withTransaction(core.pool, (tx) =>
        core.dialogs.receiveOwnMessage(tx, { accountId, channelId, message: { ...message, messageId } }),
      );
    const expected = ['handed over: quota', `taken over: ${CHAT}`];
    await waitUntil(() => published.length >= expected.length);
    expect(published.sort()).toEqual(expected);
  });

  it('risk: a message that ends without being sent publishes nothing, whatever ended it', async () => {
    const published: string[] = [];
    const handler = on('delivery.given-up', async (_tx, { payload }) => {
      published.push(`${payload.messageId} ${payload.state} ${payload.reason}`);
    });
    let aheadMs = 0;
    const core = await start({
      kind,
      subscriptions: [{ subscriber: 'test.given-up', handlers: [handler] }],
      sharedClock: {
        now: () => new Date(systemClock.now().getTime() + aheadMs),
        after: systemClock.after,
        sync: async () => undefined,
      },
    });
    const accountId = await buildAccount(core);
    const { channelId, bot } = await buildTelegramChannel(core, accountId);
    const [refused, lost, died, late, blocked] = [81, 82, 83, 84, 85];
    for (const chatId of [refused, lost, died, late, blocked]) {
      meetCustomer(core, bot, chatId);
      const events = [buildUpdate({ updateId: chatId, chatId, messageId: chatId, text: 'Hello' })];
      await core.gateway.acceptEvents({ accountId, channelId, events });
    }
    await core.idle();
    const write = async (chatId: number) => {
      const place = { accountId, channelId, chatId: String(chatId) };
      const message = { userId: core.newId(), userName: 'Ann', text: 'Hi', urls: [], clientId: null, replyToId: null };
      return { accountId, dialogId: (await core.dialogs.send({ ...place, ...message, state: 'queued' })).dialogId };
    };
    const fault = { method: 'sendMessage', token: bot.token, times: 1 };
    const description = 'Bad Request: message is too long';
    core.telegram.faults.add({ ...fault, chatId: refused, kind: 'refused', code: 400, description });
    core.telegram.faults.add({ ...fault, chatId: lost, kind: 'socket-drop' });
    core.telegram.block({ token: bot.token, userId: blocked });
    for (const chatId of [refused, lost]) core.gateway.deliver(await write(chatId));
    for (const count of [1, 2, 3]) {
      const place = await write(blocked);
      if (count === 3) core.gateway.deliver(place);
    }
    await core.idle();
    await core.dialogs.claimDelivery(await write(died));
    await core.dialogs.abandonClaims();
    await core.sweep();
    await core.idle();
    for (const _count of [1, 2]) await write(late);
    await core.pool.query("update messages set queued_at = queued_at - interval '13 hours' where state = 'queued'");
    await core.dialogs.giveUpDeliveries();
    aheadMs = 11 * 60_000;
    await core.dialogs.giveUpDeliveries();
    const { rows } = await core.pool.query<{ line: string }>(
      "select concat_ws(' ', id, state, state_reason) as line from messages where state in ('rejected', 'unknown') order by 1",
    );
    expect(rows).toHaveLength(8);
    await waitUntil(() => published.length >= rows.length);
    expect(published.sort()).toEqual(rows.map(({ line }) => line));
  });

  it('show when a customer last wrote in a channel', async () => {
    const READER = 'channels.note-last-events';
    const core = await start({ kind });
    const accountId = await buildAccount(core);
    const { channelId, bot } = await buildTelegramChannel(core, accountId);
    meetCustomer(core, bot, CHAT);
    // Transactions of other tests on the same server may hold the horizon back for a while.
    const readFeed = () => core.runTask('events.read-message.stored');
    await waitUntil(async () => {
      await readFeed();
      return (await core.pool.query('select 1 from feed_positions where reader = $1', [READER])).rowCount === 1;
    });
    expect((await core.channels.find(accountId, channelId))?.lastEventAt).toBeNull();
    const update = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 501, text: 'Hello' });
    await core.gateway.acceptEvents({ accountId, channelId, events: [update] });
    await core.idle();
    await waitUntil(async () => {
      await readFeed();
      return (await core.channels.find(accountId, channelId))?.lastEventAt !== null;
    });
    const messages = await core.dialogs.messages({ accountId, channelId, chatId: String(CHAT), limit: 10, offset: 0 });
    const [question] = messages.messages.filter(({ author }) => author === 'customer');
    expect((await core.channels.find(accountId, channelId))?.lastEventAt?.toISOString()).toBe(question?.createdAt);
  });
});
