import { type ChannelDescriptor, telegramDescriptor } from '@otvet/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { credentialsStep } from '../../connectors/connect-port.ts';
import type { Connector } from '../../connectors/port.ts';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
});

/** A platform whose answer to the last step of an activation is ours to give. */
async function startHeld() {
  const told = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let isHolding = false;
  const connector: Connector = {
    ...telegramConnector,
    connect: {
      ...telegramConnector.connect,
      activate: async (...input) => {
        const kept = await telegramConnector.connect.activate(...input);
        if (isHolding) {
          told.resolve();
          await held.promise;
        }
        return kept;
      },
    },
  };
  const core = await startCore({ connectors: { ...connectors, telegram: connector } });
  open.push(core);
  const channel = await buildTelegramChannel(core, await buildAccount(core));
  isHolding = true;
  return { core, channel, told: told.promise, answer: held.resolve, fail: held.reject };
}

async function readRow(core: Core, id: string) {
  const { rows } = await core.pool.query('select secrets, token_tail, inbound_mode from channels where id = $1', [id]);
  return rows[0];
}

describe('new credentials of a connected channel', () => {
  it('a channel that is unlinked meanwhile gets no secrets back', async () => {
    const { core, channel, told, answer } = await startHeld();
    const { accountId, channelId, bot } = channel;
    const place = { accountId, type: 'telegram', id: channelId };
    const updating = core.channels.update({ ...place, update: {}, credentials: { token: bot.token } });
    const ended = updating.catch((error: { code?: string }) => error.code);
    await told;
    await core.channels.unlink({ ...place, by: null });
    answer();
    expect(await ended).toBe('channels.not_found');
    expect(await readRow(core, channelId)).toMatchObject({ secrets: null, token_tail: null });
  });

  it('a failed activation leaves the former secrets and the former way in', async () => {
    const { core, channel, told, fail } = await startHeld();
    const { accountId, channelId, bot } = channel;
    const before = await readRow(core, channelId);
    const renewed = core.telegram.registerBot({ token: `${bot.id}:${'N'.repeat(35)}` });
    const credentials = { token: renewed.token };
    const ended = core.channels
      .update({ accountId, type: 'telegram', id: channelId, update: {}, credentials })
      .catch((error: unknown) => error);
    await told;
    expect(await readRow(core, channelId)).toMatchObject({ token_tail: 'NNNN' });
    fail(new Error('the platform is down'));
    expect(await ended).toBeInstanceOf(Error);
    const after = await readRow(core, channelId);
    expect(after).toMatchObject({ token_tail: before.token_tail, inbound_mode: before.inbound_mode });
    expect(await core.channels.live(channelId)).toMatchObject({ self: { credentials: { token: bot.token } } });
  });

  it('risk: a late failure puts dead credentials over those that were found to work meanwhile', async () => {
    const told = Promise.withResolvers<void>();
    const held = Promise.withResolvers<never>();
    let generation = 0;
    let isHeld = false;
    const { connect } = telegramConnector;
    const telegram: Connector = {
      ...telegramConnector,
      connect: {
        ...connect,
        prepare: async (...input) => {
          generation += 1;
          return { ...(await connect.prepare(...input)), generation: String(generation) };
        },
        activate: async (...input) => {
          if (!isHeld) return await connect.activate(...input);
          isHeld = false;
          told.resolve();
          return await held.promise;
        },
      },
    };
    const clock = createTestClock();
    const core = await startCore({ clock, connectors: { ...connectors, telegram } });
    open.push(core);
    const { accountId, channelId, bot } = await buildTelegramChannel(core, await buildAccount(core));
    await core.channels.mark({ accountId, id: channelId, reason: 'token_revoked' });
    isHeld = true;
    const credentials = { token: bot.token };
    const ended = core.channels
      .update({ accountId, type: 'telegram', id: channelId, update: {}, credentials })
      .catch((error: unknown) => error);
    await told.promise;
    clock.advance(120_000);
    await core.runTask('channels.probe-broken');
    held.reject(new Error('the platform is slow'));
    expect(await ended).toBeInstanceOf(Error);
    clock.advance(3000);
    const live = await core.channels.live(channelId);
    expect(live).toMatchObject({ inactiveReason: null, self: { credentials: { generation: '3' } } });
  });

  it('what is no secret is given back to be changed, and what is left out stays', async () => {
    const [token] = telegramDescriptor.credentials;
    const shop = { ...token, name: 'shop', kind: 'text' as const, isRequired: false, pattern: null };
    const descriptor: ChannelDescriptor = { ...telegramConnector.descriptor, credentials: [shop, token] };
    const connect = { ...telegramConnector.connect, steps: [credentialsStep(descriptor)] };
    const telegram = { ...telegramConnector, descriptor, connect };
    const core = await startCore({ connectors: { ...connectors, telegram } });
    open.push(core);
    const accountId = await buildAccount(core);
    const bot = core.telegram.registerBot();
    const typed = { token: bot.token, shop: 'north' };
    const { id } = await core.channels.connect({ accountId, type: 'telegram', credentials: typed });
    const change = { accountId, type: 'telegram', id, update: {} };
    const stored = await core.channels.update({ ...change, credentials: { token: bot.token } });
    expect(core.channels.readTyped(stored)).toEqual({ shop: 'north' });
    expect(await core.channels.live(id)).toMatchObject({ self: { credentials: typed } });
    const moved = await core.channels.update({ ...change, credentials: { shop: 'south' } });
    expect(core.channels.readTyped(moved)).toEqual({ shop: 'south' });
    expect(await core.channels.live(id)).toMatchObject({ self: { credentials: { token: bot.token } } });
    await core.channels.unlink({ accountId, type: 'telegram', id, by: null });
    expect(core.channels.readTyped({ ...moved, sealedSecrets: 'damaged' })).toEqual({});
  });
});
