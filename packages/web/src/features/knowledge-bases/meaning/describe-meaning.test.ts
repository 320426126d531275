import type { SearchByMeaning } from '@otvet/contract';
import { expect, it } from 'vitest';
import { isUnderWay, type MeaningView, viewOf } from './describe-meaning.ts';

type Given = {
  choice: SearchByMeaning['choice'];
  state: SearchByMeaning['local']['state'];
  done?: number;
  failedReason?: string;
};

function build({ choice, state, done, failedReason = '' }: Given): SearchByMeaning {
  const local = { model: 'm', state, isHere: false, done: 0, total: null, reason: null, command: '' };
  const progress = done === undefined ? null : { done, total: 10, failedReason: failedReason || null };
  return { choice, service: null, local, progress };
}

it.each<[Given, MeaningView, boolean]>([
  [{ choice: 'off', state: 'ready' }, 'off', false],
  [{ choice: 'off', state: 'fetching' }, 'off', false],
  [{ choice: 'off', state: 'missing' }, 'off', false],
  [{ choice: 'local', state: 'missing' }, 'missing', false],
  [{ choice: 'local', state: 'absent' }, 'off', false],
  [{ choice: 'local', state: 'fetching' }, 'fetching', true],
  [{ choice: 'local', state: 'checking' }, 'checking', true],
  [{ choice: 'local', state: 'failed' }, 'failed', false],
  [{ choice: 'local', state: 'ready' }, 'on', false],
  [{ choice: 'local', state: 'ready', done: 3 }, 'preparing', true],
  [{ choice: 'service', state: 'missing', done: 3 }, 'preparing', true],
  [{ choice: 'service', state: 'failed', done: 10 }, 'on', false],
  [{ choice: 'service', state: 'missing', done: 3, failedReason: 'unavailable' }, 'preparing', true],
  [{ choice: 'service', state: 'missing', done: 3, failedReason: 'dimensions' }, 'stopped', false],
])('%o is shown as %s', (given, view, moves) => {
  expect(viewOf(build(given))).toBe(view);
  expect(isUnderWay(build(given))).toBe(moves);
});
