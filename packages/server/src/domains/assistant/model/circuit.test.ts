import { expect, it } from 'vitest';
import { createCircuits } from './circuit.ts';

function build() {
  let now = 0;
  const clock = { now: () => new Date(now), after: () => () => undefined };
  const random = { bytes: (length: number) => Buffer.alloc(length), unit: () => 0 };
  return {
    circuits: createCircuits({ clock, random }),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('risk: every dialog waits for a dead model: after five failures it is left alone, then probed by one call', () => {
  const { circuits, pass } = build();
  for (let call = 0; call < 5; call += 1) {
    expect(circuits.enter('a')).toBe('closed');
    circuits.fail('a', false);
  }
  expect(circuits.enter('a')).toBe('open');
  expect(circuits.enter('b')).toBe('closed');
  pass(15_001);
  expect(circuits.enter('a')).toBe('probe');
  expect(circuits.enter('a')).toBe('open');
  circuits.fail('a', false);
  pass(15_001);
  expect(circuits.enter('a')).toBe('open');
  pass(15_001);
  expect(circuits.enter('a')).toBe('probe');
  circuits.succeed('a');
  expect(circuits.enter('a')).toBe('closed');
});

it('a spent quota opens it at once, a probe that was given up frees the place', () => {
  const { circuits, pass } = build();
  circuits.fail('a', true);
  expect(circuits.enter('a')).toBe('open');
  pass(15_001);
  expect(circuits.enter('a')).toBe('probe');
  circuits.release('a');
  expect(circuits.enter('a')).toBe('probe');
});

it('calls under way when it opened do not lengthen the pause', () => {
  const { circuits, pass } = build();
  for (let call = 0; call < 40; call += 1) circuits.fail('a', false);
  pass(15_001);
  expect(circuits.enter('a')).toBe('probe');
});
