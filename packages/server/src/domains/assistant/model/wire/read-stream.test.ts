import { expect, it } from 'vitest';
import { readStream } from './read-stream.ts';
import { UnreadableAnswerError } from './wire.ts';

const read = (text: string) => [...readStream(text)];

it.each([
  ['lines end in LF', 'data: {"a":1}\n\ndata: {"a":2}\n\n', [{ a: 1 }, { a: 2 }]],
  ['lines end in CR LF', 'data: {"a":1}\r\n\r\ndata: [DONE]\r\n\r\n', [{ a: 1 }]],
  ['names, comments and other fields stand beside', ': hello\nevent: ping\nid: 1\ndata:{"a":1}\n\n', [{ a: 1 }]],
  ['an event of several lines', 'data: {"a":\ndata: 1}\n\n', [{ a: 1 }]],
  ['an event without data', 'event: ping\n\n', []],
  ['the end cuts an event', 'data: {"a":1}\n\ndata: {"a"', [{ a: 1 }]],
  ['nothing', '', []],
])('%s', (_, text, events) => expect(read(text)).toEqual(events));

it('an event that is no JSON cannot be read', () => {
  expect(() => read('data: {"a":1}\n\ndata: <html>\n\n')).toThrow(UnreadableAnswerError);
});
