import { expect, it } from 'vitest';
import { readFirstSteps } from './read-first-steps.ts';

const empty = { bases: [], channels: [], hasDialogs: false };

it('says nothing while it does not know what the account holds', () => {
  for (const unknown of ['bases', 'channels', 'hasDialogs'])
    expect(readFirstSteps({ ...empty, [unknown]: undefined })).toBeNull();
});

it.each([
  ['an empty account', {}, 'answers'],
  ['a base without answers', { bases: [{ pairs: 0 }] }, 'answers'],
  ['answers in the second base', { bases: [{ pairs: 0 }, { pairs: 2 }] }, 'channel'],
  ['a channel before the answers', { channels: [{ id: 'x' }] }, 'answers'],
  ['answers and a channel', { bases: [{ pairs: 1 }], channels: [{ id: 'x' }] }, 'try'],
  ['everything', { bases: [{ pairs: 1 }], channels: [{ id: 'x' }], hasDialogs: true }, null],
  ['a customer who wrote before there were answers', { channels: [{ id: 'x' }], hasDialogs: true }, 'answers'],
])('%s', (_name, holdings, next) => {
  expect(readFirstSteps({ ...empty, ...holdings })?.next).toBe(next);
});
