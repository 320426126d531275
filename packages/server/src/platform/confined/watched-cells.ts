/** Cells that the child's main thread and its watcher share: the bound in MB while a job runs, else 0. */
export const BOUND_CELL = 0;
export const CELLS = 1;

/** `server`: the process that must live. It may die before the watcher begins. */
export type WatcherData = { cells: Int32Array; server: number };

/** What the watcher writes before it ends the process: the signal alone could be anybody's. */
export const OVER_MEMORY = 'confined: over its memory';
