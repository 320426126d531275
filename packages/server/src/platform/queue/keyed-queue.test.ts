import { expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

function build(width: number) {
  const errors: unknown[] = [];
  const queue = createKeyedQueue({ width, capacity: 10, onError: (error) => errors.push(error) });
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const push = (key: string, name: string, owner = 'one') => {
    const work = async () => {
      begun.push(name);
      await new Promise<void>((resolve) => gates.set(name, resolve));
    };
    return queue.push(key, work, owner);
  };
  const finish = async (name: string) => {
    gates.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, begun, errors, push, finish };
}

it('work of one key runs in order, of different keys side by side', async () => {
  const { push, begun, finish } = build(2);
  push('a', 'a1');
  push('a', 'a2');
  push('b', 'b1');
  expect(begun).toEqual(['a1', 'b1']);
  await finish('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

it('a stop waits for what runs, forgets what waits and takes nothing more', async () => {
  const { queue, push, begun, finish } = build(1);
  push('a', 'a1');
  push('a', 'a2');
  push('b', 'b1');
  let isStopped = false;
  const stopped = queue.stop().then(() => {
    isStopped = true;
  });
  expect(push('c', 'c1')).toBe(false);
  await finish('none');
  expect(isStopped).toBe(false);
  await finish('a1');
  await stopped;
  expect(begun).toEqual(['a1']);
  expect(queue.size()).toBe(0);
});

it('a stop of an idle queue ends at once', async () => {
  await build(1).queue.stop();
});

it('a key is free only while its work would start at once', async () => {
  const { queue, push, finish } = build(2);
  expect(queue.isFree('a')).toBe(true);
  push('a', 'a1');
  expect([queue.isFree('a'), queue.isFree('b')]).toEqual([false, true]);
  push('b', 'b1');
  expect(queue.isFree('c')).toBe(false);
  await finish('a1');
  expect([queue.isFree('a'), queue.isFree('b'), queue.isFree('c')]).toEqual([true, false, true]);
  const stopped = queue.stop();
  expect(queue.isFree('c')).toBe(false);
  await finish('b1');
  await stopped;
});

it('risk: whoever has many keys keeps out whoever has one', async () => {
  const { push, begun, finish } = build(1);
  for (const key of ['a', 'b', 'c', 'd']) push(key, key, 'many');
  push('e', 'e', 'few');
  push('f', 'f', 'few');
  for (const name of ['a', 'b', 'e', 'c', 'f', 'd']) {
    expect(begun.at(-1)).toBe(name);
    await finish(name);
  }
});
