import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createHashTurns } from './hash-turns.ts';

function start({ lanes = 1, maxWaiting = 100 } = {}) {
  const turns = createHashTurns({ lanes, maxWaiting });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let most = 0;
  const ask = (name: string, from: number | string, signal?: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = typeof from === 'number' ? { rank: from } : { provenFrom: from };
    const work = turns.run({ ...turn, ...(signal ? { signal } : {}) }, async () => {
      begun.push(name);
      most = Math.max(most, begun.length - done);
      ends.push(resolve);
      await promise;
      done += 1;
    });
    return { work };
  };
  let done = 0;
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, ask, endOne, most: () => most };
}

describe('turns to hash', () => {
  it('are few at a time', async () => {
    const { begun, ask, endOne, most } = start({ lanes: 2 });
    for (let index = 0; index < 6; index += 1) void ask(`${index}`, 1).work;
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['0', '1']);
    for (let index = 0; index < 6; index += 1) await endOne();
    expect(begun).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(most()).toBe(2);
  });

  it('risk: who tries for the first time waits behind those who tried often', async () => {
    const { begun, ask, endOne } = start();
    for (let index = 0; index < 50; index += 1) void ask(`stranger ${index}`, 2 + (index % 3)).work;
    void ask('first try', 1).work;
    void ask('known device', '198.51.100.1').work;
    for (let index = 0; index < 4; index += 1) await endOne();
    expect(begun.slice(0, 4)).toEqual(['stranger 0', 'known device', 'first try', 'stranger 3']);
  });

  it('risk: new networks that come without end keep out who mistyped once', async () => {
    const { begun, ask, endOne } = start({ maxWaiting: 10_000 });
    void ask('running', 1).work;
    void ask('mistyped', 2).work;
    for (let index = 0; index < 400; index += 1) void ask(`new ${index}`, 1).work;
    for (let index = 0; index < 300; index += 1) await endOne();
    expect(begun.indexOf('mistyped')).toBeGreaterThan(100);
    expect(begun.indexOf('mistyped')).toBeLessThan(210);
  });

  it('risk: a full queue refuses the owner', async () => {
    const { begun, ask, endOne } = start({ maxWaiting: 3 });
    void ask('running', 5).work;
    const strangers = [3, 4, 5].map((rank) => ask(`stranger ${rank}`, rank).work);
    const last = expect(strangers[2]).rejects.toMatchObject({ code: 'request.rate_limited' });
    const owner = ask('owner', 1).work;
    await last;
    await expect(ask('one more stranger', 5).work).rejects.toMatchObject({ code: 'request.rate_limited' });
    await endOne();
    await endOne();
    await owner;
    expect(begun).toContain('owner');
  });

  it('risk: strangers with accounts of their own keep out who has yet to prove it, and a known device', async () => {
    const { begun, ask, endOne } = start({ maxWaiting: 1000 });
    void ask('running', 1).work;
    for (let index = 0; index < 160; index += 1) void ask('stranger', `203.0.113.${index % 20}`).work;
    for (let index = 0; index < 25; index += 1) await endOne();
    const begunBefore = begun.length;
    void ask('first try', 1).work;
    void ask('known device', '198.51.100.1').work;
    for (let index = 0; index < 3; index += 1) await endOne();
    expect(begun.slice(begunBefore)).toContain('first try');
    expect(begun.slice(begunBefore)).toContain('known device');
  });

  it('risk: one network with sessions waits in any number, and a full queue refuses a known device for it', async () => {
    const { begun, ask, endOne } = start({ maxWaiting: 9 });
    void ask('running', 1).work;
    const crowd = Array.from({ length: 12 }, () => ask('crowd', '203.0.113.7').work);
    for (const refused of crowd.slice(8)) await expect(refused).rejects.toMatchObject({ code: 'request.rate_limited' });
    void ask('first known device', '198.51.100.1').work;
    const last = expect(crowd[7]).rejects.toMatchObject({ code: 'request.rate_limited' });
    void ask('second known device', '198.51.100.2').work;
    await last;
    for (let index = 0; index < 9; index += 1) await endOne();
    expect(begun.slice(1, 4)).toEqual(['crowd', 'first known device', 'second known device']);
    expect(begun).toHaveLength(10);
  });

  it('risk: work that fails, and a client that has gone, keep a place', async () => {
    const turns = createHashTurns({ lanes: 1 });
    await expect(turns.run({ rank: 1 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const { begun, ask, endOne } = start();
    void ask('running', 1).work;
    const gone = new AbortController();
    const left = ask('gone', 1, gone.signal).work;
    const after = ask('after', 1).work;
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'request.invalid' });
    await endOne();
    await endOne();
    await after;
    expect(begun).toEqual(['running', 'after']);
    expect(await turns.run({ rank: 1 }, async () => 'free')).toBe('free');
  });

  it('risk: who has gone before his turn is worked for', async () => {
    const { begun, ask, endOne } = start();
    const gone = AbortSignal.abort();
    await expect(ask('gone at the start', 1, gone).work).rejects.toMatchObject({ code: 'request.invalid' });
    void ask('running', 1).work;
    await expect(ask('gone on entering', 1, gone).work).rejects.toMatchObject({ code: 'request.invalid' });
    const leaving = new AbortController();
    const left = ask('gone when passed', 1, leaving.signal).work;
    const after = ask('after', 1).work;
    const ended = endOne();
    queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => leaving.abort())));
    await expect(left).rejects.toMatchObject({ code: 'request.invalid' });
    await ended;
    await endOne();
    await after;
    expect(begun).toEqual(['running', 'after']);
  });

  it('risk: each turn leaves a listener behind', async () => {
    const { ask, begun, endOne } = start();
    const { signal } = new AbortController();
    const works = ['first', 'second', 'third'].map((name) => ask(name, 1, signal).work);
    expect(getEventListeners(signal, 'abort')).toHaveLength(2);
    for (const [index, work] of works.entries()) {
      await waitUntil(() => begun.length > index);
      await endOne();
      await work;
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
