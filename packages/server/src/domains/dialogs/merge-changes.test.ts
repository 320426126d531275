import { expect, it } from 'vitest';
import type { DialogChange } from './deps.ts';
import { createChangeMerger } from './merge-changes.ts';

const change = (version: number, chatId = 'one', isNew = false): DialogChange => {
  return { accountId: 'a', channelId: 'c', chatId, uniqueId: `${chatId}_c`, version, isNew };
};

function start() {
  const published: string[] = [];
  let due: (() => void)[] = [];
  const clock = {
    now: () => new Date(0),
    after: (_ms: number, callback: () => void) => {
      due.push(callback);
      return () => undefined;
    },
  };
  const merge = createChangeMerger(clock, ({ chatId, version, isNew }) =>
    published.push(`${chatId} ${version}${isNew ? ' new' : ''}`),
  );
  return {
    published,
    merge,
    pass() {
      const now = due;
      due = [];
      for (const callback of now) callback();
    },
  };
}

it('publishes the first change of a dialog at once and the newest of the rest once', () => {
  const { published, merge, pass } = start();
  merge(change(1, 'one', true));
  merge(change(3));
  merge(change(2));
  merge(change(1, 'two'));
  expect(published).toEqual(['one 1 new', 'two 1']);
  pass();
  expect(published).toEqual(['one 1 new', 'two 1', 'one 3']);
});

it('risk: the last change of a busy dialog is never published', () => {
  const { published, merge, pass } = start();
  for (let version = 1; version <= 9; version += 1) {
    merge(change(version));
    if (version % 3 === 0) pass();
  }
  pass();
  expect(published.at(-1)).toBe('one 9');
  pass();
  merge(change(10));
  expect(published.at(-1)).toBe('one 10');
});
