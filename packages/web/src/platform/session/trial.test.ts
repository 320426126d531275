import { expect, it } from 'vitest';
import { readTrial } from './trial.ts';

const now = new Date('2026-11-22T10:00:00Z');
const trial = { used: 12, limit: 30, endsAt: '2026-11-24T09:00:00Z', counts: 'model', canPay: false } as const;

it.each([
  ['while it lasts', {}, { left: 18, days: 2, ended: null }],
  ['its answers are used', { used: 30 }, { left: 0, days: 2, ended: 'messages' }],
  ['more was used than allowed', { used: 31 }, { left: 0, days: 2, ended: 'messages' }],
  ['its days are over', { endsAt: '2026-11-22T10:00:00Z' }, { left: 18, days: 0, ended: 'time' }],
])('a trial: %s', (_name, changes, expected) => {
  expect(readTrial({ trial: { ...trial, ...changes }, now })).toEqual({ counts: 'model', ...expected });
});

it('says nothing where nothing is counted', () => {
  expect(readTrial({ trial: { ...trial, used: 30, counts: 'nothing' }, now })).toBeNull();
  expect(readTrial({ trial: null, now })).toBeNull();
});
