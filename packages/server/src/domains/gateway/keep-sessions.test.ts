import { expect, it } from 'vitest';
import { ConnectorError } from '../../connectors/port.ts';
import { startCore } from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { closeLater, NUMBER, openReport, startSessions as start } from './testing/start-sessions.ts';

it('a code is shown, scanned, and the channel speaks over its session', async () => {
  const { core, begin, poll, last, write, work, texts, opened, accountId, channel } = await start();
  const id = await begin();
  expect(await poll(id)).toMatchObject({ kind: 'qr', content: null });
  await core.gateway.refreshSessions();
  await waitUntil(() => opened.length === 1);
  last().report({ state: 'linking', content: 'qr-1', code: 'ABCD-1234' });
  await waitUntil(async () => {
    const step = await poll(id);
    return step?.kind === 'qr' && step.content === 'qr-1' && step.code === 'ABCD-1234' && !step.isExpired;
  });
  last().report(openReport(NUMBER));
  await waitUntil(async () => (await poll(id))?.kind === 'review');
  await write('early', 'Before the owner has finished');
  await core.channels.connecting.advance({ accountId, id, input: { kind: 'review', step: 'review' } });
  expect(await channel(id)).toMatchObject({ identity: NUMBER, inboundMode: 'session', inactiveReason: null });
  await write('m-1', 'Hello');
  await work();
  expect(texts()).toEqual(['re: Hello']);
  expect(await last().readEvent('m-1')).toMatchObject({ message: { text: 'Hello' } });
  expect(await last().readEvent('early')).toBeUndefined();
  expect(opened).toHaveLength(1);
});

it('a code that ran out is said so, and another one is asked for', async () => {
  const { core, begin, poll, last, opened, accountId } = await start();
  const id = await begin();
  await poll(id);
  await core.gateway.refreshSessions();
  await waitUntil(() => opened.length === 1);
  last().onEnd({ kind: 'ended', reason: 'code_expired', isForgotten: true });
  await waitUntil(async () => {
    const step = await poll(id);
    return step?.kind === 'qr' && step.isExpired;
  });
  await core.gateway.refreshSessions();
  expect(opened).toHaveLength(1);
  const renewed = await core.channels.connecting.advance({ accountId, id, input: { kind: 'qr', step: 'scan' } });
  expect(renewed).toMatchObject({ open: { draft: { step: { kind: 'qr', content: null, isExpired: false } } } });
  await core.gateway.refreshSessions();
  await waitUntil(() => opened.length === 2);
});

it('a lost connection is opened again after a pause, once; what waits leaves then', async () => {
  const { core, clock, link, last, write, work, texts, opened } = await start();
  await link();
  await write('m-1', 'Hello');
  const timers = clock.countSet();
  last().onEnd({ kind: 'lost' });
  await waitUntil(() => clock.countSet() > timers);
  await Promise.all([core.gateway.refreshSessions(), core.gateway.refreshSessions()]);
  expect(opened).toHaveLength(1);
  await core.idle();
  await core.sweep();
  await core.idle();
  expect(texts()).toEqual([]);
  await waitUntil(() => {
    clock.advance(1000);
    return opened.length === 2;
  });
  last().report(openReport(NUMBER));
  await waitUntil(async () => {
    await work();
    return texts().length > 0;
  });
  expect(texts()).toEqual(['re: Hello']);
  expect(opened[0]?.ending).toBe('closed');
});

