import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import type { Child } from './child-process.ts';
import { ConfinedJobError, type JobFailure } from './confined-job.ts';
import { runJob } from './run-job.ts';

type Try = { isUsed: boolean; reason?: JobFailure; isOfJob?: boolean; onRun?: () => void };

function processOf({ isUsed, reason, isOfJob = false, onRun }: Try): Child {
  return {
    ...{ pid: 1, ended: Promise.resolve() },
    isUsed: () => isUsed,
    isWorn: () => false,
    kill: () => undefined,
    run: async () => {
      onRun?.();
      if (reason !== undefined) throw Object.assign(new ConfinedJobError(reason, 'ended'), { ms: 20, isOfJob });
      return { value: 'done', ms: 20 };
    },
  };
}

function run(tries: Try[], clock = createTestClock()): { result: Promise<unknown>; left: Child[] } {
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
  ['fills a heap that was empty', [{ isUsed: true, reason: 'memory', isOfJob: true }, { isUsed: false }]],
  ['took too long', [{ isUsed: true, reason: 'time' }, { isUsed: false }]],
  ['is at fault', [{ isUsed: true, reason: 'failed' }, { isUsed: false }]],
] satisfies [string, Try[]][])('a job that %s is not tried again', async (_name, tries) => {
  const { result, left } = run(tries);
  await expect(result).rejects.toMatchObject({ reason: tries[0]?.reason });
  expect(left).toHaveLength(1);
});

it.each([{ end: 'done' }, { end: 'failed' }] as const)(
  'risk: on a busy machine a small job costs its sender as much as a large one: $end',
  async ({ end }) => {
    const clock = createTestClock();
    const job: Try = { isUsed: true, onRun: () => clock.advance(900), ...(end === 'failed' ? { reason: end } : {}) };
    const told = await run([job], clock).result.catch((error: unknown) => error);
    expect(told).toMatchObject({ ms: 20 });
  },
);

it('a job whose process was ended is said to have taken all its time', async () => {
  const clock = createTestClock();
  const { result } = run([{ isUsed: false, reason: 'memory', onRun: () => clock.advance(900) }], clock);
  await expect(result).rejects.toMatchObject({ ms: 900 });
});
