import { expect, it } from 'vitest';
import { NEW_BASE, NO_BASE, readBaseChoice } from './chosen-base.ts';

const [one, two] = [{ id: 'one' }, { id: 'two' }];

it.each([
  ['the only base', { bases: [one] }, 'one'],
  ['a new one where there is none', { bases: [] }, NEW_BASE],
  ['none where nobody may make one', { bases: [], canCreate: false }, NO_BASE],
  ['nothing among several', { bases: [one, two] }, NO_BASE],
  ['the chosen one', { bases: [one, two], chosen: 'two' }, 'two'],
  ['none, when that was chosen', { bases: [one], chosen: NO_BASE }, NO_BASE],
  ['the one that a colleague has made meanwhile, not a second', { bases: [one], chosen: NEW_BASE }, 'one'],
  ['another than the chosen one that is gone', { bases: [one], chosen: 'gone' }, 'one'],
])('takes %s', (_name, choice, expected) => {
  expect(readBaseChoice({ chosen: null, canCreate: true, ...choice })).toBe(expected);
});
