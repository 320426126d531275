import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { isAppError } from '../errors/app-error.ts';
import { createUploadRoom, type UploadRoom } from './upload-room.ts';

const PHOTO = 5_000_000;

function waitOf(room: UploadRoom, network: string, bytes = PHOTO): number {
  try {
    room.take(network, bytes)();
  } catch (error) {
    return isAppError(error, 'request.rate_limited') ? (error.retryAfter ?? -1) : -1;
  }
  return 0;
}

it('five customers behind one address send a photo each at a time, and others are not kept out by them', () => {
  const room = createUploadRoom(createTestClock().monotonicMs);
  for (let held = 0; held < 5; held += 1) room.take('net', PHOTO);
  expect(waitOf(room, 'net')).toBe(1);
  expect(waitOf(room, 'other')).toBe(0);
});

it('the bytes that are held are bounded too, in all', () => {
  const room = createUploadRoom(createTestClock().monotonicMs);
  let held = 0;
  for (let network = 0; network < 100; network += 1)
    if (waitOf(room, `net ${network}`, 10 * 1024 * 1024) === 0) {
      room.take(`net ${network}`, 10 * 1024 * 1024);
      held += 10 * 1024 * 1024;
    }
  expect(held).toBeGreaterThan(50_000_000);
  expect(held).toBeLessThanOrEqual(60_000_000);
});

it('the wait is what slow phones really take, at most half a minute', () => {
  const clock = createTestClock();
  const room = createUploadRoom(clock.monotonicMs);
  for (const [secondsOfOne, wait] of [
    [50, 10],
    [1, 1],
    [600, 30],
  ] as const) {
    for (let seen = 0; seen < 40; seen += 1) {
      const leave = room.take('slow', 1);
      clock.advance(secondsOfOne * 1000);
      leave();
    }
    const leaves = Array.from({ length: 5 }, () => room.take('net', 1));
    expect(waitOf(room, 'net', 1)).toBe(wait);
    for (const leave of leaves) leave();
    // These were there for no time.
  }
});
