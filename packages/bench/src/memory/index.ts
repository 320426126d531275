import type { BenchOptions } from '../bench.ts';
import type { Figure } from '../figures.ts';
import { measureMemoryGrowth } from './growth.ts';
import { measureIdleMemory } from './idle-memory.ts';

/** Memory at rest; with `--minutes N` its growth while messages come in for that long. */
export async function memoryBench({ argv }: BenchOptions): Promise<Figure[]> {
  const at = argv.indexOf('--minutes');
  if (at < 0) return await measureIdleMemory();
  const minutes = Number(argv[at + 1]);
  if (!(minutes >= 2)) throw new Error('--minutes takes a number from 2 up');
  return await measureMemoryGrowth({ minutes, kind: argv.includes('--postgres') ? 'PostgreSQL' : 'embedded' });
}
