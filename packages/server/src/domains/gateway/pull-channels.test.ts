import { afterEach, describe, expect, it } from 'vitest';
import type { PullBatch } from '../../connectors/port.ts';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import { buildAccount, buildTelegramChannel, buildUpdate, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

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
    const waits = expect.poll(() => clock.countSet()).toBeGreaterThan(timers);
    const events = [buildUpdate({ updateId: 1, chatId: 1, messageId: 1, text: 'hello' })];
    batch.resolve({ events, cursor: 'after the batch' });
    expect(await Promise.race([waits.then(() => 'waits'), secondPull.promise])).toBe('waits');
    const { rows } = await core.pool.query('select pull_cursor from channels where id = $1', [channel.channelId]);
    expect(rows).toEqual([{ pull_cursor: '' }]);
    // What the platform gave is kept: the other node gets it again and drops it by its id.
    expect((await core.pool.query('select event_id from inbound_events')).rows).toEqual([{ event_id: '1' }]);
  });
});
