import { afterEach, describe, expect, it } from 'vitest';
import { type Connector, ConnectorError } from '../../connectors/port.ts';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const HOUR_MS = 3_600_000;

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0).reverse()) await core.close();
});

/** A platform whose tokens can be exchanged once and run out after ten hours; `spent`: those that were exchanged. */
function buildPlatform(clock: ReturnType<typeof createTestClock>) {
  const platform = {
    spent: [] as string[],
    refusal: undefined as ConnectorError | undefined,
    hasRunOut: false,
    isEndless: false,
    lifeMs: 10 * HOUR_MS,
    /** What happens while the platform exchanges a token. */
    meanwhile: async (): Promise<void> => undefined,
  };
  const spent = new Set<string>();
  const connector: Connector = {
    ...telegramConnector,
    connect: {
      ...telegramConnector.connect,
      check: async (credentials, io) => {
        if (platform.hasRunOut) throw new ConnectorError('unauthorized', { reason: 'token_revoked' });
        return await telegramConnector.connect.check(credentials, io);
      },
      renewal: {
        dueAt: ({ endsAt }) => {
          if (platform.isEndless) return null;
          return new Date(endsAt === undefined ? 0 : Date.parse(endsAt) - HOUR_MS);
        },
        renew: async ({ id, credentials }) => {
          const { pass = 'p0' } = credentials;
          if (platform.refusal) throw platform.refusal;
          const token = `${id} ${pass}`;
          if (spent.has(token)) throw new ConnectorError('unauthorized', { reason: 'token_revoked' });
          spent.add(token);
          platform.spent.push(pass);
          platform.hasRunOut = false;
          await platform.meanwhile();
          const endsAt = new Date(clock.now().getTime() + platform.lifeMs).toISOString();
          return { ...credentials, pass: `p${platform.spent.length}`, endsAt };
        },
      },
    },
  };
  return { platform, connector };
}

async function start() {
  const clock = createTestClock();
  const { platform, connector } = buildPlatform(clock);
  const replaced = { connectors: { ...connectors, telegram: connector }, clock };
  const core = await startCore(replaced);
  const other = await startCore({ ...replaced, beside: core });
  open.push(core, other);
  const channel = await buildTelegramChannel(core, await buildAccount(core));
  const renew = () => core.runTask('channels.renew-credentials');
  const kept = async () => (await core.channels.live(channel.channelId))?.self.credentials;
  const reason = async () => (await core.channels.live(channel.channelId))?.inactiveReason;
  return { clock, platform, core, other, channel, renew, kept, reason };
}

