import { expect, it } from 'vitest';
import { readFirstSteps } from './read-first-steps.ts';

const bot = { id: 'x', type: 'telegram', lastSite: null };
const chat = { id: 'y', type: 'widget', lastSite: null };
const placed = { ...chat, lastSite: { host: 'shop.example', at: '2026-11-22T12:00:00Z' } };
const empty = { bases: [], channels: [], hasDialogs: false };

it('says nothing while it does not know what the account holds', () => {
  for (const unknown of ['bases', 'channels', 'hasDialogs'])
    expect(readFirstSteps({ ...empty, [unknown]: undefined })).toBeNull();
});

it.each([
  ['an empty account', {}, 'answers'],
  ['a base without answers', { bases: [{ pairs: 0, knownSources: 0 }] }, 'answers'],
  ['a file that was read', { bases: [{ pairs: 0, knownSources: 1 }] }, 'channel'],
  [
    'answers in the second base',
    {
      bases: [
        { pairs: 0, knownSources: 0 },
        { pairs: 2, knownSources: 0 },
      ],
    },
    'channel',
  ],
  ['a channel before the answers', { channels: [bot] }, 'answers'],
  ['answers and a channel', { bases: [{ pairs: 1, knownSources: 0 }], channels: [bot] }, 'try'],
  ['everything', { bases: [{ pairs: 1, knownSources: 0 }], channels: [bot], hasDialogs: true }, null],
  ['a customer who wrote before there were answers', { channels: [bot], hasDialogs: true }, 'answers'],
])('%s', (_name, holdings, next) => {
  expect(readFirstSteps({ ...empty, ...holdings })?.next).toBe(next);
});

const all = { bases: [{ pairs: 1, knownSources: 0 }], hasDialogs: true };

it.each([
  ['no chat on a site', [bot], null],
  ['a chat that no site has loaded', [bot, chat], chat],
  ['a chat that a site has loaded', [placed], null],
  ['one of two', [chat, placed], null],
])('when the three are done, the code is left to be put on the site: %s', (_name, channels, unplaced) => {
  expect(readFirstSteps({ ...all, channels })).toMatchObject({ next: null, unplaced });
});

it('before the three are done, the code is not spoken of', () => {
  expect(readFirstSteps({ ...all, hasDialogs: false, channels: [chat] })).toMatchObject({
    next: 'try',
    unplaced: null,
  });
});
