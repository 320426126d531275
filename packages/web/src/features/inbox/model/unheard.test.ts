import { expect, it } from 'vitest';
import { readUnheard } from './unheard.ts';

const unheard = (reason: string) => ({ state: 'failed', reason });

it('risk: another try is offered where the server turns no speech into words', () => {
  expect(readUnheard(unheard('unavailable'), true)).toEqual({ reason: 'unavailable', canRetry: true });
  expect(readUnheard(unheard('unavailable'), false)).toEqual({ reason: 'missing', canRetry: false });
  // What the server can do is not known yet.
  expect(readUnheard(unheard('unavailable'), undefined)).toEqual({ reason: 'unavailable', canRetry: false });
});

it('what another server would not hear either keeps its reason', () => {
  expect(readUnheard(unheard('no_words'), false)).toEqual({ reason: 'no_words', canRetry: false });
  expect(readUnheard(unheard('no_words'), true)).toEqual({ reason: 'no_words', canRetry: false });
});
