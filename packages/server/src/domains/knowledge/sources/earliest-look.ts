import type { SourceRow } from './source-store.ts';

/** A document by link is asked for at most so often, whoever asks. */
const LINK_PAUSE_MS = 60_000;

/** When a source may be read again; null: at once. */
export function earliestLook({ kind, checkedAt }: Pick<SourceRow, 'kind' | 'checkedAt'>, now: Date): Date | null {
  if (kind === 'file' || checkedAt === null) return null;
  const at = new Date(checkedAt.getTime() + LINK_PAUSE_MS);
  return at > now ? at : null;
}
