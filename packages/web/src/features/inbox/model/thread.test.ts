import { expect, it } from 'vitest';
import { buildChat, buildMessage } from '../testing/build-dialog.ts';
import { applyCatchUp, applyOwnMessage, mergeMessages, openThread, prependOlder } from './thread.ts';

const page = (seqs: number[], hasMore = false) => ({
  messages: seqs.map((seq) => buildMessage({ seq, version: seq })),
  chat: buildChat({ version: Math.max(0, ...seqs) }),
  hasMore,
});
const seqsOf = (thread: { messages: { seq: number }[] }) => thread.messages.map(({ seq }) => seq);

it('messages that come twice or out of order stand once and in order', () => {
  const known = [buildMessage({ seq: 1 }), buildMessage({ seq: 3 })];
  const incoming = [
    buildMessage({ seq: 4 }),
    buildMessage({ seq: 2 }),
    buildMessage({ seq: 3 }),
    buildMessage({ seq: 2 }),
  ];
  expect(mergeMessages(known, incoming).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

it('an older version of a message never replaces a newer one', () => {
  const merged = mergeMessages(
    [buildMessage({ seq: 1, version: 9, text: 'new' })],
    [buildMessage({ seq: 1, version: 5, text: 'old' })],
  );
  expect(merged[0]?.text).toBe('new');
});

it('a catch-up adds what was missed and moves the mark', () => {
  const thread = applyCatchUp(openThread(page([1, 2])), page([3, 4]));
  expect(seqsOf(thread)).toEqual([1, 2, 3, 4]);
  expect(thread.version).toBe(4);
  expect(thread.chat.version).toBe(4);
});

it('a change of a message that is not loaded leaves no hole in the run', () => {
  const opened = openThread(page([50, 51], true));
  const changed = { ...page([]), messages: [buildMessage({ seq: 3, version: 60 })] };
  const thread = applyCatchUp(opened, changed);
  expect(seqsOf(thread)).toEqual([50, 51]);
  expect(thread.version).toBe(60);
});

it('older pages and our own message do not move the mark, so a change between them is still fetched', () => {
  const opened = openThread(page([50, 51], true));
  const withOlder = prependOlder(opened, { ...page([48, 49]), messages: [buildMessage({ seq: 49, version: 90 })] });
  expect(withOlder.version).toBe(51);
  expect(applyOwnMessage(withOlder, buildMessage({ seq: 55, version: 55 })).version).toBe(51);
});

it('catch-up pages in any order and repeated give the same thread', () => {
  const whole = page([1, 2, 3, 4, 5, 6]);
  const expected = openThread(whole).messages;
  let thread = openThread(page([2, 1]));
  for (const seqs of [[5, 6], [3, 4], [4, 3], [6], [1, 2]]) thread = applyCatchUp(thread, page(seqs));
  expect(thread.messages).toEqual(expected);
});
