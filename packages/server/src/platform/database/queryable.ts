import type { QueryResultRow } from 'pg';

/** A pool or one connection of it inside a transaction: what store functions take. */
export type Queryable = {
  query<Row extends QueryResultRow>(
    text: string | { text: string; values: unknown[] },
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
};

/** Whether a statement failed because a unique row is there already (SQLSTATE 23505): the guard against doubles. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
