import type { Figure } from './figures.ts';

export type BenchOptions = {
  /** What stood behind the bench's name. */
  argv: string[];
  /** Enough to see where a figure stands; the whole length is for figures that are written down. */
  isShort: boolean;
};

export type Bench = (options: BenchOptions) => Promise<Figure[]>;
