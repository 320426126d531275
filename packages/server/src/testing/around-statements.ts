import type pg from 'pg';
import { vi } from 'vitest';

type Rows = { rows: Record<string, string>[] };
type Ask = (text: string, values?: unknown[]) => Promise<Rows>;

/**
 * Puts work of a test before or behind statements of the pool until what it gives is called. `run`: the statement itself;
 * `ask`: another one, which is not watched.
 */
export function aroundStatements(
  pool: pg.Pool,
  around: (statement: { text: string; run(): Promise<Rows>; ask: Ask }) => Promise<Rows>,
): () => void {
  const ask: Ask = pool.query.bind(pool);
  const watch = vi.spyOn(pool, 'query').mockImplementation(async (text: string, values: unknown[]) => {
    return await around({ text, run: () => ask(text, values), ask });
  });
  return () => watch.mockRestore();
}
