import type pg from 'pg';
import { z } from 'zod';
import { outsideRequest } from '../scope/request-scope.ts';
import type { DatabaseLog } from './database-log.ts';

const ROUND_MS = 2000;
/** A table is looked at again whenever it is so many times as large as when it was looked at last. */
const GROWTH = 4;
/** A few hundred rows. */
const MIN_PAGES = 16;
/** 128 MB of 8 kB: what is larger grows slowly enough for PostgreSQL's own collecting. */
const MAX_PAGES = 16_384;

const GROWN = `select quote_ident(relname) as name, pages::int from (
    select relname, relpages, pg_relation_size(oid) / current_setting('block_size')::int as pages
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relpages * ${GROWTH} < ${MAX_PAGES}) known
  where pages between greatest(${MIN_PAGES}, relpages * ${GROWTH}) and ${MAX_PAGES}`;

/** Tables with the pages that they had when they were looked at. */
type LookedAt = Map<string, number>;

/**
 * PostgreSQL collects what its planner knows of a table once a minute at most, and the embedded engine one table a minute: until
 * then it plans for empty tables, where any index is as good as the right one, and a message costs a third more. This collects it
 * as soon as a young table has grown. Returns the function that stops it.
 */
export function knowYoungTables({ pool, log }: { pool: pg.Pool; log: DatabaseLog }): () => void {
  const lookedAt: LookedAt = new Map();
  let isUnderWay = false;
  const timer = setInterval(async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await outsideRequest(() => lookAtGrown(pool, lookedAt));
    } catch (error) {
      log.warn({ err: error }, 'What the planner knows of young tables could not be collected');
    } finally {
      isUnderWay = false;
    }
  }, ROUND_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round; gives the tables. Another node may look at one of them now, and a role that does not own it is not let. */
export async function lookAtGrown(pool: pg.Pool, lookedAt: LookedAt): Promise<string[]> {
  const { rows } = await pool.query(GROWN);
  const grown = z.array(z.object({ name: z.string(), pages: z.number() })).parse(rows);
  const due = grown.filter(({ name, pages }) => pages >= GROWTH * (lookedAt.get(name) ?? 0));
  for (const { name, pages } of due) {
    lookedAt.set(name, pages);
    await pool.query(`analyze (skip_locked) ${name}`);
  }
  return due.map(({ name }) => name);
}
