import { expect, it } from 'vitest';
import { readJson } from './read-json.ts';

const read = (text: string) => readJson(Buffer.from(text));

it('risk: two ids above 2^53 become one', () => {
  expect(read('{"a":5741311803571721087,"b":[-9007199254740993],"c":9007199254740991}')).toEqual({
    a: '5741311803571721087',
    b: ['-9007199254740993'],
    c: 9007199254740991,
  });
});

it('numbers that a double holds stay numbers beside long ones', () => {
  const text =
    '{"id":5741311803571721087,"lat":55.7558260000000012,"big":1e30,"at":1790000000123,"text":"1234567890123456789"}';
  expect(read(text)).toEqual({
    id: '5741311803571721087',
    lat: 55.755826,
    big: 1e30,
    at: 1_790_000_000_123,
    text: '1234567890123456789',
  });
});

it('what is no JSON is nothing', () => {
  expect(read('{"a":12345678901234567890')).toBeUndefined();
});

it('risk: a body of a million values takes seconds to read', () => {
  const values = (count: number) => JSON.stringify({ list: Array.from({ length: count }, () => 'a, b') });
  expect(read(values(90_000))).toBeDefined();
  expect(read(values(110_000))).toBeUndefined();
});
