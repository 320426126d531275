import { expect, it } from 'vitest';
import { createEventParser, type ParsedEvent } from './event-parser.ts';
import { parseJson, readEvent } from './read-event.ts';

const STREAM =
  ': beat\n\nid: 7\nevent: message\ndata: {"text":"Привет 😀"}\n\nevent: typing\r\ndata: {"name":null}\r\n\r\ndata:a\ndata: b\n\nevent: unfinished\ndata: x';

function read(pieces: string[]): ParsedEvent[] {
  const events: ParsedEvent[] = [];
  const parse = createEventParser((event) => events.push(event));
  pieces.forEach(parse);
  return events;
}

it('risk: the network cuts anywhere. Every cut gives the same events', () => {
  const whole = read([STREAM]);
  expect(whole).toEqual([
    { name: 'message', data: '{"text":"Привет 😀"}' },
    { name: 'typing', data: '{"name":null}' },
    { name: 'message', data: 'a\nb' },
  ]);
  for (let cut = 0; cut <= STREAM.length; cut += 1)
    expect(read([STREAM.slice(0, cut), STREAM.slice(cut)])).toEqual(whole);
  expect(read([...STREAM])).toEqual(whole);
});

it('what the window cannot read it passes over', () => {
  for (const [name, text] of [
    ['message', '{'],
    ['message', '{"id":1}'],
    ['removed', '{}'],
    ['analytics', '{"name":"evil"}'],
    ['later', '{}'],
    ['ready', 'null'],
  ])
    expect(readEvent(name, parseJson(text ?? ''))).toBeUndefined();
  expect(readEvent('typing', { name: 5 })).toEqual({ name: 'typing', data: { name: null } });
});
