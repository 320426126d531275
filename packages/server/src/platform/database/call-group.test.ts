import { afterEach, describe, expect, it, vi } from 'vitest';

import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createCallGroup } from './call-group.ts';
import { DatabaseUnavailableError } from './database-errors.ts';

const always = (_input: number): boolean => true;

/** Groups are held until they are let go; `alone` answers at once. */
function setUp({ hasGone = always, isPlain = always } = {}) {
  const groups: number[][] = [];
  const alone: number[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const clock = createTestClock();
  const call = createCallGroup<number, string>({
    pool: {},
    async together(inputs) {
      groups.push(inputs);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return inputs.map((input) => (hasGone(input) ? `together ${input}` : undefined));
    },
    async alone(input) {
      alone.push(input);
      return `alone ${input}`;
    },
    isPlain,
    clock,
  });
  return { call, groups, alone, gates, clock, begun: (count: number) => waitUntil(() => groups.length === count) };
}

describe('a group of calls', () => {
  it('does together what comes at once, and then what came meanwhile', async () => {
    const { call, groups, gates, begun } = setUp();
    const first = [call(1), call(2)];
    await begun(1);
    const others = [call(3), call(4), call(5)];
    gates[0]?.resolve();
    expect(await Promise.all(first)).toEqual(['together 1', 'together 2']);
    await begun(2);
    gates[1]?.resolve();
    expect(await Promise.all(others)).toEqual(['together 3', 'together 4', 'together 5']);
    expect(groups).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('risk: one that cannot be done holds up its neighbours, or is lost', async () => {
    const { call, groups, alone, gates, begun } = setUp({ hasGone: (input) => input !== 2 });
    const all = [1, 2, 3].map(call);
    await begun(1);
    gates[0]?.resolve();
    await begun(2);
    gates[1]?.resolve();
    expect(await Promise.all(all)).toEqual(['together 1', 'alone 2', 'together 3']);
    expect(groups).toEqual([[1, 2, 3], [2]]);
    expect(alone).toEqual([2]);
  });

  it('risk: one that waits for a row by itself holds others, and after it no group finds a free one', async () => {
    let isFree = false;
    const { call, groups, alone, gates, begun } = setUp({ hasGone: () => isFree });
    const all = [1, 2].map(call);
    await begun(1);
    gates[0]?.resolve();
    await begun(2);
    isFree = true;
    gates[1]?.resolve();
    expect(await Promise.all(all)).toEqual(['together 1', 'together 2']);
    expect(groups).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(alone).toEqual([]);
  });

  it('risk: one whose group failed takes the others with it', async () => {
    const { call, gates, begun } = setUp();
    const all = [1, 2, 3].map(call);
    await begun(1);
    gates[0]?.reject(new Error('invalid text'));
    expect(await Promise.all(all)).toEqual(['alone 1', 'alone 2', 'alone 3']);
  });

  it('risk: a call is repeated though its commit may have reached the disk', async () => {
    const { call, alone, gates, begun } = setUp();
    const all = [1, 2].map(call);
    await begun(1);
    gates[0]?.reject(new DatabaseUnavailableError('connection', { cause: undefined }));
    const ends = await Promise.allSettled(all);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(alone).toEqual([]);
    const next = call(3);
    await begun(2);
    gates[1]?.resolve();
    expect(await next).toBe('together 3');
  });

  it.each([
    ['as the driver says it', { code: '57014' }],
    ['as the database says it', new DatabaseUnavailableError('too-slow', { cause: { code: '57014' } })],
  ])('risk: one that takes too long fails the others of its group: %s', async (_name, timeout) => {
    const { call, gates, begun } = setUp();
    const all = [1, 2, 3].map(call);
    await begun(1);
    gates[0]?.reject(timeout);
    expect(await Promise.all(all)).toEqual(['alone 1', 'alone 2', 'alone 3']);
  });

  it('risk: work that fails before it begins stops all that comes after', async () => {
    const fail = () => {
      throw new Error('invalid input');
    };
    const call = createCallGroup<number, string>({ pool: {}, together: fail, alone: fail, clock: createTestClock() });
    for (const input of [1, 2]) await expect(call(input)).rejects.toThrow('invalid input');
  });

  it('lets what is out of the ordinary go by itself, past a group that is under way', async () => {
    const { call, gates, begun } = setUp({ isPlain: (input) => input < 9 });
    const held = call(1);
    await begun(1);
    expect(await call(9)).toBe('alone 9');
    gates[0]?.resolve();
    await held;
  });

  it('risk: a group whose connection hangs holds up all that come after it, for ten seconds', async () => {
    const { call, groups, gates, clock, begun } = setUp();
    const hung = call(1);
    await begun(1);
    const second = call(2);
    clock.advance(249);
    await new Promise(setImmediate);
    expect(groups).toEqual([[1]]);
    clock.advance(1);
    await begun(2);
    // No third: each would take one more connection.
    const third = call(3);
    clock.advance(10_000);
    await new Promise(setImmediate);
    expect(groups).toEqual([[1], [2]]);
    gates[1]?.resolve();
    expect(await second).toBe('together 2');
    await begun(3);
    gates[2]?.resolve();
    expect(await third).toBe('together 3');
    gates[0]?.resolve();
    expect(await hung).toBe('together 1');
    const fourth = call(4);
    const fifth = call(5);
    await begun(4);
    gates[3]?.resolve();
    expect(await Promise.all([fourth, fifth])).toEqual(['together 4', 'together 5']);
  });
});

/** Three kinds of calls to one pool; each group waits until it is let go. `yieldsMs`: of the last one. */
function setUpKinds({ yieldsMs = 0 } = {}) {
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const clock = createTestClock();
  const pool = {};
  const kinds = ['a', 'b', 'c'].map((kind) =>
    createCallGroup<number, number>({
      pool,
      async together(inputs) {
        const name = `${kind}${inputs.join('')}`;
        const gate = Promise.withResolvers<void>();
        gates.set(name, gate.resolve);
        begun.push(name);
        await gate.promise;
        return inputs;
      },
      alone: async (input) => input,
      yieldsMs: kind === 'c' ? yieldsMs : 0,
      clock,
    }),
  );
  const call = (kind: number, input: number) => kinds[kind]?.(input);
  return { call, clock, begun, end: (name: string) => gates.get(name)?.() };
}

describe('groups of several kinds', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('share one lane: what waits for it gathers', async () => {
    const { call, begun, end } = setUpKinds();
    const all = [call(0, 1), call(1, 1)];
    await waitUntil(() => begun.length === 1);
    await new Promise(setImmediate);
    all.push(call(1, 2));
    expect(begun).toEqual(['a1']);
    end('a1');
    await waitUntil(() => begun.length === 2);
    expect(begun[1]).toBe('b12');
    end('b12');
    expect(await Promise.all(all)).toEqual([1, 1, 2]);
  });

  it('risk: a kind with many calls keeps the others out', async () => {
    const { call, begun, end } = setUpKinds();
    const all = [call(0, 1), call(1, 1)];
    await waitUntil(() => begun.length === 1);
    all.push(call(2, 1), call(0, 2), call(1, 2));
    for (const name of ['a1', 'b12', 'c1', 'a2']) {
      await waitUntil(() => begun.at(-1) === name);
      end(name);
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b12', 'c1', 'a2']);
  });

  it.each([
    { name: 'lets the others go first', yieldsMs: 60_000, order: ['c1', 'a1', 'b1', 'a2', 'c2'] },
    {
      name: 'risk: what lets others go first never has its turn',
      yieldsMs: 0.001,
      order: ['c1', 'a1', 'b1', 'c2', 'a2'],
    },
  ])('a kind that nobody waits for: $name', async ({ yieldsMs, order }) => {
    const { call, begun, end } = setUpKinds({ yieldsMs });
    const all = [call(2, 1)];
    await waitUntil(() => begun.length === 1);
    all.push(call(2, 2), call(0, 1), call(1, 1));
    await new Promise(setImmediate);
    for (const name of order) {
      await waitUntil(() => begun.at(-1) === name);
      if (name === 'a1') all.push(call(0, 2));
      end(name);
    }
    await Promise.all(all);
    expect(begun).toEqual(order);
  });

  it('waits for what comes within a few turns, of whatever kind, and for no more than that', async () => {
    // Turns are counted here: on a busy machine they are long.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const { call, begun, end } = setUpKinds();
    const all: (Promise<number> | undefined)[] = [];
    for (let turn = 1; turn <= 9; turn += 1) {
      all.push(call(turn % 2, turn));
      await new Promise(setImmediate);
    }
    for (const name of ['b13579', 'a2468']) {
      await waitUntil(() => begun.at(-1) === name);
      end(name);
    }
    await Promise.all(all);
  });

  it('risk: calls that never stop coming keep all of them waiting', async () => {
    const { call, begun, end } = setUpKinds();
    const all: (Promise<number> | undefined)[] = [];
    for (let input = 0; begun.length === 0 && input < 100; input += 1) {
      all.push(call(0, input));
      await new Promise(setImmediate);
    }
    expect(begun).toHaveLength(1);
    expect(all.length).toBeLessThan(20);
    const done = vi.fn();
    void Promise.all(all).then(done);
    await waitUntil(() => {
      for (const name of begun) end(name);
      return done.mock.calls.length > 0;
    });
  });

  it('risk: turns that take long keep a call waiting for all of them', async () => {
    const { call, begun, end } = setUpKinds();
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const alone = call(0, 1);
    now.mockReturnValue(2);
    await new Promise(setImmediate);
    expect(begun).toEqual(['a1']);
    end('a1');
    await alone;
  });

  it('risk: a statement whose connection hangs keeps all kinds waiting, for ten seconds', async () => {
    const { call, clock, begun, end } = setUpKinds();
    const hung = call(0, 1);
    await waitUntil(() => begun.length === 1);
    const other = call(1, 1);
    clock.advance(250);
    await waitUntil(() => begun.length === 2);
    end('b1');
    expect(await other).toBe(1);
    // What comes back late frees the lane no second time.
    const next = [call(1, 2), call(2, 2)];
    await waitUntil(() => begun.length === 3);
    end('a1');
    await hung;
    await new Promise(setImmediate);
    expect(begun.slice(2)).toEqual(['b2']);
    end('b2');
    await waitUntil(() => begun.length === 4);
    end('c2');
    await Promise.all(next);
  });
});
