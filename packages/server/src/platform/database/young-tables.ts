import type pg from 'pg';
import { z } from 'zod';

/** A table is looked at whenever it has so many times the rows that the planner knows of. */
const GROWTH = 4;
/** So few dialogs have thousands of messages, each of which looks for its own. */
const MIN_ROWS = 50;
/** What is larger grows slowly enough for PostgreSQL's own collecting. */
const MAX_ROWS = 200_000;
/** One that another node looks at, or that belongs to another role, is tried again after so many rounds. */
const PAUSE_ROUNDS = 30;

// By counted rows: asking for the size of a table would wait for whoever changes its columns.
const GROWN = `select quote_ident(pg_class.relname) as name from pg_stat_user_tables join pg_class on pg_class.oid = relid
  where schemaname = 'public' and n_live_tup between greatest(${MIN_ROWS}, reltuples * ${GROWTH}) and ${MAX_ROWS}`;
const names = z.array(z.object({ name: z.string() }));

/**
 * PostgreSQL collects what its planner knows of a table once a minute at most, and the embedded engine one table a minute. Until
 * then statements are planned for empty tables, where any index is as good as the right one. Each call collects it of the young
 * tables that have grown since, and gives those that are known now.
 */
export function createYoungTables(pool: pg.Pool): () => Promise<string[]> {
  const pauses = new Map<string, number>();
  let rounds = 0;

  async function listGrown(): Promise<string[]> {
    const { rows } = await pool.query(GROWN);
    return names.parse(rows).map(({ name }) => name);
  }

  return async () => {
    rounds += 1;
    const due = (await listGrown()).filter((name) => rounds >= (pauses.get(name) ?? 0));
    for (const name of due) {
      pauses.set(name, rounds + PAUSE_ROUNDS);
      await pool.query(`analyze (skip_locked) ${name}`);
    }
    const left = due.length === 0 ? [] : await listGrown();
    const known = due.filter((name) => !left.includes(name));
    for (const name of known) pauses.delete(name);
    return known;
  };
}
