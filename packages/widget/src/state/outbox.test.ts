import { describe, expect, it } from 'vitest';
import {
  canSucceed,
  createOutboxStore,
  holdItem,
  markOf,
  newItem,
  type OutboxItem,
  refuseItem,
  retryItem,
} from './outbox.ts';

function createMemory(entries = new Map<string, string>()) {
  return {
    entries,
    read: (key: string) => entries.get(key) ?? null,
    write: (key: string, value: string) => void entries.set(key, value),
    drop: (key: string) => void entries.delete(key),
    list: (prefix: string) =>
      [...entries.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
  };
}
const build = (clientId: string, options: { now?: number; others?: OutboxItem[] } = {}) =>
  newItem(
    { clientId, kind: 'text', text: clientId, name: '' },
    { now: options.now ?? 5, others: options.others ?? [] },
  );

/** A try without an answer. */
const fail = (item: OutboxItem) => holdItem(item, { reason: '', now: 5, waitMs: 1000 });

describe('order', () => {
  it('written in one millisecond, or after the clock went back, messages keep their order', () => {
    const first = build('a');
    const second = build('b', { others: [first] });
    const third = build('c', { now: 1, others: [first, second] });
    expect([first.at, second.at, third.at]).toEqual([5, 6, 7]);
  });
});

it('what was refused for good is not offered again; what may change is', () => {
  for (const reason of [
    'files.too_large',
    'files.too_many_pixels',
    'files.too_complex',
    'files.wrong_type',

    'lost',
    'slow',
  ])
    expect(canSucceed(reason)).toBe(false);
  for (const reason of [
    '',
    'internal',
    'files.quota',
    'request.rate_limited',
    'channels.not_found',
    'widget.origin_refused',
  ])
    expect(canSucceed(reason)).toBe(true);
});

it('the mark is quiet for the first tries, then says that it has not gone; a retry has the same id', () => {
  const item = build('a');
  expect(markOf(item)).toBe('sending');
  const stuck = fail(fail(item));
  expect(markOf(fail(item))).toBe('sending');
  expect(markOf(stuck)).toBe('stuck');
  expect(markOf(holdItem(item, { reason: 'request.rate_limited', now: 5, waitMs: 60_000 }))).toBe('stuck');
  const failed = refuseItem(stuck, 'request.invalid');
  expect(markOf(failed)).toBe('failed');
  expect(retryItem(failed)).toEqual(item);
});

describe('storage', () => {
  it('risk: a reload loses or doubles. A new store over the same entries gives the same messages in order', () => {
    const memory = createMemory();
    const before = createOutboxStore(memory);
    before.put(build('b', { now: 9 }));
    before.put(build('a', { now: 2 }));
    before.put(fail(build('a', { now: 2 })));
    const after = createOutboxStore(createMemory(memory.entries));
    expect(after.all().map(({ clientId, tries }) => [clientId, tries])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
  });

  it('risk: two tabs write at once. Each has entries of its own', () => {
    const memory = createMemory();
    const [one, two] = [createOutboxStore(memory), createOutboxStore(memory)];
    one.put(build('a'));
    two.put(build('b'));
    one.drop('a');
    expect(two.all().map(({ clientId }) => clientId)).toEqual(['b']);
  });

  it('broken and foreign entries are passed over', () => {
    const memory = createMemory(
      new Map([
        ['out:x', '{'],
        ['out:y', '{"clientId":5}'],
        ['out:z', 'null'],
        ['other', '{}'],
      ]),
    );
    expect(createOutboxStore(memory).all()).toEqual([]);
  });
});
