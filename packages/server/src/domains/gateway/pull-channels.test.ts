import { afterEach, describe, expect, it } from 'vitest';
import { ConnectorError, type PullBatch } from '../../connectors/port.ts';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import { buildAccount, buildTelegramChannel, buildUpdate, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
});

describe('a channel that is pulled', () => {
  it('risk: a node goes on pulling a channel that another one took over meanwhile', async () => {
    const clock = createTestClock();
    const asked: string[] = [];
    const batch = Promise.withResolvers<PullBatch>();
    const secondPull = Promise.withResolvers<'pulled again'>();
    const telegram = {
      ...telegramConnector,
      pull: (_channel: unknown, cursor: string, { signal }: { signal: AbortSignal }): Promise<PullBatch> => {
        asked.push(cursor);
        if (asked.length === 1) return batch.promise;
        secondPull.resolve('pulled again');
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const core = await startCore({ clock, connectors: { ...connectors, telegram } });
    open.push(core);
    const channel = await buildTelegramChannel(core, await buildAccount(core));
    await core.gateway.refreshPulls();
    await expect.poll(() => asked).toEqual(['']);
    await core.pool.query('update channels set pull_owner = $2 where id = $1', [channel.channelId, core.newId()]);
    const timers = clock.countSet();
    const listEvents = async () => (await core.pool.query('select event_id from inbound_events')).rows;
    // Others set timers as well: what was fetched has to be kept by then.
    const waits = waitUntil(async () => clock.countSet() > timers && (await listEvents()).length > 0);
    const events = [buildUpdate({ updateId: 1, chatId: 1, messageId: 1, text: 'hello' })];
    batch.resolve({ events, cursor: 'after the batch' });
    expect(await Promise.race([waits.then(() => 'waits'), secondPull.promise])).toBe('waits');
    const { rows } = await core.pool.query('select pull_cursor from channels where id = $1', [channel.channelId]);
    expect(rows).toEqual([{ pull_cursor: '' }]);
    // What the platform gave is kept: the other node gets it again and drops it by its id.
    expect(await listEvents()).toEqual([{ event_id: '1' }]);
  });
});

/** A channel whose fetches fail while `platform.isAway`; one that is let through finds nothing, and is the only one. */
async function startFailing(failure: Error) {
  const clock = createTestClock();
  const platform = { isAway: true, pulls: 0 };
  const telegram = {
    ...telegramConnector,
    pull: async (_channel: unknown, _cursor: string, { signal }: { signal: AbortSignal }): Promise<PullBatch> => {
      platform.pulls += 1;
      if (platform.isAway) throw failure;
      platform.isAway = true;
      signal.throwIfAborted();
      return { events: [], cursor: 'fetched' };
    },
  };
  const core = await startCore({ clock, connectors: { ...connectors, telegram } });
  open.push(core);
  const { accountId, channelId } = await buildTelegramChannel(core, await buildAccount(core));
  const reason = async () => (await core.channels.find(accountId, channelId))?.inactiveReason;
  return { clock, platform, core, reason };
}

it('risk: another program fetches the messages for hours, and nobody is told', async () => {
  const { clock, platform, core, reason } = await startFailing(
    new ConnectorError('retry', { reason: 'poller_conflict' }),
  );
  /** Until the next fetch has failed and waits. */
  const fetchAgain = async () => {
    const before = platform.pulls;
    await waitUntil(() => {
      if (platform.pulls === before) clock.advance(1000);
      return platform.pulls > before;
    });
  };
  await core.gateway.refreshPulls();
  await waitUntil(() => platform.pulls === 1);
  await fetchAgain();
  expect(await reason()).toBeNull();
  await waitUntil(async () => {
    clock.advance(5000);
    return (await reason()) === 'poller_conflict';
  });
  await core.runTask('channels.probe-broken');
  expect(await reason()).toBe('poller_conflict');
  platform.isAway = false;
  await waitUntil(async () => {
    clock.advance(5000);
    return (await reason()) === null;
  });
});

it.each([
  ['a platform that fails', new ConnectorError('retry', { reason: 'vendor_error' }), 'fetch_failing'],
  ['a network that is away', new TypeError('fetch failed'), 'fetch_failing'],
  ['rights that are gone', new ConnectorError('rejected', { reason: 'no_rights' }), 'no_rights'],
  ['a key that is refused', new ConnectorError('unauthorized', { reason: 'token_revoked' }), 'token_revoked'],
] as const)('risk: nothing can be fetched for hours (%s), and nobody is told', async (_name, failure, told) => {
  const { clock, platform, core, reason } = await startFailing(failure);
  const begunAt = clock.now().getTime();
  await core.gateway.refreshPulls();
  await waitUntil(async () => {
    if ((await reason()) !== null) return true;
    clock.advance(5000);
    return false;
  });
  expect(await reason()).toBe(told);
  if (told !== 'fetch_failing') return;
  expect(clock.now().getTime() - begunAt).toBeGreaterThanOrEqual(900_000);
  await core.runTask('channels.probe-broken');
  expect(await reason()).toBe(told);
  platform.isAway = false;
  await waitUntil(async () => {
    clock.advance(5000);
    return (await reason()) === null;
  });
});

describe('a channel with webhooks', () => {
  async function start(reconcileSeconds?: number) {
    const clock = createTestClock();
    const asked: string[] = [];
    const telegram = {
      ...telegramConnector,
      ...(reconcileSeconds === undefined ? {} : { reconcileSeconds }),
      pull: async (_channel: unknown, cursor: string): Promise<PullBatch> => {
        asked.push(cursor);
        const updateId = asked.length;
        const events = [buildUpdate({ updateId, chatId: 1, messageId: updateId, text: `lost ${updateId}` })];
        return { events, cursor: String(updateId) };
      },
    };
    const env = { PUBLIC_URL: 'https://shop.example' };
    const core = await startCore({ clock, env, connectors: { ...connectors, telegram } });
    open.push(core);
    const channel = await buildTelegramChannel(core, await buildAccount(core));
    expect((await core.channels.live(channel.channelId))?.inboundMode).toBe('webhook');
    await core.gateway.refreshPulls();
    return { clock, core, asked };
  }

  it('is asked beside them, with a pause, where the platform gives lost webhooks up', async () => {
    const { clock, core, asked } = await start(60);
    await expect.poll(() => asked).toEqual(['']);
    await expect.poll(async () => (await core.pool.query('select from inbound_events')).rowCount).toBe(1);
    const askedAt = clock.now().getTime();
    await waitUntil(() => {
      if (asked.length > 1) return true;
      clock.advance(1000);
      return false;
    });
    expect(asked).toEqual(['', '1']);
    expect(clock.now().getTime() - askedAt).toBeGreaterThanOrEqual(60_000);
  });

  it('is not asked where the platform comes again by itself', async () => {
    const { clock, asked } = await start();
    clock.advance(600_000);
    expect(asked).toEqual([]);
  });
});
