/** Cells that the child's main thread and its watcher share. Which job runs, and 0 while none does: it is set last. */
export const JOB_CELL = 0;
/** In place of the job: the watcher ends the process, and no answer leaves any more. */
export const ENDING = -1;
/** What the job may take of memory. */
export const MEGABYTES_CELL = 1;
/** What the job may take of a processor, in milliseconds. */
export const CPU_CELL = 2;
export const CELLS = 3;

/** `server`: the process that must live. It may die before the watcher begins. */
export type WatcherData = { cells: Int32Array; server: number };

/** What the watcher writes before it ends the process: the signal alone could be anybody's. */
export const OVER_MEMORY = 'confined: over its memory';
export const OVER_TIME = 'confined: over its time';