it('risk: a message is lost while the link is; linked again it leaves once, from the same channel', async () => {
  const { core, link, last, write, work, texts, channel, accountId, opened } = await start();
  const id = await link();
  await last().keys.write([{ type: 'creds', id: '', value: 'secret' }]);
  await write('m-1', 'Hello');
  last().onEnd({ kind: 'ended', reason: 'session_logged_out', isForgotten: true });
  await waitUntil(async () => (await channel(id))?.inactiveReason === 'session_logged_out');
  expect((await core.pool.query('select from channel_session_keys')).rowCount).toBe(0);
  await work();
  expect(texts()).toEqual([]);
  expect(await link()).toBe(id);
  await waitUntil(() => opened.length === 3);
  expect(opened.map(({ ending }) => ending)).toEqual(['closed', 'closed', 'open']);
  last().report(openReport(NUMBER));
  await waitUntil(async () => {
    await work();
    return texts().length > 0;
  });
  expect(texts()).toEqual(['re: Hello']);
  expect(await channel(id)).toMatchObject({ inactiveReason: null });
  expect(await core.channels.list(accountId)).toHaveLength(1);
  expect((await core.pool.query('select channel_id from channel_sessions')).rows).toEqual([{ channel_id: id }]);
});

it('another account that is linked in its place takes nothing over', async () => {
  const { link, last, channel, core, begin, accountId } = await start();
  const id = await link();
  last().report(openReport('79990000002'));
  await waitUntil(async () => (await channel(id))?.inactiveReason === 'other_account');
  await expect(link('79990000002')).rejects.toMatchObject({ code: 'channels.already_connected' });
  await link();
  await expect(begin()).rejects.toMatchObject({ code: 'channels.already_connected' });
  expect(await core.channels.list(accountId)).toHaveLength(1);
});

it('risk: two nodes keep one session; the second takes over from a dead one, with the same keys', async () => {
  const { core, options, clock, link, last, opened, write } = await start();
  await link();
  const [first] = opened;
  await first?.keys.write([
    { type: 'creds', id: '', value: 'one' },
    { type: 'session', id: 'a', value: 'two' },
    { type: 'session', id: 'b', value: 'three' },
  ]);
  await first?.keys.write([{ type: 'session', id: 'b', value: null }]);
  const stored = (await core.pool.query('select value from channel_session_keys')).rows;
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toMatch(/one|two/);
  const other = await startCore({ ...options, beside: core });
  closeLater(other);
  await other.gateway.refreshSessions();
  expect(opened).toHaveLength(1);
  // The first node stands still: its lease runs out.
  clock.jump(21_000);
  await other.gateway.refreshSessions();
  await waitUntil(() => opened.length === 2);
  expect(await last().keys.read('session', ['a', 'b'])).toEqual({ a: 'two' });
  await expect(first?.keys.write([{ type: 'creds', id: '', value: 'fork' }])).rejects.toThrow('another node');
  await core.gateway.refreshSessions();
  await waitUntil(() => first?.ending === 'closed');
  last().report(openReport(NUMBER));
  await write('m-1', 'Hello');
});

it('what is unlinked or given up is left at the platform too, and nothing of it stays', async () => {
  const { core, link, last, accountId, begin, poll, opened } = await start();
  const id = await link();
  await last().keys.write([{ type: 'creds', id: '', value: 'secret' }]);
  await core.channels.unlink({ accountId, type: 'courier', id });
  await core.gateway.refreshSessions();
  expect(last().ending).toBe('left');
  expect((await core.pool.query('select from channel_sessions')).rowCount).toBe(0);
  expect((await core.pool.query('select from channel_session_keys')).rowCount).toBe(0);
  const draft = await begin();
  await poll(draft);
  await core.gateway.refreshSessions();
  await waitUntil(() => opened.length === 2);
  await core.channels.connecting.cancel({ accountId, id: draft });
  await core.gateway.refreshSessions();
  expect(last().ending).toBe('left');
});

it('a library that is not there is said in words, and looked for again', async () => {
  const { core, platform, begin, poll, opened } = await start();
  platform.isInstalled = false;
  const id = await begin();
  await poll(id);
  await core.gateway.refreshSessions();
  const failure = await failureOf(() => poll(id));
  expect(failure).toMatchObject({ cause: { reason: 'library_missing' } });
  expect(failure).toMatchObject({ cause: expect.any(ConnectorError) });
  platform.isInstalled = true;
  await core.gateway.refreshSessions();
  await waitUntil(() => opened.length === 1);
});

