import { expect, it } from 'vitest';
import { answerWith, startCore } from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { closeLater, NUMBER, openReport, startSessions } from './testing/start-sessions.ts';

const HOUR_MS = 3_600_000;
const forEver = () => new Promise<void>(() => undefined);

it('risk: a session that cannot be opened for hours looks connected', async () => {
  const { core, clock, platform, link, last, write, texts, accountId, options } = await startSessions();
  const id = await link();
  let node = core;
  const reason = async () => (await node.channels.find(accountId, id))?.inactiveReason;
  /** Time passes no faster than the database works. */
  const passUntil = (isDone: () => boolean | Promise<boolean>) =>
    waitUntil(async () => {
      await reason();
      clock.advance(20_000);
      return await isDone();
    });
  const passUntilTried = async () => {
    const before = platform.tries;
    await passUntil(() => platform.tries > before);
  };
  await write('m-1', 'Hello');
  platform.isReachable = false;
  const lostAt = clock.now().getTime();
  last().onEnd({ kind: 'lost' });
  for (let count = 0; count < 6; count += 1) await passUntilTried();
  expect(await reason()).toBeNull();
  // A restart of the server begins no new hour.
  await core.gateway.stop();
  node = await startCore({ ...options, beside: core });
  closeLater(node);
  clock.jump(HOUR_MS / 2);
  await node.gateway.refreshSessions();
  await passUntil(async () => (await reason()) !== null);
  expect(await reason()).toBe('session_unreachable');
  const toldAfterHours = (clock.now().getTime() - lostAt) / HOUR_MS;
  expect(toldAfterHours).toBeGreaterThanOrEqual(1);
  expect(toldAfterHours).toBeLessThan(2);
  await passUntilTried();
  expect(texts()).toEqual([]);
  // It goes on by itself, and returns.
  platform.isReachable = true;
  await passUntil(async () => {
    if (last().ending === 'open') last().report(openReport(NUMBER));
    return (await reason()) === null;
  });
  await waitUntil(async () => {
    clock.advance(1000);
    await node.sweep();
    await node.idle();
    return texts().length > 0;
  });
  expect(texts()).toEqual(['re: Hello']);
});

it('risk: the owner who has repaired it asks for a look, and waits out the pause all the same; on whichever node', async () => {
  const { core, clock, platform, link, last, accountId, channel, options } = await startSessions();
  const id = await link();
  const reason = async () => (await channel(id))?.inactiveReason;
  const passUntil = (isDone: () => boolean | Promise<boolean>) =>
    waitUntil(async () => {
      await reason();
      clock.advance(60_000);
      return await isDone();
    });
  platform.isReachable = false;
  last().onEnd({ kind: 'lost' });
  await passUntil(async () => (await reason()) === 'session_unreachable');
  const other = await startCore({ ...options, beside: core });
  closeLater(other);
  const look = async (node: typeof core) => {
    const asked = node.channels.update({ accountId, type: 'courier', id, update: {}, replaceWebhook: false });
    await expect(asked).rejects.toMatchObject({ code: 'channels.vendor_unreachable' });
    await core.gateway.refreshSessions();
  };
  for (const node of [core, other]) {
    const before = platform.tries;
    // Time stands still; a look during a try is answered by that try.
    await waitUntil(async () => {
      await look(node);
      return platform.tries > before;
    });
  }
  platform.isReachable = true;
  const opened = last();
  await waitUntil(async () => {
    await look(core);
    return last() !== opened;
  });
  last().report(openReport(NUMBER));
  await waitUntil(async () => (await reason()) === null);
});

it('risk: a session whose keys are damaged is opened again and again, and its owner hears nothing', async () => {
  const { promise: lost, resolve: letAnswer } = Promise.withResolvers<void>();
  const { core, clock, link, last, write, work, texts, channel, opened } = await startSessions({
    decideTurn: async () => {
      await lost;
      return answerWith('re: Hello');
    },
  });
  const id = await link();
  await last().keys.write([{ type: 'creds', id: '', value: 'secret' }]);
  await write('m-1', 'Hello');
  await core.pool.query(`update channel_session_keys set value = left(value, -4) || 'AAAA'`);
  const count = opened.length;
  last().onEnd({ kind: 'lost' });
  await waitUntil(async () => {
    clock.advance(1000);
    return (await channel(id))?.inactiveReason === 'session_keys_damaged';
  });
  expect(opened).toHaveLength(count);
  letAnswer();
  await work();
  expect(texts()).toEqual([]);
  // Linked once more it is the same channel, and what waited leaves.
  expect(await link()).toBe(id);
  await waitUntil(() => opened.length === count + 2);
  last().report(openReport(NUMBER));
  await waitUntil(async () => {
    await work();
    return texts().length > 0;
  });
  expect(texts()).toEqual(['re: Hello']);
});

it('risk: what is stored of a working session does not open at a restart, and its channel looks connected', async () => {
  const { core, clock, link, channel, options } = await startSessions();
  const id = await link();
  await core.pool.query(`update channel_sessions set link = 'damaged', report = 'damaged'`);
  clock.jump(21_000);
  const other = await startCore({ ...options, beside: core });
  closeLater(other);
  await other.gateway.refreshSessions();
  await waitUntil(async () => (await channel(id))?.inactiveReason === 'session_keys_damaged');
});

it('risk: a platform that never answers a log-out stops the keeping of all sessions, and their leases run out', async () => {
  const { core, clock, platform, link, last, accountId, another, opened } = await startSessions();
  const id = await link();
  const left = last();
  const other = await another();
  const otherId = await other.link('79990000002');
  platform.whenLeft = forEver;
  await core.channels.unlink({ accountId, type: 'courier', id });
  const leaseOf = async () =>
    (await core.pool.query('select owned_until from channel_sessions where channel_id = $1', [otherId])).rows[0]
      ?.owned_until;
  const before = await leaseOf();
  // Whoever asks waits for the log-out, and nobody else does.
  void core.gateway.refreshSessions();
  await waitUntil(async () => {
    clock.advance(1000);
    return (await leaseOf()) > before;
  });
  const third = await another();
  const begun = opened.length;
  await third.poll(await third.begin());
  void core.gateway.refreshSessions();
  await waitUntil(() => opened.length > begun);
  expect(left.ending).toBe('open');
  // The connection goes all the same.
  await waitUntil(() => {
    clock.advance(1000);
    return left.ending === 'closed';
  });
});

it('risk: a send that never returns holds its dialog for ever', async () => {
  const { core, clock, platform, sent, link, last, write, texts } = await startSessions();
  await link();
  last().report(openReport(NUMBER));
  const states = async () =>
    (await core.pool.query(`select state, state_reason from messages where author = 'assistant' order by seq`)).rows;
  const answer = async (isDone: () => boolean | Promise<boolean>) =>
    await waitUntil(async () => {
      clock.advance(1000);
      await core.runTask('dialogs.renew-claims');
      await core.sweep();
      return await isDone();
    });
  platform.whenSent = () => (sent.length === 1 ? forEver() : Promise.resolve());
  await write('m-1', 'Hello');
  await answer(() => sent.length === 1);
  await write('m-2', 'And more');
  await answer(async () => (await states()).length === 2);
  for (let second = 0; second < 120; second += 10) {
    clock.advance(10_000);
    await core.runTask('dialogs.renew-claims');
  }
  await answer(() => sent.length === 2);
  await core.idle();
  expect(texts()).toEqual(['re: Hello', 're: And more']);
  expect(await states()).toEqual([
    { state: 'unknown', state_reason: 'no_answer' },
    { state: 'sent', state_reason: null },
  ]);
});
