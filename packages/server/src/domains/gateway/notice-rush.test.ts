import { expect, it } from 'vitest';
import { noticeRush } from './notice-rush.ts';

function startRush(isCaughtUp = () => true) {
  let now = 1_000_000;
  const timers: { at: number; callback: () => void }[] = [];
  const clock = {
    now: () => new Date(now),
    after(ms: number, callback: () => void) {
      timers.push({ at: now + ms, callback });
      return () => undefined;
    },
  };
  function pass(ms: number): void {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    for (const timer of due) timers.splice(timers.indexOf(timer), 1);
    for (const { callback } of due) callback();
  }
  return { rush: noticeRush({ clock, isCaughtUp }), pass };
}

it('begins when far more arrives than is answered, and not while answers keep pace', () => {
  const { rush } = startRush();
  rush.arrive(199);
  expect(rush.isOn()).toBe(false);
  rush.arrive(1);
  expect(rush.isOn()).toBe(true);
  const answered = startRush().rush;
  for (let message = 0; message < 300; message += 1) {
    answered.arrive(1);
    answered.answer();
  }
  expect(answered.isOn()).toBe(false);
});

it('begins by what arrives within a window, not by all that ever arrived', () => {
  const { rush, pass } = startRush();
  for (let window = 0; window < 10; window += 1) {
    rush.arrive(150);
    pass(250);
  }
  expect(rush.isOn()).toBe(false);
});

it('risk: repeats of what is here already hold back what is new', () => {
  const { rush } = startRush();
  for (let event = 0; event < 300; event += 1) {
    rush.arrive(1);
    rush.repeat(1);
  }
  rush.arrive(199);
  expect(rush.isOn()).toBe(false);
  rush.arrive(1);
  expect(rush.isOn()).toBe(true);
});

it('does what it held, in order, as soon as little arrives', () => {
  const { rush, pass } = startRush();
  const done: number[] = [];
  rush.arrive(200);
  for (const number of [1, 2, 3]) rush.hold(() => done.push(number));
  rush.arrive(150);
  pass(250);
  expect(done).toEqual([]);
  rush.arrive(20);
  pass(250);
  expect(done).toEqual([1, 2, 3]);
  expect(rush.isOn()).toBe(false);
});

it('risk: a rush without an end keeps everything unread', () => {
  let isCaughtUp = true;
  const { rush, pass } = startRush(() => isCaughtUp);
  const done: number[] = [];
  rush.arrive(200);
  rush.hold(() => done.push(1));
  isCaughtUp = false;
  for (let window = 0; window < 60; window += 1) {
    rush.arrive(300);
    pass(250);
  }
  expect(done).toEqual([1]);
  rush.arrive(300);
  expect(rush.isOn()).toBe(false);
  isCaughtUp = true;
  rush.arrive(300);
  expect(rush.isOn()).toBe(true);
});
