import type { DatabaseLog } from '../platform/database/database-log.ts';

/** A log that keeps what was said, for tests that look at it. */
export function createTestLog(): DatabaseLog & { lines: string[] } {
  const lines: string[] = [];
  const keep = (_details: object, message: string) => {
    lines.push(message);
  };
  return { lines, info: keep, warn: keep, error: keep };
}
