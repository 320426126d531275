import { afterEach, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import type { SharedWebhook } from '../../connectors/webhook-port.ts';
import { createHttpServer } from '../../platform/http/index.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { buildAccount, buildTelegramChannel, buildUpdate, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** One address for all accounts; the body lists the accounts that have news. */
const shared: SharedWebhook = {
  receive: ({ body }) => ({
    kind: 'events',
    byIdentity: body
      .toString()
      .split(',')
      .map((identity) => ({
        identity,
        events: [buildUpdate({ updateId: 1, chatId: 5, messageId: 1, text: 'hello' })],
      })),
  }),
  unknownIdentity: 'ignore',
};

async function start() {
  const clock = createTestClock();
  const core = await startCore({ clock, connectors: { ...connectors, telegram: { ...telegramConnector, shared } } });
  const { app } = createHttpServer({
    ...{ log: core.log, newId: core.newId, metrics: createMetrics().http, publicUrl: undefined, trustedProxies: [] },
  });
  core.gateway.mountWebhooks(app);
  open.push(
    () => core.close(),
    () => app.close(),
  );
  const one = await buildConnected(core);
  const other = await buildConnected(core);
  const call = async (...identities: string[]) => {
    const answer = await app.inject({ method: 'POST', url: '/hooks/telegram', payload: identities.join(',') });
    return [answer.statusCode, answer.headers['retry-after']];
  };
  const callOwn = async (id: string) => {
    const answer = await app.inject({ method: 'POST', url: `/hooks/telegram/${id}`, payload: '{}' });
    return [answer.statusCode, answer.headers['retry-after']];
  };
  const stored = async () =>
    (await core.pool.query('select channel_id from inbound_events')).rows.map((row) => row.channel_id);
  const change = async (id: string, set: string) => {
    await core.pool.query(`update channels set ${set} where id = $1`, [id]);
    clock.advance(3000);
  };
  return { clock, core, one, other, call, callOwn, stored, change };
}

async function buildConnected(core: Core) {
  const { channelId } = await buildTelegramChannel(core, await buildAccount(core));
  const live = await core.channels.live(channelId);
  return { id: channelId, identity: live?.identity ?? '' };
}

describe('an address that many accounts share', () => {
  it('risk: a channel whose secrets do not open makes the platform stop bringing the messages of all', async () => {
    const { one, other, call, stored, change, core, clock } = await start();
    const sealed = (await core.pool.query('select secrets from channels where id = $1', [one.id])).rows[0]?.secrets;
    await change(one.id, `secrets = 'damaged'`);
    expect(await call(one.identity)).toEqual([200, undefined]);
    expect(await call(one.identity, other.identity)).toEqual([200, undefined]);
    expect((await stored()).toSorted()).toEqual([one.id, other.id].toSorted());
    const texts = async () =>
      (
        await core.pool.query(
          `select m.text from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
           where d.channel_id = $1 and m.author = 'customer'`,
          [one.id],
        )
      ).rows.map(({ text }) => text);
    const reasonOf = async () =>
      (await core.pool.query('select inactive_reason from channels where id = $1', [one.id])).rows[0]?.inactive_reason;
    // However often it is tried, it is not given up; its owner is told.
    for (let minute = 0; minute < 9; minute += 1) {
      clock.advance(61_000);
      await core.sweep();
      await core.idle();
    }
    expect(await texts()).toEqual([]);
    expect(await reasonOf()).toBe('secrets_damaged');
    await core.pool.query('update channels set secrets = $2 where id = $1', [one.id, sealed]);
    clock.advance(61_000);
    await core.sweep();
    await core.idle();
    expect(await texts()).toEqual(['hello']);
  });

  it('risk: the own address of a channel whose secrets do not open fails, and its platform gives up', async () => {
    const { one, callOwn, change, core } = await start();
    await change(one.id, `secrets = 'damaged'`);
    expect(await callOwn(one.id)).toEqual([503, '5']);
    await core.pool.query(`update channels set state = 'connecting', draft = 'damaged', secrets = null where id = $1`, [
      one.id,
    ]);
    expect(await callOwn(one.id)).toEqual([503, '5']);
  });

  it('risk: a node that remembers a channel as not finished yet drops its messages', async () => {
    const { clock, one, call, stored, core, change } = await start();
    await change(one.id, `state = 'connecting'`);
    expect(await call(one.identity)).toEqual([503, '5']);
    expect(await stored()).toEqual([]);
    await core.pool.query(`update channels set state = 'active' where id = $1`, [one.id]);
    clock.advance(200);
    expect(await call(one.identity)).toEqual([200, undefined]);
    expect(await stored()).toEqual([one.id]);
  });

  it('events of accounts that nobody connected here are for nobody', async () => {
    const { one, call, stored } = await start();
    expect(await call('nobody')).toEqual([200, undefined]);
    expect(await call('nobody', one.identity)).toEqual([200, undefined]);
    expect(await stored()).toEqual([one.id]);
  });
});
