const LEADER = 'otvet.news';
const OPEN = 'otvet.open.';

/**
 * Locks are what tabs of a browser know of each other; a tab that ends loses its own. Browsers give them at https and
 * localhost alone: without them each tab leads.
 */
export const hasLocks = () => 'locks' in navigator;

/** Calls back when this tab is the one of the browser that tells. */
export function leadTabs(onLead: () => void): void {
  if (!hasLocks()) {
    onLead();
    return;
  }
  void navigator.locks.request(LEADER, () => {
    onLead();
    return new Promise(() => undefined);
  });
}

/** Says to all tabs that somebody looks at a dialog here, until the end. */
export function holdOpen(uniqueId: string): () => void {
  if (!hasLocks()) return () => undefined;
  const end = new AbortController();
  void navigator.locks
    .request(
      OPEN + uniqueId,
      { mode: 'shared' },
      () => new Promise((done) => end.signal.addEventListener('abort', done)),
    )
    .catch(() => undefined);
  return () => end.abort();
}

/** Dialogs that somebody looks at in any tab. */
export async function readOpen(): Promise<ReadonlySet<string>> {
  if (!hasLocks()) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(OPEN) ? [name.slice(OPEN.length)] : [])));
}
