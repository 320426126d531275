import type { ReportProgress } from '../confined-job.ts';

/** What the job is told to do. */
export type Act =
  | 'reverse'
  | 'answer-number'
  | 'repeat-text'
  | 'repeat-without-end'
  | 'throw-long'
  | 'count'
  | 'fill-heap'
  | 'work'
  | 'throw'
  | 'crash'
  | 'never-return'
  | 'take-memory'
  | 'show-environment'
  | 'show-collector'
  | 'write'
  | 'read-other';

export type SampleInput = { act: Act; other?: string };

const taken: Buffer[] = [];
const LONG = 'a'.repeat(100_000);

/** What a job may do to its process, for the tests. */
export async function run(bytes: Buffer, { act, other = '' }: SampleInput, report: ReportProgress): Promise<unknown> {
  if (act === 'reverse') return Buffer.from(bytes).reverse().toString();
  if (act === 'count') {
    for (let done = 1; done <= 3; done += 1) report({ done, total: 3 });
    return 'counted';
  }
  if (act === 'fill-heap') {
    // Numbers with a fraction are objects of the heap; 20 million bytes in each of ten.
    const held = Array.from({ length: 10 }, () => Array.from({ length: 2_500_000 }, (_, at) => at + 0.5));
    return held.length === 10 ? 'filled' : 'lost';
  }
  if (act === 'answer-number') return 5;
  // One text in memory, as often as it is shown.
  if (act === 'repeat-text') return Array.from({ length: 400 }, () => LONG);
  if (act === 'repeat-without-end') return Array.from({ length: 10_000 }, () => LONG);
  if (act === 'throw-long') throw new Error(LONG);
  if (act === 'throw') throw new Error('This is no picture');
  if (act === 'crash') process.abort();
  if (act === 'work') return workFor(200);
  if (act === 'show-environment') return Object.keys(process.env).sort().join(' ');
  if (act === 'show-collector') return typeof globalThis.gc;
  if (act === 'write') {
    const { writeFileSync } = await import('node:fs');
    return writeFileSync('written-by-a-job', bytes);
  }
  if (act === 'read-other') {
    const { readFileSync } = await import('node:fs');
    return readFileSync(other, 'utf8');
  }
  // In a tight loop: no timer of this thread ever fires.
  for (;;) if (act === 'take-memory') taken.push(Buffer.alloc(1_000_000, 1));
}

/** Keeps a processor busy for so long. */
function workFor(ms: number): string {
  const begin = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(begin);
    if (user + system > ms * 1000) return 'done';
  }
}
