import { type ConnectInput, limits } from '@otvet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectorError } from '../../connectors/port.ts';
import { scriptConnector } from '../../connectors/suite/script-connector.ts';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import { systemRandom } from '../../platform/time/ids.ts';
import { shareClock } from '../../platform/time/shared-clock.ts';
import { buildAccount, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import type { Progress } from './connecting.ts';
import { describeProgress } from './describe-progress.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(['server', 'embedded'] as const)('connecting on the %s database', (kind) => {
  const { script, connector, reset } = scriptConnector();
  const clock = createTestClock();
  const hostClock = createTestClock();
  let core: Core;
  let accountId: string;
  beforeAll(async () => {
    core = await startCore({
      kind,
      clock: hostClock,
      sharedClock: shareClock(clock),
      connectors: { courier: connector },
    });
  });
  afterAll(() => core.close());
  beforeEach(async () => {
    accountId = await buildAccount(core);
    reset();
  });

  const idOf = (progress: Progress) => (progress.isDone ? progress.channel.id : progress.open.id);
  const stepOf = (progress: Progress) => (progress.isDone ? undefined : progress.open.draft.step);
  const numberOf = (progress: Progress) => {
    const state = progress.isDone ? undefined : describeProgress({ open: progress.open, connector });
    return state?.status === 'step' ? `${state.position} of ${state.stepCount}` : undefined;
  };
  const advance = (id: string, input: ConnectInput) => core.channels.connecting.advance({ accountId, id, input });
  const review = { kind: 'review', step: 'review' } as const;

  async function reachScan(phone: string): Promise<string> {
    const id = idOf(await core.channels.connecting.start({ accountId, type: 'courier' }));
    await advance(id, { kind: 'fields', step: 'number', values: { phone } });
    await advance(id, { kind: 'code', step: 'show' });
    return id;
  }

  async function reachReview(phone: string): Promise<string> {
    const id = await reachScan(phone);
    script.reading = { isDone: true, values: { phone } };
    await core.channels.connecting.poll({ accountId, id });
    return id;
  }

  it('shows a code, leaves out what is not needed, and polls a picture until it is scanned', async () => {
    const id = idOf(await core.channels.connecting.start({ accountId, type: 'courier' }));
    const wrong = advance(id, { kind: 'fields', step: 'number', values: { phone: '8' } });
    await expect(wrong).rejects.toMatchObject({ code: 'channels.credentials_invalid', details: { phone: 'form' } });
    const code = await advance(id, { kind: 'fields', step: 'number', values: { phone: ' +7999 ' } });
    expect(stepOf(code)).toMatchObject({ kind: 'code', shown: 'ABCD-1234' });
    expect(stepOf(await advance(id, { kind: 'code', step: 'show' }))).toMatchObject({ kind: 'qr', content: null });
    const waiting = await core.channels.connecting.poll({ accountId, id });
    expect(stepOf(waiting)).toMatchObject({ kind: 'qr', content: 'qr-1' });
    script.reading = { isDone: true, values: { phone: '+7999', key: 'k' } };
    expect(stepOf(await core.channels.connecting.poll({ accountId, id }))).toMatchObject({ kind: 'review' });
    expect(await advance(id, review)).toMatchObject({ isDone: true, channel: { id, tokenTail: null } });
    expect((await core.channels.live(id))?.self.credentials).toEqual({
      phone: '+7999',
      key: 'k',
      session: 's-1',
      isActive: 'yes',
    });
    await core.channels.unlink({ accountId, by: null, type: 'courier', id });
  });

  it('counts the steps that are shown, not those that are left out, and from the first again', async () => {
    const begun = await core.channels.connecting.start({ accountId, type: 'courier' });
    const id = idOf(begun);
    const last = connector.connect.steps.length;
    expect(numberOf(begun)).toBe('1 of null');
    const code = await advance(id, { kind: 'fields', step: 'number', values: { phone: '+7998' } });
    expect(numberOf(code)).toBe('2 of null');
    expect(numberOf(await advance(id, { kind: 'code', step: 'show' }))).toBe(`3 of ${last}`);
    script.reading = { isDone: true, values: { phone: '+7998' } };
    expect(numberOf(await core.channels.connecting.poll({ accountId, id }))).toBe(`${last} of ${last}`);
    expect(numberOf(await core.channels.connecting.restart({ accountId, id }))).toBe('1 of null');
  });

  it('goes one step back and shows what was given there; what was scanned is not gone behind', async () => {
    const id = idOf(await core.channels.connecting.start({ accountId, type: 'courier' }));
    const stateOf = (progress: Progress) =>
      progress.isDone ? undefined : describeProgress({ open: progress.open, connector });
    const typed = { kind: 'fields', step: 'number', values: { phone: '+7997' } } as const;
    expect(stateOf(await advance(id, typed))).toMatchObject({ canGoBack: true, given: null });
    await advance(id, { kind: 'code', step: 'show' });
    await expect(advance(id, { kind: 'back', step: 'show' })).rejects.toMatchObject({ code: 'request.conflict' });
    expect(numberOf(await advance(id, { kind: 'back', step: 'scan' }))).toBe('2 of null');
    const first = await advance(id, { kind: 'back', step: 'show' });
    const given = { values: { phone: '+7997' }, secrets: [] };
    expect(stateOf(first)).toMatchObject({ step: { name: 'number' }, position: 1, canGoBack: false, given });
    await expect(advance(id, { kind: 'back', step: 'number' })).rejects.toMatchObject({ code: 'request.conflict' });
    await advance(id, { ...typed, values: { phone: '+7996' } });
    await advance(id, { kind: 'code', step: 'show' });
    script.reading = { isDone: true, values: { phone: '+7996' } };
    expect(stateOf(await core.channels.connecting.poll({ accountId, id }))).toMatchObject({ canGoBack: false });
    await core.channels.connecting.cancel({ accountId, id });
  });

  it('says at once that an account is connected already, and names the channel to its own account alone', async () => {
    const id = await reachReview('+7995');
    await advance(id, review);
    const details = { channelId: id, channelType: 'courier' };
    await expect(reachReview('+7995')).rejects.toMatchObject({ code: 'channels.already_connected', details });
    accountId = await buildAccount(core);
    const stranger = reachReview('+7995');
    await expect(stranger).rejects.toMatchObject({ code: 'channels.already_connected', details: undefined });
  });

  it('stores the credentials sealed before the platform is told, and is no channel until it has agreed', async () => {
    const id = await reachReview('+70001');
    script.activate = async () => {
      const atAddress = await core.channels.liveAtAddress(id, { isFresh: true });
      expect(atAddress).toMatchObject({
        state: 'connecting',
        self: { credentials: { phone: '+70001', session: 's-1' } },
      });
      expect(await core.channels.live(id)).toBeUndefined();
      expect(await core.channels.list(accountId)).toEqual([]);
      script.told.push('asked');
      throw new ConnectorError('retry', { reason: 'vendor_error' });
    };
    await expect(advance(id, review)).rejects.toMatchObject({ code: 'channels.vendor_unreachable' });
    expect(script.told).toEqual(['asked', 'left +70001']);
    const { rows } = await core.pool.query('select identity, secrets, state from channels where id = $1', [id]);
    expect(rows).toEqual([{ identity: null, secrets: null, state: 'connecting' }]);
    const shown = await core.channels.connecting.find({ accountId, id });
    expect(shown).toMatchObject({ open: { draft: { fault: { reason: 'vendor_error' } } } });
  });

  it('risk: a platform tries the address before the owner has finished: what he has typed proves it', async () => {
    const id = await reachScan('+70030');
    const atAddress = await core.channels.liveAtAddress(id, { isFresh: true });
    expect(atAddress).toMatchObject({ state: 'connecting', self: { identity: '', credentials: { phone: '+70030' } } });
    expect(await core.channels.live(id)).toBeUndefined();
  });

  it('lets one input at a time in', async () => {
    const id = await reachReview('+70002');
    script.activate = async () => {
      await expect(advance(id, review)).rejects.toMatchObject({ code: 'request.conflict' });
      script.told.push('refused the second');
    };
    expect(await advance(id, review)).toMatchObject({ isDone: true });
    expect(script.told).toEqual(['refused the second']);
    await core.channels.unlink({ accountId, by: null, type: 'courier', id });
  });

  type Told = { id: string; outcome: Promise<Progress>; goOn: () => void };
  /** A process that waits for the platform while it is being told. */
  async function stopWhileTelling(phone: string): Promise<Told> {
    const id = await reachReview(phone);
    let goOn: () => void = () => undefined;
    let outcome: Promise<Progress> | undefined;
    await new Promise<void>((resolve) => {
      script.activate = () => {
        resolve();
        return new Promise((end) => {
          goOn = end;
        });
      };
      outcome = advance(id, review);
      outcome.catch(() => undefined);
    });
    script.activate = async () => undefined;
    if (!outcome) throw new Error('Nothing was begun');
    return { id, outcome, goOn };
  }

  const dieWhileTelling = async (phone: string): Promise<string> => (await stopWhileTelling(phone)).id;

  it('gives the account on the platform to the next owner once its claim is dead', async () => {
    await dieWhileTelling('+70003');
    const next = await reachReview('+70003');
    await expect(advance(next, review)).rejects.toMatchObject({ code: 'channels.already_connected' });
    clock.advance(MINUTE_MS * 3);
    expect(await advance(next, review)).toMatchObject({ isDone: true });
    await core.channels.unlink({ accountId, by: null, type: 'courier', id: next });
  });

  /** The server is started again on its folder: the process before it is dead. */
  async function restartServer(): Promise<Core> {
    const sharedClock = shareClock(clock);
    const connectors = { courier: connector };
    return await startCore({ beside: core, nodeId: core.nodeId, clock: hostClock, sharedClock, connectors });
  }

  it('risk: an owner whose server was killed half-way waits for minutes: the same connection goes on at once', async () => {
    const id = await dieWhileTelling('+70040');
    const restarted = await restartServer();
    const { connecting } = restarted.channels;
    expect(await connecting.advance({ accountId, id, input: review })).toMatchObject({ isDone: true });
    expect(script.told).toEqual(['left +70040']);
    await restarted.close();
  });

  it('risk: he is told that his account is connected already, where he begins anew', async () => {
    const dead = await dieWhileTelling('+70041');
    const next = await reachReview('+70041');
    const restarted = await restartServer();
    const { connecting } = restarted.channels;
    expect(await connecting.advance({ accountId, id: next, input: review })).toMatchObject({ isDone: true });
    // What is left of the first one is gone on with as well.
    expect(stepOf(await connecting.restart({ accountId, id: dead }))).toMatchObject({ kind: 'fields' });
    expect(await core.channels.list(accountId)).toMatchObject([{ id: next, identity: '+70041' }]);
    await restarted.close();
  });

  it('risk: two connections of one account at once: one wins, the other one is told, on whichever node', async () => {
    const ids = [await reachReview('+70042'), await reachReview('+70042')];
    const results = await Promise.allSettled(ids.map((id) => advance(id, review)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { isDone: true } }]);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'channels.already_connected' } }]);
    const [slow, rival] = [await stopWhileTelling('+70043'), await reachReview('+70043')];
    const other = await startCore({ beside: core, sharedClock: shareClock(clock), connectors: { courier: connector } });
    const { connecting } = other.channels;
    const second = connecting.advance({ accountId, id: rival, input: review });
    await expect(second).rejects.toMatchObject({ code: 'channels.already_connected' });
    const same = connecting.advance({ accountId, id: slow.id, input: review });
    await expect(same).rejects.toMatchObject({ code: 'request.conflict' });
    slow.goOn();
    expect(await slow.outcome).toMatchObject({ isDone: true, channel: { id: slow.id } });
    await other.close();
  });

  it('stops a slow process whose draft was taken over, and takes back what it told the platform', async () => {
    const slow = await stopWhileTelling('+70010');
    clock.advance(MINUTE_MS * 3);
    await core.channels.connecting.restart({ accountId, id: slow.id });
    expect(script.told).toEqual(['left +70010']);
    slow.goOn();
    await expect(slow.outcome).rejects.toMatchObject({ code: 'request.conflict' });
    expect(script.told).toEqual(['left +70010', 'left +70010']);
    expect(await core.channels.list(accountId)).toEqual([]);
    expect(stepOf(await core.channels.connecting.find({ accountId, id: slow.id }))).toMatchObject({ kind: 'fields' });
  });

  it('leaves the account on the platform to whoever got it from a slow process', async () => {
    const slow = await stopWhileTelling('+70011');
    clock.advance(MINUTE_MS * 3);
    const first = accountId;
    accountId = await buildAccount(core);
    const id = await reachReview('+70011');
    expect(await advance(id, review)).toMatchObject({ isDone: true });
    slow.goOn();
    await expect(slow.outcome).rejects.toMatchObject({ code: 'request.conflict' });
    expect(script.told).toEqual([]);
    expect(await core.channels.list(first)).toEqual([]);
    expect(await core.channels.list(accountId)).toMatchObject([{ id, identity: '+70011' }]);
  });

  it('leaves the account on the platform to the second worker of the same draft', async () => {
    const slow = await stopWhileTelling('+70012');
    clock.advance(MINUTE_MS * 3);
    expect(await advance(slow.id, review)).toMatchObject({ isDone: true });
    const told = script.told.length;
    slow.goOn();
    await expect(slow.outcome).rejects.toMatchObject({ code: 'request.conflict' });
    expect(script.told).toHaveLength(told);
    expect(await core.channels.list(accountId)).toMatchObject([{ id: slow.id, identity: '+70012' }]);
  });

  it('tells the platform when an owner gives up what a dead process began', async () => {
    const id = await dieWhileTelling('+70013');
    clock.advance(MINUTE_MS * 3);
    await core.channels.connecting.cancel({ accountId, id });
    expect(script.told).toEqual(['left +70013']);
  });

  it('cannot make a channel active that has no account on the platform', async () => {
    const id = await reachReview('+70014');
    const forced = core.pool.query(`update channels set state = 'active' where id = $1`, [id]);
    await expect(forced).rejects.toMatchObject({ code: '23514' });
  });

  it('does not believe a host clock that was moved', async () => {
    const slow = await stopWhileTelling('+70015');
    const idle = await reachScan('+70016');
    hostClock.jump(2 * HOUR_MS);
    await core.channels.sweepConnecting();
    expect(stepOf(await core.channels.connecting.find({ accountId, id: idle }))).toMatchObject({ kind: 'qr' });
    const restart = core.channels.connecting.restart({ accountId, id: slow.id });
    await expect(restart).rejects.toMatchObject({ code: 'request.conflict' });
    const rival = await reachReview('+70015');
    await expect(advance(rival, review)).rejects.toMatchObject({ code: 'channels.already_connected' });
    slow.goOn();
    expect(await slow.outcome).toMatchObject({ isDone: true });
    hostClock.jump(-2 * HOUR_MS);
  });

  it('ends after an hour, and the platform is told where it may know of us', async () => {
    const dead = await dieWhileTelling('+70005');
    const idle = await reachScan('+70006');
    clock.advance(HOUR_MS);
    for (const id of [dead, idle])
      await expect(core.channels.connecting.find({ accountId, id })).rejects.toMatchObject({
        code: 'channels.not_found',
      });
    await core.channels.sweepConnecting();
    expect(script.told).toEqual(['left +70005']);
    const left = await core.pool.query('select id from channels where id = any($1)', [[dead, idle]]);
    expect(left.rows).toEqual([]);
  });

  it('keeps the newest ten of an owner who begins again and again', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      clock.advance(10);
      ids.push(idOf(await core.channels.connecting.start({ accountId, type: 'courier' })));
    }
    const kept = await core.channels.connecting.list(accountId);
    expect(kept.map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
    await core.channels.connecting.cancel({ accountId, id: ids[11] ?? '' });
    expect(await core.channels.connecting.list(accountId)).toHaveLength(9);
  });

  it('keeps to ten when an owner begins many at once', async () => {
    const begin = () => core.channels.connecting.start({ accountId, type: 'courier' });
    await Promise.all(Array.from({ length: 25 }, begin));
    expect(await core.channels.connecting.list(accountId)).toHaveLength(10);
  });

  it('tells the platform of a dead connection that makes room, and leaves one alone that is worked on', async () => {
    await dieWhileTelling('+70020');
    clock.advance(MINUTE_MS * 3);
    const slow = await stopWhileTelling('+70021');
    for (let count = 0; count < 10; count += 1) {
      clock.advance(10);
      await core.channels.connecting.start({ accountId, type: 'courier' });
    }
    expect(script.told).toEqual(['left +70020']);
    slow.goOn();
    expect(await slow.outcome).toMatchObject({ isDone: true });
  });

  it('connects no more channels than the max, also in parallel', async () => {
    const max = limits.channelsPerAccount;
    await core.pool.query(
      `insert into channels (account_id, id, type, is_single, name, identity, settings, inbound_mode, created_at, updated_at)
       select $1, gen_random_uuid(), 'courier', false, 'Page', gen_random_uuid(), '{}', 'pull', now(), now()
       from generate_series(1, $2::int)`,
      [accountId, max - 1],
    );
    const ids: string[] = [];
    for (const phone of ['+70031', '+70032', '+70033', '+70034']) ids.push(await reachReview(phone));
    const results = await Promise.allSettled(ids.map((id) => advance(id, review)));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const result of refused) expect(result).toMatchObject({ reason: { code: 'channels.limit' } });
    expect(await core.channels.list(accountId)).toHaveLength(max);
  });

  it('is listed beside one that does not open', async () => {
    const damaged = idOf(await core.channels.connecting.start({ accountId, type: 'courier' }));
    const sound = idOf(await core.channels.connecting.start({ accountId, type: 'courier' }));
    await core.pool.query(`update channels set draft = 'damaged' where id = $1`, [damaged]);
    expect((await core.channels.connecting.list(accountId)).map(({ id }) => id)).toEqual([sound]);
  });

  it('risk: a connection that does not open fails at every call, for an hour', async () => {
    const { connecting } = core.channels;
    const calls = [
      (id: string) => connecting.find({ accountId, id }),
      (id: string) => connecting.poll({ accountId, id }),
      (id: string) => connecting.restart({ accountId, id }),
      (id: string) => advance(id, review),
    ];
    for (const call of calls) {
      const id = await reachScan('+70015');
      await core.pool.query(`update channels set draft = 'damaged' where id = $1`, [id]);
      await expect(call(id)).rejects.toMatchObject({ code: 'channels.not_found' });
      expect((await core.pool.query('select from channels where id = $1', [id])).rowCount).toBe(0);
    }
    const id = await reachScan('+70015');
    await core.pool.query(`update channels set draft = 'damaged', secrets = 'damaged' where id = $1`, [id]);
    await connecting.cancel({ accountId, id });
    expect((await core.pool.query('select from channels where id = $1', [id])).rowCount).toBe(0);
  });

  it('risk: a look deletes what a newer version has begun, or what was sealed with a key that is not given', async () => {
    const { connecting } = core.channels;
    const id = await reachScan('+70017');
    const isThere = async () => (await core.pool.query('select from channels where id = $1', [id])).rowCount === 1;
    const draftOf = async () => (await core.pool.query('select draft from channels where id = $1', [id])).rows[0].draft;
    const keep = (draft: string) => core.pool.query('update channels set draft = $2 where id = $1', [id, draft]);
    const sound = await draftOf();
    const seal = createKeyring({ materials: [Buffer.alloc(43, 'k')], random: systemRandom }).seal;
    await keep(seal(JSON.stringify({ shape: 2, trail: 'elsewhere' }), { accountId, purpose: `connecting:${id}` }));
    for (const call of [connecting.find, connecting.poll, connecting.restart])
      await expect(call({ accountId, id })).rejects.toMatchObject({ code: 'channels.not_found' });
    expect(await isThere()).toBe(true);
    await keep(sound.replace(/^s1\.\w+\./, 's1.00000000.'));
    for (const call of [connecting.find, connecting.poll, connecting.restart])
      await expect(call({ accountId, id })).rejects.toThrow();
    expect(await isThere()).toBe(true);
    await keep(sound);
    expect(stepOf(await connecting.find({ accountId, id }))).toMatchObject({ kind: 'qr' });
    // No refused call holds it.
    expect(stepOf(await connecting.restart({ accountId, id }))).toMatchObject({ kind: 'fields' });
  });

  it('is hidden from another account at every call', async () => {
    const id = await reachScan('+70004');
    const stranger = await buildAccount(core);
    const { connecting } = core.channels;
    const key = { accountId: stranger, id };
    const calls = [
      () => connecting.find(key),
      () => connecting.poll(key),
      () => connecting.restart(key),
      () => connecting.cancel(key),
      () => connecting.advance({ ...key, input: review }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'channels.not_found' });
    expect(stepOf(await connecting.restart({ accountId, id }))).toMatchObject({ kind: 'fields' });
  });
});
