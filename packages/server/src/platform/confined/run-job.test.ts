import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import type { Child } from './child-process.ts';
import { ConfinedJobError, type JobFailure } from './confined-job.ts';
import { runJob } from './run-job.ts';

type Try = { isUsed: boolean; reason?: JobFailure };

function processOf({ isUsed, reason }: Try): Child {
  return {
    ...{ pid: 1, ended: Promise.resolve() },
    isUsed: () => isUsed,
    isWorn: () => false,
    kill: () => undefined,
    run: async () => {
      if (reason !== undefined) throw new ConfinedJobError(reason, 'ended');
      return 'done';
    },
  };
}

function run(tries: Try[]): { result: Promise<unknown>; left: Child[] } {
  const clock = createTestClock();
  const left = tries.map(processOf);
  const take = async () => left.shift() ?? processOf({ isUsed: false });
  const order = { module: 'any', bytes: Buffer.alloc(1), input: null };
  const bounds = { maxMs: 1000, maxCpuMs: 1000, maxMegabytes: 100 };
  const deps = { child: { take }, clock, monotonicMs: clock.monotonicMs, isClosed: () => false };
  return { result: runJob({ ...deps, order, bounds }), left };
}

it('risk: what earlier jobs left in memory refuses a job that would fit', async () => {
  const { result } = run([{ isUsed: true, reason: 'memory' }, { isUsed: false }]);
  expect(await result).toMatchObject({ value: 'done' });
});

it('risk: what earlier jobs damaged is charged to the next one', async () => {
  const { result } = run([{ isUsed: true, reason: 'crashed' }, { isUsed: false }]);
  expect(await result).toMatchObject({ value: 'done' });
});

it.each([
  ['crashes a new process', [{ isUsed: false, reason: 'crashed' }, { isUsed: false }]],
  ['had all the memory', [{ isUsed: false, reason: 'memory' }, { isUsed: false }]],
  ['took too long', [{ isUsed: true, reason: 'time' }, { isUsed: false }]],
  ['is at fault', [{ isUsed: true, reason: 'failed' }, { isUsed: false }]],
] satisfies [string, Try[]][])('a job that %s is not tried again', async (_name, tries) => {
  const { result, left } = run(tries);
  await expect(result).rejects.toMatchObject({ reason: tries[0]?.reason });
  expect(left).toHaveLength(1);
});