it('risk: a look at a session that was logged out says that it works, and it can then not be linked again', async () => {
  const { core, link, last, channel, accountId, clock } = await start();
  const id = await link();
  const look = () => core.channels.update({ accountId, type: 'courier', id, update: {}, replaceWebhook: false });
  last().onEnd({ kind: 'ended', reason: 'session_logged_out', isForgotten: true });
  await waitUntil(async () => (await channel(id))?.inactiveReason === 'session_logged_out');
  await expect(look()).rejects.toMatchObject({ details: { reason: 'session_logged_out' } });
  for (const task of ['channels.probe-broken', 'channels.probe-working']) {
    clock.advance(3 * 3_600_000);
    await core.runTask(task);
  }
  expect(await channel(id)).toMatchObject({ inactiveReason: 'session_logged_out' });
  expect(await link()).toBe(id);
});

it('risk: a channel that is linked again after hours works, and nobody is told', async () => {
  const { core, link, last, channel, clock } = await start();
  const id = await link();
  const told = async (count: number) => {
    const found = async () => (await core.pool.query('select kind from notifications order by created_at')).rows;
    await waitUntil(async () => (await found()).length >= count);
    return (await found()).map(({ kind }) => kind);
  };
  last().onEnd({ kind: 'ended', reason: 'session_logged_out', isForgotten: true });
  await waitUntil(async () => (await channel(id))?.inactiveReason !== null);
  expect(await told(1)).toEqual(['channel_broken']);
  clock.advance(3 * 3_600_000);
  expect(await link()).toBe(id);
  expect(await told(2)).toEqual(['channel_broken', 'channel_repaired']);
});

it('risk: a session ends and nobody notes it; a look and the hourly probe tell what its keeper knows', async () => {
  const { core, link, last, channel, accountId, clock } = await start();
  const id = await link();
  const look = () => core.channels.update({ accountId, type: 'courier', id, update: {}, replaceWebhook: false });
  const unnoted = () => core.pool.query('update channels set inactive_reason = null where id = $1', [id]);
  expect(await look()).toMatchObject({ inactiveReason: null });
  // A node that died with it says nothing more.
  clock.jump(21_000);
  await expect(look()).rejects.toMatchObject({ code: 'channels.vendor_unreachable' });
  expect(await channel(id)).toMatchObject({ inactiveReason: null });
  await core.gateway.refreshSessions();
  last().onEnd({ kind: 'ended', reason: 'session_banned', isForgotten: false });
  await waitUntil(async () => (await channel(id))?.inactiveReason === 'session_banned');
  await unnoted();
  await expect(look()).rejects.toMatchObject({ details: { reason: 'session_banned' } });
  expect(await channel(id)).toMatchObject({ inactiveReason: 'session_banned' });
  await unnoted();
  for (let hour = 0; hour < 4; hour += 1) {
    clock.jump(3_600_000);
    await core.runTask('channels.probe-working');
  }
  expect(await channel(id)).toMatchObject({ inactiveReason: 'session_banned' });
});

/** The failure that a poll ends with. */
async function failureOf(poll: () => Promise<unknown>): Promise<unknown> {
  const found: unknown[] = [];
  await waitUntil(async () => {
    await poll().catch((error: unknown) => found.push(error));
    return found.length > 0;
  });
  return found[0];
}

it('risk: a stored session of one account that does not open stops those of all', async () => {
  const { core, begin, poll, opened } = await start();
  const damaged = await begin();
  await poll(damaged);
  await core.pool.query(`update channel_sessions set link = 'damaged' where channel_id = $1`, [damaged]);
  const sound = await begin();
  await poll(sound);
  await core.gateway.refreshSessions();
  await waitUntil(() => opened.length === 1);
  expect(opened.map(({ channel }) => channel.id)).toEqual([sound]);
});
