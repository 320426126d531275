import { afterEach, describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const CHAT = 810;
const OTHER_CHAT = CHAT + 1;
const HOLD_SECONDS = 40;
const LONGEST_PAUSE_MS = 300_000;

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
});

/** A channel whose news are heard, with one answer that met `fault`. */
async function startTroubled(kind: 'server' | 'embedded', fault: { retryAfter: number } | 'server-error') {
  const clock = createTestClock();
  const core = await startCore({ kind, clock });
  open.push(core);
  const channel = await buildTelegramChannel(core, await buildAccount(core));
  const { accountId, channelId, bot } = channel;
  for (const chatId of [OTHER_CHAT, CHAT]) meetCustomer(core, bot, chatId);
  const met = { method: 'sendMessage', token: bot.token, times: 1000 };
  core.telegram.faults.add(
    fault === 'server-error' ? { ...met, kind: fault } : { ...met, times: 2, kind: 'rate-limited', ...fault },
  );
  const heard: string[] = [];
  core.dialogs.onTroubleChanged((news) => heard.push(news.channelId));
  const settle = async () => {
    await core.idle();
    await core.sweep();
    await core.idle();
    await core.dialogs.watchTroubles();
  };
  for (const [index, chatId] of [OTHER_CHAT, CHAT].entries()) {
    const update = { updateId: index + 1, chatId, messageId: 1, text: 'one' };
    await core.gateway.acceptEvents({ accountId, channelId, events: [buildUpdate(update)] });
    await settle();
  }
  const place = { accountId, channelId, chatId: String(CHAT) };
  return {
    core,
    clock,
    place,
    settle,
    /** How often the screens were asked to look again since the last time. */
    countNews: () => heard.splice(0).filter((id) => id === channelId).length,
    troubles: () => core.dialogs.listTroubles(accountId),
    async answer() {
      const { messages } = await core.dialogs.messages({ ...place, limit: 100, offset: 0 });
      const found = messages.find(({ author }) => author === 'assistant');
      if (!found) throw new Error('the assistant did not answer');
      return found;
    },
  };
}

describe.each(['server', 'embedded'] as const)('risk: people do not learn why nothing goes out (%s)', (kind) => {
  it('a pause that the platform asks for is known at once, with its end; so is that it is over', async () => {
    const { clock, settle, countNews, troubles } = await startTroubled(kind, { retryAfter: HOLD_SECONDS });
    const heldUntil = new Date(clock.now().getTime() + HOLD_SECONDS * 1000).toISOString();
    expect(await troubles()).toMatchObject([{ reason: 'rate_limited', heldUntil, waiting: 2 }]);
    expect(countNews()).toBe(1);
    await settle();
    expect(countNews()).toBe(0);
    clock.advance(HOLD_SECONDS * 1000);
    await settle();
    expect(await troubles()).toEqual([]);
    expect(countNews()).toBe(1);
  });

  it('a pause that grows longer is known with its new end', async () => {
    const { core, clock, place, settle, countNews, troubles } = await startTroubled(kind, { retryAfter: HOLD_SECONDS });
    countNews();
    const heldUntil = new Date(clock.now().getTime() + 3 * HOLD_SECONDS * 1000);
    const prolong = 'update channel_outbox set held_until = $2 where channel_id = $1';
    await core.pool.query(prolong, [place.channelId, heldUntil]);
    await settle();
    expect(await troubles()).toMatchObject([{ reason: 'rate_limited', heldUntil: heldUntil.toISOString() }]);
    expect(countNews()).toBe(1);
  });

  it('an outage becomes one after a minute, although nothing else happened then', async () => {
    const { core, clock, settle, countNews, troubles } = await startTroubled(kind, 'server-error');
    clock.advance(59_000);
    await core.dialogs.watchTroubles();
    expect(await troubles()).toEqual([]);
    expect(countNews()).toBe(0);
    clock.advance(1000);
    await core.dialogs.watchTroubles();
    expect(await troubles()).toMatchObject([{ reason: 'vendor_error', heldUntil: null }]);
    expect(countNews()).toBe(1);
    await settle();
    expect(countNews()).toBe(0);
    core.telegram.faults.clear();
    clock.advance(LONGEST_PAUSE_MS);
    await settle();
    expect(await troubles()).toEqual([]);
    expect(countNews()).toBe(1);
  });

  it('another try that a person asks for during a hold goes on saying why it waits, and until when', async () => {
    const { core, clock, place, settle, answer } = await startTroubled(kind, { retryAfter: HOLD_SECONDS });
    const { id, delivery } = await answer();
    expect(delivery).toMatchObject({ state: 'retry', reason: 'rate_limited' });
    const { message } = await core.dialogs.retry({ userId: 'u1', ...place, messageId: id });
    expect(message.delivery).toEqual(delivery);
    clock.advance(HOLD_SECONDS * 1000);
    await settle();
    expect((await answer()).delivery.state).toBe('sent');
  });

  it('without a hold the other try is made at once', async () => {
    const { core, place, settle, answer } = await startTroubled(kind, 'server-error');
    core.telegram.faults.clear();
    const { message } = await core.dialogs.retry({ userId: 'u1', ...place, messageId: (await answer()).id });
    expect(message.delivery).toMatchObject({ state: 'queued', reason: null, retryAt: null });
    await settle();
    expect((await answer()).delivery.state).toBe('sent');
  });
});
