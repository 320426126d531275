import type pg from 'pg';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId } from '../../platform/time/ids.ts';
import type { Channels } from '../channels/index.ts';
import type { Embedders } from './embedding/port.ts';
import type { KnowledgeFiles } from './photos/pair-files.ts';
import type { RetrievalModel } from './retrieval/index.ts';
import type { SearchTexts } from './search-turns.ts';

export type KnowledgeDeps = {
  pool: pg.Pool;
  clock: Clock;
  newId: NewId;
  log: Log;
  /** Bound of one search copy in memory; a test sets a smaller one. */
  maxBaseBytes?: number;
  /** Bound of what the knowledge of an account may take there; a test sets a smaller one. */
  maxAccountBytes?: number;
  /** How long a search on the screen may take; a test sets less. */
  maxSearchMs?: number;
  /** What pairs and sources are searched with; left out: each has its own. */
  searchTexts?: SearchTexts;
  /** Where the files of sources and the pictures of pairs lie; left out where there are none. */
  files?: KnowledgeFiles;
  /** Weights of the retrieval; the bench hands in those that were fitted on other data. */
  retrievalModel?: RetrievalModel;
  /** What makes vectors of texts, in the background and of questions; without it bases are searched by words alone. */
  embedding?: { embedders: Embedders; jobs: Pick<Jobs, 'define'>; maxHeld?: number } | undefined;
  channels: Pick<Channels, 'list' | 'detachBase' | 'noteChanged'>;
};
