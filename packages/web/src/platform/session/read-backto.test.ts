import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readBackto } from './read-backto.ts';

const ORIGIN = 'https://desk.example';
const hostileList = fileURLToPath(
  new URL('../../../../../../shared/data/hostile/open-redirect.jsonl', import.meta.url),
);

function readHostile(): string[] {
  return readFileSync(hostileList, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const entry: unknown = JSON.parse(line);
      return typeof entry === 'object' && entry !== null && 'text' in entry ? String(entry.text) : '';
    });
}

it.each([
  ['/app/inbox/', '/app/inbox/'],
  ['/app/inbox/?dialog=1_a&x=%2F%2F', '/app/inbox/?dialog=1_a&x=%2F%2F'],
  ['/app/channels/widget/1/#look', '/app/channels/widget/1/#look'],
])('%s is kept with its query', (value, expected) => {
  expect(readBackto(value, ORIGIN)).toBe(expected);
});

it.each([
  undefined,
  null,
  42,
  ['/app/'],
  '',
  'app/inbox',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/..//evil.example',
  '/app/\u0000',
  '/signin/?backto=/signin/',
])('%j is refused', (value) => {
  expect(readBackto(value, ORIGIN)).toBe('/');
});

it.skipIf(!existsSync(hostileList))(
  'no known open redirect leaves the origin (left out where the list is absent)',
  () => {
    const hostile = readHostile();
    expect(hostile.length).toBeGreaterThan(10);
    for (const value of hostile) {
      const target = new URL(readBackto(value, ORIGIN), ORIGIN);
      expect(target.origin, value).toBe(ORIGIN);
      expect(target.pathname.startsWith('//'), value).toBe(false);
    }
  },
);
