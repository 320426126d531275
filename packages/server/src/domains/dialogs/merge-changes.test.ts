import { expect, it } from 'vitest';
import type { DialogChange } from './deps.ts';
import { createChangeMerger } from './merge-changes.ts';

const change = (version: number, chatId = 'one', isNew = false): DialogChange => {
  return { accountId: 'a', channelId: 'c', chatId, uniqueId: `${chatId}_c`, version, isNew };
};

function start() {
  const told: string[] = [];
  let due: (() => void)[] = [];
  const clock = {
    now: () => new Date(0),
    after: (_ms: number, callback: () => void) => {
      due.push(callback);
      return () => undefined;
    },
  };
  const tell = createChangeMerger(clock, ({ chatId, version, isNew }) =>
    told.push(`${chatId} ${version}${isNew ? ' new' : ''}`),
  );
  return {
    told,
    tell,
    pass() {
      const now = due;
      due = [];
      for (const callback of now) callback();
    },
  };
}

it('tells the first change of a dialog at once and the newest of the rest once', () => {
  const { told, tell, pass } = start();
  tell(change(1, 'one', true));
  tell(change(3));
  tell(change(2));
  tell(change(1, 'two'));
  expect(told).toEqual(['one 1 new', 'two 1']);
  pass();
  expect(told).toEqual(['one 1 new', 'two 1', 'one 3']);
});

it('risk: the last change of a busy dialog is never told', () => {
  const { told, tell, pass } = start();
  for (let version = 1; version <= 9; version += 1) {
    tell(change(version));
    if (version % 3 === 0) pass();
  }
  pass();
  expect(told.at(-1)).toBe('one 9');
  pass();
  tell(change(10));
  expect(told.at(-1)).toBe('one 10');
});
