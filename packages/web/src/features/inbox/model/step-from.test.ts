import { expect, it } from 'vitest';
import { stepFrom } from './step-from.ts';

it.each([
  ['down from one in the list', { index: 3, place: 3, by: 1 }, 4],
  ['up from one in the list', { index: 3, place: 3, by: -1 }, 2],
  ['down where none was open', { index: -1, place: 0, by: 1 }, 0],
  ['up where none was open', { index: -1, place: 0, by: -1 }, 0],
  [
    'risk: down from one that has left the list, and the walk begins at the top again',
    { index: -1, place: 3, by: 1 },
    3,
  ],
  ['up from one that has left the list', { index: -1, place: 3, by: -1 }, 2],
] as const)('%s', (_name, from, to) => {
  expect(stepFrom(from)).toBe(to);
});
