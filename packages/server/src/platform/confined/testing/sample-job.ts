type Task = {
  act: 'reverse' | 'work' | 'throw' | 'crash' | 'never-return' | 'take-memory' | 'show-environment' | 'write';
};

const taken: Buffer[] = [];

/** What a job may do to its process, for the tests. */
export async function run(bytes: Buffer, { act }: Task): Promise<unknown> {
  if (act === 'reverse') return Buffer.from(bytes).reverse().toString();
  if (act === 'throw') throw new Error('This is no picture');
  if (act === 'crash') process.abort();
  if (act === 'work') return workFor(200);
  if (act === 'show-environment') return Object.keys(process.env).sort().join(' ');
  if (act === 'write') {
    const { writeFileSync } = await import('node:fs');
    return writeFileSync('written-by-a-job', bytes);
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
