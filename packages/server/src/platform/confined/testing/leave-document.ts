import { z } from 'zod';
import { createLog } from '../../log/logger.ts';
import { systemClock } from '../../time/clock.ts';
import { createConfined } from '../index.ts';

/** A server that reads a document for ever, until it is killed. */
const [path = '', folder = ''] = process.argv.slice(2);
await createConfined({ clock: systemClock, log: createLog({ level: 'silent' }), folder }).run(
  { name: 'sample', module: new URL('./sample-job.ts', import.meta.url), result: z.string() },
  {
    bytes: { path },
    input: { act: 'never-return' },
    bounds: { maxMs: 600_000, maxCpuMs: 600_000, maxMegabytes: 400 },
    caller: { lane: 'member', key: 'anna' },
  },
);
