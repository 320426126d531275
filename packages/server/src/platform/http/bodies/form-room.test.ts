import { expect, it } from 'vitest';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createFormRoom, formBytes, MAX_FORM_BYTES } from './form-room.ts';

const MEGABYTE = 1024 * 1024;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function build() {
  const clock = createTestClock();
  const room = createFormRoom({ clock });
  const seen = { held: 0, most: 0, refused: [] as string[] };
  const releases: (() => void)[] = [];
  const take = (owner: string, bytes = MAX_FORM_BYTES) =>
    room.take({ owner, bytes }).then(
      (release) => {
        seen.held += bytes;
        seen.most = Math.max(seen.most, seen.held);
        releases.push(() => {
          seen.held -= bytes;
          release();
        });
      },
      (error: unknown) => {
        seen.refused.push(error instanceof Error ? error.message : 'unknown');
      },
    );
  return { clock, take, seen, releases };
}

it('eighty uploads at once never take more memory than the bound, and all are served in the end', async () => {
  const { take, seen, releases } = build();
  const all = Array.from({ length: 80 }, (_, at) => take(`account ${at % 8}`));
  await turn();
  expect(seen.held).toBeGreaterThan(50 * MEGABYTE);
  for (let done = 0; done < 80; done += 1) {
    releases.shift()?.();
    await turn();
  }
  await Promise.all(all);
  expect(seen.refused).toEqual([]);
  expect(seen.most).toBeLessThanOrEqual(64 * MEGABYTE);
  expect(seen.held).toBe(0);
});

it('one account takes its own part, and others go on beside it', async () => {
  const { take, seen } = build();
  for (let sent = 0; sent < 10; sent += 1) void take('busy');
  await turn();
  expect(seen.held).toBe(2 * MAX_FORM_BYTES);
  await take('other');
  expect(seen.held).toBe(3 * MAX_FORM_BYTES);
});

it('who waits too long, or has too many waiting, is told when to come again', async () => {
  const { clock, take, seen } = build();
  for (let sent = 0; sent < 22; sent += 1) void take('busy');
  await take('busy');
  expect(seen.refused).toEqual(['request.rate_limited']);
  for (let account = 0; account < 4; account += 1) void take(`account ${account}`);
  void take('late');
  await turn();
  clock.advance(15_000);
  await turn();
  expect(seen.refused.filter((code) => code === 'request.rate_limited')).toHaveLength(21);
  expect(seen.refused.at(-1)).toBe('server.unavailable');
});

it('a form that announces more than the largest is refused before it is read', () => {
  expect(formBytes('1000')).toBe(1000);
  expect(formBytes(undefined)).toBe(2 * MAX_FORM_BYTES);
  expect(() => formBytes(String(MAX_FORM_BYTES + 1))).toThrow('files.too_large');
});