describe('credentials that run out', () => {
  it('are renewed before they do, and again before those do', async () => {
    const { clock, renew, kept, platform } = await start();
    await renew();
    expect(await kept()).toMatchObject({ pass: 'p1' });
    await renew();
    clock.advance(8 * HOUR_MS);
    await renew();
    expect(platform.spent).toEqual(['p0']);
    clock.advance(HOUR_MS);
    await renew();
    expect(await kept()).toMatchObject({ pass: 'p2' });
  });

  it('risk: two nodes exchange the same token, and the platform takes the account away', async () => {
    const { core, other, platform, channel } = await start();
    await Promise.all([core, other].map((node) => node.runTask('channels.renew-credentials')));
    expect(platform.spent).toEqual(['p0']);
    expect(await core.channels.live(channel.channelId)).toMatchObject({ inactiveReason: null });
  });

  it('a platform that does not answer is asked again, and the channel works on', async () => {
    const { clock, platform, renew, kept, reason } = await start();
    platform.refusal = new ConnectorError('retry', { reason: 'network' });
    await renew();
    expect(await reason()).toBeNull();
    platform.refusal = undefined;
    await renew();
    expect(platform.spent).toEqual([]);
    clock.advance(300_000);
    await renew();
    expect(await kept()).toMatchObject({ pass: 'p1' });
  });

  it('risk: the database fails for a moment, and the only copy of a renewed token is thrown away', async () => {
    const { clock, core, platform, renew, kept } = await start();
    const { pool } = core;
    const query = pool.query;
    let failures = 2;
    platform.meanwhile = async () => {
      pool.query = ((...input: Parameters<typeof query>) => {
        if (failures === 0) pool.query = query;
        else failures -= 1;
        return pool.query === query
          ? query.apply(pool, input)
          : Promise.reject(Object.assign(new Error('The connection ended'), { code: '57P01' }));
      }) as typeof query;
    };
    let isDone = false;
    const running = renew().finally(() => {
      isDone = true;
    });
    await waitUntil(() => {
      clock.advance(20);
      return isDone;
    });
    await running;
    expect(platform.spent).toEqual(['p0']);
    expect(await kept()).toMatchObject({ pass: 'p1' });
  });

  it('risk: what lives shorter than it is renewed before is exchanged over and over', async () => {
    const { clock, platform, renew } = await start();
    platform.lifeMs = HOUR_MS / 2;
    await renew();
    expect(platform.spent).toEqual(['p0']);
    clock.advance(299_000);
    await renew();
    expect(platform.spent).toEqual(['p0']);
    clock.advance(1000);
    await renew();
    expect(platform.spent).toEqual(['p0', 'p1']);
  });

  it('a refusal marks the channel', async () => {
    const { platform, renew, reason } = await start();
    platform.refusal = new ConnectorError('unauthorized', { reason: 'token_revoked' });
    await renew();
    expect(await reason()).toBe('token_revoked');
  });

  it('a channel that was marked for a token that ran out is renewed by itself, once for each break', async () => {
    const { core, channel, renew, kept, reason, platform } = await start();
    await renew();
    const probe = () => core.runTask('channels.probe-broken');
    platform.hasRunOut = true;
    await core.channels.mark({ accountId: channel.accountId, id: channel.channelId, reason: 'token_revoked' });
    await probe();
    expect(await reason()).toBe('token_revoked');
    await renew();
    expect(await kept()).toMatchObject({ pass: 'p2' });
    await probe();
    expect(await reason()).toBeNull();
    await renew();
    expect(platform.spent).toEqual(['p0', 'p1']);
  });

  it('what does not run out is never exchanged: whoever refuses it means it', async () => {
    const { core, channel, renew, reason, platform } = await start();
    platform.isEndless = true;
    platform.hasRunOut = true;
    await core.channels.mark({ accountId: channel.accountId, id: channel.channelId, reason: 'token_revoked' });
    await core.runTask('channels.probe-broken');
    await renew();
    expect(platform.spent).toEqual([]);
    expect(await reason()).toBe('token_revoked');
  });

  it('risk: a slow platform outlasts the claim of the channels behind it, and their tokens are spent twice', async () => {
    const { clock, core, other, platform, renew } = await start();
    await buildTelegramChannel(core, await buildAccount(core));
    let isFirst = true;
    platform.meanwhile = async () => {
      if (!isFirst) return;
      isFirst = false;
      clock.advance(110_000);
      await other.runTask('channels.renew-credentials');
    };
    await renew();
    // Both channels begin with the same one; it is spent once for each.
    expect(platform.spent).toEqual(['p0', 'p0']);
  });

  it('risk: what the owner gives while a renewal is under way is written over', async () => {
    const { core, channel, platform, renew, kept } = await start();
    const { accountId, channelId: id, bot } = channel;
    platform.meanwhile = async () => {
      const given = { credentials: { token: bot.token }, update: {} };
      await core.channels.update({ accountId, type: 'telegram', id, ...given });
    };
    await renew();
    expect(await kept()).not.toHaveProperty('pass');
  });

  it('risk: a probe writes what it had read over what was renewed meanwhile', async () => {
    const { core, channel, platform, renew, kept } = await start();
    await core.channels.mark({ accountId: channel.accountId, id: channel.channelId, reason: 'network' });
    platform.meanwhile = async () => core.runTask('channels.probe-broken');
    await renew();
    expect(await kept()).toMatchObject({ pass: 'p1' });
  });
});
