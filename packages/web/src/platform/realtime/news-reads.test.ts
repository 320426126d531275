import { expect, it } from 'vitest';
import { createNewsReads, type Pace } from './news-reads.ts';

function build(pace: Pace) {
  const timers: { at: number; then: () => void }[] = [];
  const state = { now: 0, isShown: true, reads: 0 };
  const listeners: (() => void)[] = [];
  const reads = createNewsReads({
    tab: { isShown: () => state.isShown, onShown: (listener) => void listeners.push(listener) },
    after: (ms, then) => void timers.push({ at: state.now + ms, then }),
  });
  const ask = reads.gather(() => {
    state.reads += 1;
  }, pace);
  return {
    state,
    reads,
    ask,
    pass(ms: number) {
      state.now += ms;
      const due = timers.filter(({ at }) => at <= state.now);
      for (const timer of due) timers.splice(timers.indexOf(timer), 1);
      for (const { then } of due) then();
    },
    hide: () => {
      state.isShown = false;
    },
    show: () => {
      state.isShown = true;
      for (const listener of listeners) listener();
    },
  };
}

const STEP_MS = 50;

it('one piece of news is read after the first pause', () => {
  const { state, ask, pass } = build({ firstMs: 700, maxMs: 2000 });
  ask();
  expect(state.reads).toBe(0);
  pass(700);
  expect(state.reads).toBe(1);
  pass(10_000);
  expect(state.reads).toBe(1);
});

it('twenty pieces of news per second for a minute make one read in two seconds, and the last one is read', () => {
  const { state, ask, pass } = build({ firstMs: 700, maxMs: 2000 });
  for (let ms = 0; ms < 60_000; ms += STEP_MS) {
    ask();
    pass(STEP_MS);
  }
  expect(state.reads).toBeGreaterThan(25);
  expect(state.reads).toBeLessThanOrEqual(32);
  const before = state.reads;
  ask();
  pass(2000);
  expect(state.reads).toBe(before + 1);
  // After a rest the first pause is short again.
  pass(10_000);
  ask();
  pass(2000);
  ask();
  pass(700);
  expect(state.reads).toBe(before + 3);
});

it('a hidden tab reads nothing, and once when it is shown', () => {
  const { state, ask, pass, hide, show } = build({ firstMs: 700, maxMs: 2000 });
  ask();
  hide();
  for (let ms = 0; ms < 60_000; ms += STEP_MS) {
    ask();
    pass(STEP_MS);
  }
  expect(state.reads).toBe(0);
  show();
  expect(state.reads).toBe(1);
  hide();
  show();
  pass(10_000);
  expect(state.reads).toBe(1);
});

it('what a hidden tab shows in its title is read now and then, and at once when it is shown', () => {
  const { state, ask, pass, hide, show } = build({ firstMs: 700, maxMs: 2000, hiddenMs: 20_000 });
  hide();
  for (let ms = 0; ms < 60_000; ms += STEP_MS) {
    ask();
    pass(STEP_MS);
  }
  expect(state.reads).toBe(3);
  ask();
  show();
  expect(state.reads).toBe(4);
  pass(20_000);
  expect(state.reads).toBe(4);
});

it('work that waits goes on when the tab is shown', async () => {
  const { reads, pass, hide, show } = build({ firstMs: 0, maxMs: 0 });
  let isOver = false;
  const over = reads.wait(1000).then(() => {
    isOver = true;
  });
  hide();
  pass(5000);
  await Promise.resolve();
  expect(isOver).toBe(false);
  show();
  await over;
  expect(isOver).toBe(true);
});
