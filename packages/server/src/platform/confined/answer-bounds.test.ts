import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { type ConfinedJob, createConfined } from './index.ts';

type Act = 'reverse' | 'answer-number' | 'repeat-text' | 'repeat-without-end' | 'throw-long';
const module = new URL('./testing/sample-job.ts', import.meta.url);
const sample: ConfinedJob<{ act: Act }, unknown> = { name: 'sample', module, result: z.string() };
const confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }) });
afterAll(() => confined.close());

async function fail(act: Act): Promise<unknown> {
  const bounds = { maxMs: 60_000, maxCpuMs: 60_000, maxMegabytes: 300 };
  const task = { bytes: Buffer.from('abc'), input: { act }, bounds };
  return await confined.run(sample, { ...task, caller: { lane: 'member', key: 'anna' } }).catch((error) => error);
}

it('risk: a small document whose text is shown many times takes all the memory of the server', async () => {
  const error = { name: 'ConfinedJobError', reason: 'failed', message: expect.stringContaining('too large') };
  expect(await fail('repeat-text')).toMatchObject(error);
  expect(await fail('repeat-without-end')).toMatchObject({ name: 'ConfinedJobError', reason: 'memory' });
  expect(await fail('reverse')).toMatchObject({ value: 'cba' });
});

it('a result that its schema does not take is a failed job', async () => {
  expect(await fail('answer-number')).toMatchObject({ name: 'ConfinedJobError', reason: 'failed' });
});

it('what a job says of its failure is short', async () => {
  expect(await fail('throw-long')).toMatchObject({ reason: 'failed', message: 'a'.repeat(1000) });
});
